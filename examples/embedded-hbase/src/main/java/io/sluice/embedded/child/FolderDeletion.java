package io.sluice.embedded.child;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Deletes the folder of a server that may still write to it. */
final class FolderDeletion {
    /** Number of attempts: one fails if the server creates a file in the meantime. */
    private static final int ATTEMPTS = 5;

    private FolderDeletion() {}

    /** Deletes {@code folder} as far as possible. */
    static void delete(Path folder) {
        for (int i = 0; i < ATTEMPTS && Files.exists(folder); i++) {
            try {
                Files.walkFileTree(folder, new Deleter());
            } catch (IOException e) {
                System.err.println("Could not delete " + folder + ": " + e);
            }
        }
    }

    private static final class Deleter extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
