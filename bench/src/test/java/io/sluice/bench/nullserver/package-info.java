/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.nullserver;

import org.jspecify.annotations.NullMarked;
