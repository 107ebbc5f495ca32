package io.sluice.loader.write;

import io.sluice.Put;
import io.sluice.loader.input.BrokenLineException;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where rows come from. Read by one thread; {@link #fractionRead} may be asked by any. */
public interface RowSource extends Closeable {
    /** A row that is still to be made, on a thread that writes. */
    interface Row {
        /** Returns its number from 1; rows come in the order of their numbers, without a gap. */
        long number();

        /** Returns the file that it is from if the input has several; else an empty text. */
        default String file() {
            return "";
        }

        /** Returns its line in that file, or in the input. */
        long line();

        /** Makes the Put. */
        Put put() throws BrokenLineException;
    }

    /** Returns the next row, null at the end. */
    @Nullable Row next() throws IOException;

    /** Returns the share that was read, 0 to 1; 0 when that is not known. */
    double fractionRead();
}
