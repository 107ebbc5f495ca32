/**
 * Reads CSV, TSV and NDJSON files, compressed or not, as records, and reports what is broken in them by line. Depends
 * on FastCSV for quoted fields and on Jackson's streaming for JSON; knows nothing of HBase.
 */
@NullMarked
package io.sluice.loader.input;

import org.jspecify.annotations.NullMarked;
