package io.sluice.connectors.flink.table;

import io.sluice.Durability;
import io.sluice.connectors.Nulls;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How rows are written.
 *
 * @param nulls how a null affects its column
 * @param salts number of salts before row keys, or null for none
 * @param durability durability of rows
 */
record RowWriting(Nulls nulls, @Nullable Integer salts, Durability durability) implements Serializable {}
