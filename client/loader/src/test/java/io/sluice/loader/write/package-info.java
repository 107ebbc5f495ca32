/** Tests of the loader. */
@NullMarked
package io.sluice.loader.write;

import org.jspecify.annotations.NullMarked;
