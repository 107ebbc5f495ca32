package io.sluice.connectors;

import io.sluice.Durability;

/**
 * How cells are written.
 *
 * @param timestamp timestamp of the cells of a row
 * @param durability durability of all rows
 * @param keepEmpty whether an empty value becomes an empty cell; if not, it counts as no value
 * @param nulls how a field without a value affects its column
 */
public record CellRules(CellTimestamp timestamp, Durability durability, boolean keepEmpty, Nulls nulls) {}
