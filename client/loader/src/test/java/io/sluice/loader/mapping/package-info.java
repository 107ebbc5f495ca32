/** Tests of the loader. */
@NullMarked
package io.sluice.loader.mapping;

import org.jspecify.annotations.NullMarked;
