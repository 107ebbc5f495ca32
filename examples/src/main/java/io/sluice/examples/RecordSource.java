package io.sluice.examples;

import io.sluice.loader.BadInputException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Where the rows come from. Read by one thread; the counts may be asked for by any thread. */
interface RecordSource extends Closeable {
    /** Returns the names of the columns. */
    List<String> columns();

    /**
     * Returns the next records, none at the end.
     *
     * @throws BadInputException when a record cannot be used, with where it is
     */
    List<SourceRecord> next() throws IOException;

    /** Returns the share of the source that was read, 0 to 1. */
    double fractionRead();

    /** Returns how many bad records were left out. */
    long skipped();
}
