package io.sluice.loader;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.PatternSyntaxException;

/** Resolves the arguments of a command line to files. */
final class InputFiles {
    private InputFiles() {}

    /**
     * Returns the files in the order of the arguments, those of a pattern such as {@code orders-*.csv} in the order of
     * their names. An argument that names an existing file is not a pattern; only a pattern that begins with a dot
     * matches hidden files.
     *
     * @throws BadInputException if a pattern matches nothing, or a file is named twice
     */
    static List<Path> of(List<String> words) throws IOException {
        Map<Path, Path> files = new LinkedHashMap<>();
        for (String word : words) {
            boolean pattern = word.matches(".*[*?\\[{].*") && !Files.exists(Path.of(word));
            for (Path file : pattern ? matching(word) : List.of(Path.of(word))) {
                if (files.put(OutputFiles.real(file), file) != null) {
                    throw new BadInputException(file + " is named twice");
                }
            }
        }
        return List.copyOf(files.values());
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
                        "'" + pattern + "' is neither a file nor a valid pattern: " + e.getDescription(), e);
            }
        }
        boolean hidden = pattern.startsWith(".", slash + 1);
        files.removeIf(file -> Files.isDirectory(file)
                || (!hidden && file.getFileName().toString().startsWith(".")));
        if (files.isEmpty()) {
            throw new BadInputException("No file matches '" + pattern
                    + "'; *, ?, [] and {} are allowed in the file name, but not in folder names");
        }
        files.sort(null);
        return files;
    }
}
