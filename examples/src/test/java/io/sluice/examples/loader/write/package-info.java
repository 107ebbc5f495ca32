/** Tests of the loader. */
@NullMarked
package io.sluice.examples.loader.write;

import org.jspecify.annotations.NullMarked;
