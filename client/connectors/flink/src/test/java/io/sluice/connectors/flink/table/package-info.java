/** Tests of the connector for tables. */
@NullMarked
package io.sluice.connectors.flink.table;

import org.jspecify.annotations.NullMarked;
