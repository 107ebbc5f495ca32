package io.sluice.examples;

import java.util.List;

/**
 * One record of a source.
 *
 * @param number its number, from 1, which is unique in its source
 * @param fields one for each column of the source
 */
record SourceRecord(long number, List<String> fields) {}
