package io.sluice.examples.loader;

import io.sluice.examples.BadInputException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

/** The files that the words of a command line name. */
final class InputFiles {
    private InputFiles() {}

    /**
     * Returns the files: each word in its place, those of a pattern such as {@code orders-*.csv} in the order of their names.
     * A word that is the name of a file is no pattern.
     *
     * @throws BadInputException if a pattern fits nothing, or a file is named twice
     */
    static List<Path> of(List<String> words) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (String word : words) {
            boolean pattern = word.matches(".*[*?\\[{].*") && !Files.exists(Path.of(word));
            for (Path file : pattern ? matching(word) : List.of(Path.of(word))) {
                if (!files.add(file)) {
                    throw new BadInputException(file + " is named twice");
                }
            }
        }
        return List.copyOf(files);
    }

    private static List<Path> matching(String pattern) throws IOException {
        int slash = pattern.lastIndexOf('/');
        Path folder = Path.of(slash < 0 ? "" : pattern.substring(0, slash + 1));
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern.substring(slash + 1))) {
                found.forEach(file -> files.add(slash < 0 ? file.getFileName() : file));
            } catch (PatternSyntaxException e) {
                throw new BadInputException(
                        "'" + pattern + "' is neither a file nor a pattern: " + e.getDescription(), e);
            }
        }
        files.removeIf(Files::isDirectory);
        if (files.isEmpty()) {
            throw new BadInputException("No file fits '" + pattern
                    + "'; *, ?, [] and {} may stand in the name of the file, not of a folder");
        }
        files.sort(null);
        return files;
    }
}
