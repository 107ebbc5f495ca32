package io.sluice.client.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The network sockets of this process, each with what Linux tells of it; empty where {@code /proc} does not exist. Those of the UNIX
 * domain are left out: the JVM opens such ones for itself when it first closes a channel, and keeps them.
 */
final class OpenSockets {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path TABLES = Path.of("/proc/self/net");
    private static final String PREFIX = "socket:[";
    private static final Pattern SPACES = Pattern.compile("\\s+");

    private final Set<String> inodes;

    private OpenSockets(Set<String> inodes) {
        this.inodes = inodes;
    }

    static OpenSockets now() throws IOException {
        return new OpenSockets(byInode().keySet());
    }

    /** Those that are open now and were not then. */
    List<String> openedSince() throws IOException {
        return byInode().entrySet().stream()
                .filter(socket -> !inodes.contains(socket.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static Map<String, String> byInode() throws IOException {
        Map<String, String> sockets = new HashMap<>();
        if (!Files.isDirectory(DESCRIPTORS)) {
            return sockets;
        }
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            for (Path descriptor : all.toList()) {
                String target = target(descriptor);
                if (target.startsWith(PREFIX)) {
                    sockets.put(target.substring(PREFIX.length(), target.length() - 1), "not bound: " + descriptor);
                }
            }
        }
        for (String table : List.of("tcp", "tcp6", "udp", "udp6")) {
            lines(table).forEach(line -> sockets.computeIfPresent(inode(line, 9), (inode, was) -> table + ' ' + line));
        }
        sockets.keySet().removeAll(lines("unix").map(line -> inode(line, 6)).collect(Collectors.toSet()));
        return sockets;
    }

    private static Stream<String> lines(String table) throws IOException {
        Path file = TABLES.resolve(table);
        return Files.isReadable(file) ? Files.readAllLines(file).stream().map(String::trim) : Stream.of();
    }

    private static String inode(String line, int column) {
        String[] columns = SPACES.split(line, -1);
        return columns.length > column ? columns[column] : "";
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            // Closed meanwhile, as the one that lists this folder.
            return "";
        }
    }
}
