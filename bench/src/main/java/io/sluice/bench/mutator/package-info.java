/** Measures the cost of a {@code mutate()} call with a stub as the sender: the table of HBASE-29645. */
@NullMarked
package io.sluice.bench.mutator;

import org.jspecify.annotations.NullMarked;
