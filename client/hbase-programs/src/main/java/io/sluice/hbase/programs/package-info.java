/** Runs HBase's programs, unchanged, over HBase's own connection and over Sluice. */
@NullMarked
package io.sluice.hbase.programs;

import org.jspecify.annotations.NullMarked;
