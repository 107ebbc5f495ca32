/** Baselines that need package-private members of {@code hbase-client}. Depends on {@code hbase-client} alone. */
@NullMarked
package org.apache.hadoop.hbase.client;

import org.jspecify.annotations.NullMarked;
