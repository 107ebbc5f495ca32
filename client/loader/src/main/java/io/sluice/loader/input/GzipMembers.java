package io.sluice.loader.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content of all members of gzip data (RFC 1952). The JDK's stream ends after a member if the next one has not
 * arrived yet, as in a pipe, or if its header is damaged; this one always reads to the end of the input.
 */
final class GzipMembers extends InputStream {
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int DEFLATE = 8;
    private static final int FLAG_HEADER_CHECK = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 check = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private boolean inMember;

    /** @param in the compressed stream; closed with this one */
    GzipMembers(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (inMember || begin()) {
            int count = inflate(target, offset, length);
            if (count > 0) {
                check.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                end();
            }
        }
        return -1;
    }

    private int inflate(byte[] target, int offset, int length) throws IOException {
        if (position == limit && !fill()) {
            throw new EOFException();
        }
        inflater.setInput(buffer, position, limit - position);
        try {
            int count = inflater.inflate(target, offset, length);
            position = limit - inflater.getRemaining();
            if (inflater.needsDictionary()) {
                throw new ZipException("needs a dictionary");
            }
            return count;
        } catch (DataFormatException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads the header of a member; returns false at the end of the input. */
    private boolean begin() throws IOException {
        if (position == limit && !fill()) {
            return false;
        }
        if (next() != MAGIC_1 || next() != MAGIC_2) {
            throw new ZipException("what follows is not gzip data");
        }
        if (next() != DEFLATE) {
            throw new ZipException("unknown compression method");
        }
        int flags = next();
        // Skips time, level and operating system.
        pass(6);
        pass((flags & FLAG_EXTRA) == 0 ? 0 : number(2));
        passText((flags & FLAG_NAME) != 0);
        passText((flags & FLAG_COMMENT) != 0);
        pass((flags & FLAG_HEADER_CHECK) == 0 ? 0 : 2);
        inflater.reset();
        check.reset();
        inMember = true;
        return true;
    }

    private void end() throws IOException {
        if (number(4) != check.getValue() || number(4) != (inflater.getBytesWritten() & 0xffffffffL)) {
            throw new ZipException("wrong checksum or size");
        }
        inMember = false;
    }

    private void passText(boolean there) throws IOException {
        int character = there ? next() : 0;
        while (character != 0) {
            character = next();
        }
    }

    private void pass(long bytes) throws IOException {
        for (long i = 0; i < bytes; i++) {
            next();
        }
    }

    /** Reads a little-endian number of {@code bytes} bytes. */
    private long number(int bytes) throws IOException {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (long) next() << (8 * i);
        }
        return number;
    }

    private int next() throws IOException {
        if (position == limit && !fill()) {
            throw new EOFException();
        }
        return buffer[position++] & 0xff;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    private static ZipException wrong(String why, Throwable cause) {
        ZipException wrong = new ZipException(why);
        wrong.initCause(cause);
        return wrong;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
