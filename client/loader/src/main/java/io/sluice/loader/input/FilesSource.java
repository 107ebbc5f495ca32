package io.sluice.loader.input;

import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of several files, one after the other, numbered consecutively. */
public final class FilesSource implements InputSource {
    private final List<Path> files;
    private final Opener opener;
    private final long totalBytes;
    private volatile long bytesBefore;
    private volatile long currentBytes;
    private volatile InputSource current;
    private int index;
    private long number;

    /** Opens a file. */
    public interface Opener {
        InputSource open(Path file) throws IOException;
    }

    /**
     * Opens the first file, after checking the header of each.
     *
     * @param files at least one
     * @throws BadInputException if one cannot be read, or its columns differ from the first one's
     */
    public FilesSource(List<Path> files, Opener opener) throws IOException {
        this.files = List.copyOf(files);
        this.opener = opener;
        long bytes = 0;
        for (Path file : files) {
            checkColumns(file);
            bytes += Files.size(file);
        }
        totalBytes = bytes;
        currentBytes = Files.size(files.get(0));
        current = opener.open(files.get(0));
    }

    private void checkColumns(Path file) throws IOException {
        try (InputSource first = opener.open(files.get(0));
                InputSource source = opener.open(file)) {
            if (!source.columns().equals(first.columns())) {
                throw new BadInputException(
                        BrokenLineException.shortened(file + " does not have the columns of " + files.get(0)
                                + ", so it must be loaded separately: " + source.columns() + ", " + first.columns()));
            }
        }
    }

    @Override
    public List<String> columns() {
        return current.columns();
    }

    @Override
    public String header() {
        return current.header();
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        InputRecord record = current.next();
        while (record == null && index + 1 < files.size()) {
            current.close();
            bytesBefore = bytesBefore + currentBytes;
            index++;
            currentBytes = Files.size(files.get(index));
            current = opener.open(files.get(index));
            record = current.next();
        }
        return record == null
                ? null
                : record.of(++number, files.size() == 1 ? "" : files.get(index).toString());
    }

    @Override
    public double fractionRead() {
        if (totalBytes == 0) {
            return 0;
        }
        return Math.min(1, (bytesBefore + current.fractionRead() * currentBytes) / totalBytes);
    }

    @Override
    public void close() throws IOException {
        current.close();
    }
}
