/** Measured results as values, JSON and tables. Does not depend on how they were measured. */
@NullMarked
package io.sluice.bench.result;

import org.jspecify.annotations.NullMarked;
