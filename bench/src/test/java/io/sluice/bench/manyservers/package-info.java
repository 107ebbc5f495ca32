/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.manyservers;

import org.jspecify.annotations.NullMarked;
