package io.sluice.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks before a run whether a file can be written that the run may need late. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * Checks that no file that is written is an input, or is written for two reasons.
     *
     * @param outputs by the options that name them
     * @throws BadInputException that names both
     */
    static void checkDistinct(List<Path> inputs, Map<String, Path> outputs) throws IOException {
        Map<Path, String> uses = new HashMap<>();
        for (Path input : inputs) {
            uses.put(real(input), "the input");
        }
        for (Map.Entry<String, Path> output : outputs.entrySet()) {
            String option = output.getKey();
            String other = uses.put(real(output.getValue()), "the file of " + option);
            if (other != null) {
                throw new BadInputException(
                        option + ": " + output.getValue() + " is " + other + ", too; name another file by " + option);
            }
        }
    }

    /** Returns the one path of a file that has many; of one that is not there yet by its folder. */
    static Path real(Path file) throws IOException {
        Path path = file.toAbsolutePath().normalize();
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        Path folder = path.getParent();
        return folder == null || !Files.exists(folder)
                ? path
                : folder.toRealPath().resolve(path.getFileName());
    }

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
        } else if (Files.exists(file)) {
            why = Files.isWritable(file) ? "" : "this user may not write it";
        } else if (!Files.isWritable(folder)) {
            why = "this user may not write in the folder " + folder;
        }
        if (!why.isEmpty()) {
            throw new BadInputException(
                    option + ": cannot write " + file + ": " + why + "; name another file by " + option);
        }
    }
}
