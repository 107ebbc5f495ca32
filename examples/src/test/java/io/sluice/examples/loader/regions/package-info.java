/** Tests of the loader. */
@NullMarked
package io.sluice.examples.loader.regions;

import org.jspecify.annotations.NullMarked;
