package io.sluice.loader;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes read through it: the reader's position in the file, even if the file is compressed. */
public final class CountingInputStream extends FilterInputStream {
    /** Written by the reading thread only. */
    private volatile long bytes;

    public CountingInputStream(InputStream in) {
        super(in);
    }

    /** Returns how many bytes were read so far. */
    public long bytes() {
        return bytes;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) {
            add(1);
        }
        return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        if (read > 0) {
            add(read);
        }
        return read;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
    private void add(int more) {
        bytes += more;
    }
}
