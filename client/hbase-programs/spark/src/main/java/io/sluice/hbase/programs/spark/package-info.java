/** Runs a Spark job that writes with HBase's {@code TableOutputFormat}, unchanged, over HBase's own connection and over Sluice. */
@NullMarked
package io.sluice.hbase.programs.spark;

import org.jspecify.annotations.NullMarked;
