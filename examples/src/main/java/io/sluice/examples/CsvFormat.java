package io.sluice.examples;

/**
 * How a CSV file is written.
 *
 * @param delimiter character between fields
 * @param quote character around fields that hold a delimiter, a quote or a line break
 * @param header whether the first line names the columns
 * @param skipBad whether records with a wrong number of fields are left out instead of ending the run
 */
record CsvFormat(char delimiter, char quote, boolean header, boolean skipBad) {}
