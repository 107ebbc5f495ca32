/** Tests of the loader. */
@NullMarked
package io.sluice.loader;

import org.jspecify.annotations.NullMarked;
