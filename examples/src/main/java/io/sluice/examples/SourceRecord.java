package io.sluice.examples;

import java.util.List;

/**
 * One record of a source.
 *
 * @param number its number from 1; no two records of a source have the same
 * @param fields as many as the source has columns
 */
record SourceRecord(long number, List<String> fields) {}
