/** A Flink job that writes by Apache's sink for HBase, or by Sluice's, and the comparison of both. */
@NullMarked
package io.sluice.hbase.programs.flink;

import org.jspecify.annotations.NullMarked;
