package io.sluice.loader.input;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An input as records. Read by one thread; {@link #fractionRead} may be asked by any. */
public interface InputSource extends Closeable {
    /** Returns the names of the columns, empty when each record has its own. */
    List<String> columns();

    /** Returns the line with the names of the columns as it was, with its end; empty when there is none. */
    String header();

    /**
     * Returns the next record, broken or not, or null at the end.
     *
     * @throws IOException when the input itself cannot be read any further
     */
    @Nullable InputRecord next() throws IOException;

    /** Returns the share of the input that was read, 0 to 1; 0 when its size is not known. */
    double fractionRead();
}
