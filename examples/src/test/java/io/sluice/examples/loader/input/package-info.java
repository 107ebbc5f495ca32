/** Tests of the loader. */
@NullMarked
package io.sluice.examples.loader.input;

import org.jspecify.annotations.NullMarked;
