package io.sluice.examples.loader;

import io.sluice.examples.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks before a run whether a file can be written that the run may need late. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * Checks; leaves everything as it is.
     *
     * @param option that names the file
     * @throws BadInputException that says why it cannot be written
     */
    static void check(String option, Path file) throws BadInputException {
        Path folder = file.toAbsolutePath().getParent();
        String why = "";
        if (Files.isDirectory(file)) {
            why = "it is a folder";
        } else if (folder == null || !Files.isDirectory(folder)) {
            why = "there is no folder " + folder;
        } else if (!Files.isWritable(folder)) {
            why = "this user may not write in the folder " + folder;
        } else if (Files.exists(file) && !Files.isWritable(file)) {
            why = "this user may not write it";
        }
        if (!why.isEmpty()) {
            throw new BadInputException(
                    option + ": cannot write " + file + ": " + why + "; name another file by " + option);
        }
    }
}
