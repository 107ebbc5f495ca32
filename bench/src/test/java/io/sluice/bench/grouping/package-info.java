/** Tests of the tables that are written to. */
@NullMarked
package io.sluice.bench.grouping;

import org.jspecify.annotations.NullMarked;
