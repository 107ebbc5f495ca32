package io.sluice.client.internal.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sockets of this process as Linux counts them. */
final class Sockets {
    private static final int REMOTE = 2;
    private static final int INODE = 9;

    private static final Pattern SPACES = Pattern.compile("\\s+");

    private Sockets() {}

    /** File descriptors of sockets of this process that are connected, or were, to a port. */
    static long connectedTo(int port) throws IOException {
        Set<String> mine = inodes();
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        long count = 0;
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = SPACES.split(line.trim(), -1);
                if (fields.length > INODE && fields[REMOTE].endsWith(suffix) && mine.contains(fields[INODE])) {
                    count++;
                }
            }
        }
        return count;
    }

    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring("socket:[".length(), target.length() - 1));
                    }
                } catch (NoSuchFileException e) {
                    // Closed meanwhile, as the one that lists this folder.
                }
            }
        }
        return inodes;
    }
}
