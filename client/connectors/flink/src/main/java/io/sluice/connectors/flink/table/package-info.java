/**
 * The connector {@code sluice-hbase} of Flink's Table API and SQL, over the sink for streams. Tables are declared as for
 * Flink's own HBase connector.
 */
@NullMarked
package io.sluice.connectors.flink.table;

import org.jspecify.annotations.NullMarked;
