/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.endtoend;

import org.jspecify.annotations.NullMarked;
