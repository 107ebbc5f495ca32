package io.sluice.loader.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An input as records. Read by one thread; any thread may call {@link #fractionRead}. */
public interface InputSource extends Closeable {
    /** Returns the names of the columns; empty if each record has its own. */
    List<String> columns();

    /** Returns the original line with the names of the columns, with its line end; empty if there is none. */
    String header();

    /**
     * Returns the next record, broken or not, or null at the end.
     *
     * @throws IOException if the input itself cannot be read any further
     */
    @Nullable InputRecord next() throws IOException;

    /** Returns the fraction of the input that has been read, 0 to 1; 0 if its size is unknown. */
    double fractionRead();
}
