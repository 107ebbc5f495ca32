/** Baselines that need what {@code hbase-client} shows to its own package only. Depends on {@code hbase-client} alone. */
@NullMarked
package org.apache.hadoop.hbase.client;

import org.jspecify.annotations.NullMarked;
