package io.sluice.examples;

/**
 * The format of a CSV file.
 *
 * @param delimiter the character between fields
 * @param quote the character around fields that contain a delimiter, a quote or a line break
 * @param header whether the first line names the columns
 * @param skipBad whether records with a wrong number of fields are skipped instead of ending the run
 */
record CsvFormat(char delimiter, char quote, boolean header, boolean skipBad) {}
