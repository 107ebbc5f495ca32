package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A child JVM and its folder. The child ends when its standard input ends, so also if this JVM is killed; then it
 * deletes its folder itself. Thread-safe.
 */
final class ChildProcess implements AutoCloseable {
    private static final long STOP_MILLIS = 30_000;
    private static final long KILL_SECONDS = 10;
    private static final int QUOTED_LINES = 25;

    private final ChildLaunch launch;
    private final Process process;
    private final ControlChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ChildProcess(ChildLaunch launch, Process process) {
        this.launch = launch;
        this.process = process;
        channel = new ControlChannel(process.getOutputStream(), process.getInputStream(), this::describeEnd);
    }

    static ChildProcess start(ChildLaunch launch) throws IOException {
        try {
            return new ChildProcess(launch, launch.start());
        } catch (IOException e) {
            if (launch.ownsFolder()) {
                delete(launch.folder(), List.of());
            }
            throw e;
        }
    }

    ControlChannel channel() {
        return channel;
    }

    Path logFile() {
        return launch.logFile();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns a new future of the exit code; completing it does not affect the child. */
    CompletableFuture<Integer> onExit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Describes how the child ended, with the end of its log, for an error. */
    String describeEnd() {
        StringBuilder text = new StringBuilder("The JVM of HBase, process ").append(process.pid());
        try {
            // The pipe ends before the process does.
            if (process.waitFor(2, TimeUnit.SECONDS)) {
                text.append(", ended with exit code ").append(process.exitValue());
            } else {
                text.append(", does not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return text.append("; its log is ")
                .append(launch.logFile())
                .append(", the last lines of it:\n")
                .append(logTail())
                .toString();
    }

    private String logTail() {
        ArrayDeque<String> tail = new ArrayDeque<>();
        // Not Files.newBufferedReader, which throws on invalid UTF-8.
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(launch.logFile()), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                tail.addLast(line);
                if (tail.size() > QUOTED_LINES) {
                    tail.removeFirst();
                }
            }
        } catch (IOException e) {
            tail.addLast("(not readable: " + e + ")");
        }
        return tail.isEmpty() ? "(empty)" : String.join("\n", tail);
    }

    /**
     * Ends the child and waits for it, at most about 30 s, then kills it; deletes the folder if the child owns it. If
     * the child ended by itself the log is kept, as the only evidence.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean endedByItself = !process.isAlive();
        // On a separate thread: a stopped child that does not read may block even the closing of the pipe.
        Thread closer = new Thread(channel::close, "embedded-hbase-close");
        closer.setDaemon(true);
        closer.start();
        boolean interrupted = !await();
        if (launch.ownsFolder()) {
            delete(launch.folder(), endedByItself ? List.of(launch.logFile()) : List.of());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the child, even if it is stopped, and deletes its folder if the child owns it. */
    void kill() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Process killed = process.destroyForcibly();
        Process unused = killed.onExit()
                .completeOnTimeout(killed, KILL_SECONDS, TimeUnit.SECONDS)
                .join();
        channel.close();
        if (launch.ownsFolder()) {
            delete(launch.folder(), List.of());
        }
    }

    private boolean await() {
        try {
            if (!process.waitFor(STOP_MILLIS, TimeUnit.MILLISECONDS)) {
                boolean unused = process.destroyForcibly().waitFor(KILL_SECONDS, TimeUnit.SECONDS);
            }
            return true;
        } catch (InterruptedException e) {
            Process killed = process.destroyForcibly();
            Process unused = killed.onExit()
                    .completeOnTimeout(killed, KILL_SECONDS, TimeUnit.SECONDS)
                    .join();
            return false;
        }
    }

    /** Deletes {@code folder} as far as possible, without {@code kept}. */
    private static void delete(Path folder, List<Path> kept) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (!kept.contains(file)) {
                        Files.deleteIfExists(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                    if (kept.isEmpty() || !visited.equals(folder)) {
                        Files.deleteIfExists(visited);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // A temporary folder that remains must not fail a run that succeeded.
            System.getLogger(ChildProcess.class.getName())
                    .log(System.Logger.Level.WARNING, "Could not delete " + folder + ": " + e);
        }
    }
}
