package io.sluice.loader.input;

import io.sluice.loader.BadInputException;
import io.sluice.loader.CountingInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The characters of an input: a file or a stream. Its first two bytes show whether it is compressed by gzip. Bytes that
 * are invalid in the charset become U+FFFD, so that the lines after them are not lost.
 */
public final class InputText implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final CountingInputStream counted;
    private final Reader reader;
    private final long totalBytes;
    private final String name;
    private final boolean isFile;
    private final int maxLineChars;

    /**
     * How bytes become lines.
     *
     * @param charset the charset of the bytes
     * @param maxLineChars maximum length of a line, so that a file without line ends does not exhaust the memory
     */
    public record Form(Charset charset, int maxLineChars) {}

    private InputText(InputStream in, String name, boolean isFile, long totalBytes, Form form) throws IOException {
        this.name = name;
        maxLineChars = form.maxLineChars();
        Charset charset = form.charset();
        counted = new CountingInputStream(in);
        this.isFile = isFile;
        this.totalBytes = totalBytes;
        try {
            reader = new InputStreamReader(
                    plain(counted, name),
                    charset.newDecoder()
                            .onMalformedInput(CodingErrorAction.REPLACE)
                            .onUnmappableCharacter(CodingErrorAction.REPLACE));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Opens a file. */
    public static InputText open(Path file, Form form) throws IOException {
        checkReadable(file);
        return new InputText(Files.newInputStream(file), file.toString(), true, Files.size(file), form);
    }

    /**
     * Checks that a path is a readable file.
     *
     * @throws BadInputException if it is not; says why
     */
    public static void checkReadable(Path file) throws BadInputException {
        String why = "";
        if (Files.isDirectory(file)) {
            why = "it is a folder; name the files in it";
        } else if (!Files.exists(file)) {
            why = "no such file";
        } else if (!Files.isRegularFile(file)) {
            why = "it is a pipe or a device, but files are read more than once; pipe it in and name -";
        } else if (!Files.isReadable(file)) {
            why = "no permission to read it";
        }
        if (!why.isEmpty()) {
            throw new BadInputException("Cannot read " + file + ": " + why);
        }
    }

    /** Reads a stream of unknown size, which the caller closes. */
    public static InputText of(InputStream in, Form form) throws IOException {
        return new InputText(in, "standard input", false, 0, form);
    }

    private static InputStream plain(InputStream in, String name) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
        buffered.mark(2);
        int first = buffered.read();
        int second = buffered.read();
        buffered.reset();
        boolean gzip = first == (GZIPInputStream.GZIP_MAGIC & 0xff) && second == GZIPInputStream.GZIP_MAGIC >> 8;
        return gzip ? new Unzipped(buffered, name) : buffered;
    }

    /** Adds the name of the input to errors in its gzip data. */
    private static final class Unzipped extends FilterInputStream {
        private final String name;

        Unzipped(InputStream compressed, String name) {
            super(new GzipMembers(compressed));
            this.name = name;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return super.read(buffer, offset, length);
            } catch (EOFException | ZipException e) {
                throw wrong(e);
            }
        }

        private BadInputException wrong(IOException e) {
            return new BadInputException(
                    e instanceof EOFException
                            ? name + " was cut off: it ends in the middle of its gzip data"
                            : name + " is damaged: its gzip data cannot be read (" + e.getMessage() + ")",
                    e);
        }
    }

    /** Returns a description of the input, for messages. */
    String name() {
        return name;
    }

    int maxLineChars() {
        return maxLineChars;
    }

    Reader reader() {
        return reader;
    }

    /** Returns the fraction of the bytes that has been read, 0 to 1; 0 if their number is unknown. */
    public double fractionRead() {
        return totalBytes == 0 ? 0 : Math.min(1, (double) counted.bytes() / totalBytes);
    }

    /** A thread may wait for ever in a read of standard input, and closing the reader would wait for that thread. */
    @Override
    public void close() throws IOException {
        if (isFile) {
            reader.close();
        }
    }
}
