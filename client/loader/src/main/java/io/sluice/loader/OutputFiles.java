package io.sluice.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks before a run that files which the run may only need later can be written. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * Checks that no output file is also an input or another output.
     *
     * @param outputs the output files, by option
     * @throws BadInputException if one is; names both
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

    /** Returns the canonical path of a file; that of a file that does not exist yet is derived from its folder. */
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
     * Checks a file without changing anything.
     *
     * @param option the option that names the file
     * @throws BadInputException if it cannot be written; says why
     */
    static void check(String option, Path file) throws BadInputException {
        Path folder = file.toAbsolutePath().getParent();
        String why = "";
        if (Files.isDirectory(file)) {
            why = "it is a folder";
        } else if (folder == null || !Files.isDirectory(folder)) {
            why = "no such folder: " + folder;
        } else if (Files.exists(file)) {
            why = Files.isWritable(file) ? "" : "no permission to write it";
        } else if (!Files.isWritable(folder)) {
            why = "no permission to write in the folder " + folder;
        }
        if (!why.isEmpty()) {
            throw new BadInputException(
                    option + ": cannot write " + file + ": " + why + "; name another file by " + option);
        }
    }
}
