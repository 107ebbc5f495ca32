package io.sluice.examples.loader.input;

import io.sluice.examples.BadInputException;
import io.sluice.examples.CountingInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The characters of an input: a file or a stream, compressed by gzip or not, which its first two bytes tell. Bytes that are
 * not of the charset become U+FFFD, so that the lines after them are not lost.
 */
public final class InputText implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final CountingInputStream counted;
    private final Reader reader;
    private final long totalBytes;
    private final boolean isFile;

    private InputText(InputStream in, boolean isFile, long totalBytes, Charset charset) throws IOException {
        counted = new CountingInputStream(in);
        this.isFile = isFile;
        this.totalBytes = totalBytes;
        try {
            reader = new InputStreamReader(
                    plain(counted),
                    charset.newDecoder()
                            .onMalformedInput(CodingErrorAction.REPLACE)
                            .onUnmappableCharacter(CodingErrorAction.REPLACE));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Opens a file. */
    public static InputText open(Path file, Charset charset) throws IOException {
        checkReadable(file);
        return new InputText(Files.newInputStream(file), true, Files.size(file), charset);
    }

    /**
     * Checks that something is a file that can be read.
     *
     * @throws BadInputException that says why not
     */
    public static void checkReadable(Path file) throws BadInputException {
        String why = "";
        if (Files.isDirectory(file)) {
            why = "it is a folder; name the files in it";
        } else if (!Files.exists(file)) {
            why = "there is no such file";
        } else if (!Files.isReadable(file)) {
            why = "this user may not read it";
        }
        if (!why.isEmpty()) {
            throw new BadInputException("Cannot read " + file + ": " + why);
        }
    }

    /** Reads a stream of unknown size, which stays the caller's. */
    public static InputText of(InputStream in, Charset charset) throws IOException {
        return new InputText(in, false, 0, charset);
    }

    private static InputStream plain(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER_BYTES);
        buffered.mark(2);
        int first = buffered.read();
        int second = buffered.read();
        buffered.reset();
        boolean gzip = first == (GZIPInputStream.GZIP_MAGIC & 0xff) && second == GZIPInputStream.GZIP_MAGIC >> 8;
        return gzip ? new GZIPInputStream(buffered, BUFFER_BYTES) : buffered;
    }

    Reader reader() {
        return reader;
    }

    double fractionRead() {
        return totalBytes == 0 ? 0 : Math.min(1, (double) counted.bytes() / totalBytes);
    }

    /** A thread may wait in a read of standard input for ever, and a close of the reader would wait for that thread. */
    @Override
    public void close() throws IOException {
        if (isFile) {
            reader.close();
        }
    }
}
