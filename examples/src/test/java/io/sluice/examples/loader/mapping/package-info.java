/** Tests of the loader. */
@NullMarked
package io.sluice.examples.loader.mapping;

import org.jspecify.annotations.NullMarked;
