/**
 * Files of lines as records: CSV, TSV and NDJSON, compressed or not, with what is broken in them named by line. Depends on
 * FastCSV for quoted fields and on Jackson's streaming for JSON; knows nothing of HBase.
 */
@NullMarked
package io.sluice.loader.input;

import org.jspecify.annotations.NullMarked;
