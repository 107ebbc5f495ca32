package io.sluice.examples;

import io.sluice.loader.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A source of rows. Read by one thread; any thread may call the counters. */
interface RecordSource extends Closeable {
    /** Returns the names of the columns. */
    List<String> columns();

    /**
     * Returns the next records, none at the end.
     *
     * @throws BadInputException if a record cannot be used; says where it is
     */
    List<SourceRecord> next() throws IOException;

    /** Returns the fraction of the source that has been read, 0 to 1. */
    double fractionRead();

    /** Returns the number of bad records skipped. */
    long skipped();
}
