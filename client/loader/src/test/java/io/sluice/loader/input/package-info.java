/** Tests of the loader. */
@NullMarked
package io.sluice.loader.input;

import org.jspecify.annotations.NullMarked;
