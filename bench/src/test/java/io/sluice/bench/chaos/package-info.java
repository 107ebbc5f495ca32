/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.chaos;

import org.jspecify.annotations.NullMarked;
