/** Tests of the loader. */
@NullMarked
package io.sluice.loader.regions;

import org.jspecify.annotations.NullMarked;
