/** Tests of the loader. */
@NullMarked
package io.sluice.examples.loader;

import org.jspecify.annotations.NullMarked;
