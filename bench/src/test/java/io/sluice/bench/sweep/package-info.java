/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.sweep;

import org.jspecify.annotations.NullMarked;
