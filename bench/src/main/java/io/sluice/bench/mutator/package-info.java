/** What a call of {@code mutate()} costs when the way out is a stub: the table of HBASE-29645. */
@NullMarked
package io.sluice.bench.mutator;

import org.jspecify.annotations.NullMarked;
