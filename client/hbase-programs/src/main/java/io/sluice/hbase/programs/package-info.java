/** Runs programs of HBase's, unchanged, over HBase's own connection and over Sluice. */
@NullMarked
package io.sluice.hbase.programs;

import org.jspecify.annotations.NullMarked;
