package io.sluice.loader.write;

import io.sluice.Put;
import io.sluice.loader.input.BrokenLineException;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A source of rows. Read by one thread; any thread may call {@link #fractionRead}. */
public interface RowSource extends Closeable {
    /** A row whose Put is created later, on a thread that writes. */
    interface Row {
        /** Returns its number, from 1; rows come in the order of their numbers, without gaps. */
        long number();

        /** Returns its file if the input has several; else an empty text. */
        default String file() {
            return "";
        }

        /** Returns its line in that file or in the input. */
        long line();

        /** Creates the Put. */
        Put put() throws BrokenLineException;
    }

    /** Returns the next row, null at the end. */
    @Nullable Row next() throws IOException;

    /** Returns the fraction that has been read, 0 to 1; 0 if unknown. */
    double fractionRead();
}
