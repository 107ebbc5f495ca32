package io.sluice.bench.run;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a program in its own JVM, by default with the flags of benchmarks in {@link JmhSession}. Its answer is the last
 * printed line that begins with a brace, as JSON.
 */
public final class ChildJvm {
    private static final int LINES_KEPT = 20;
    private static final int END_SECONDS = 5;
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        // A child that outlives an interrupted comparison would disturb the next one.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    private final List<String> command = new ArrayList<>();

    /**
     * @param classPath the child's class path
     * @param moreFlags further JVM flags
     */
    public ChildJvm(String classPath, String... moreFlags) {
        this(List.of(), classPath, moreFlags);
    }

    /**
     * @param prefix prefix of the command, such as {@code taskset}; empty for nothing
     * @param classPath the child's class path
     * @param moreFlags further JVM flags
     */
    public ChildJvm(List<String> prefix, String classPath, String... moreFlags) {
        this(
                prefix,
                Stream.concat(JmhSession.JVM_FLAGS.stream(), Stream.of(moreFlags))
                        .toList(),
                classPath);
    }

    private ChildJvm(List<String> prefix, List<String> flags, String classPath) {
        command.addAll(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.of(flags));
        command.addAll(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", classPath));
    }

    /** Returns an object that uses these flags instead of those of benchmarks. */
    public static ChildJvm withFlags(List<String> flags, String classPath) {
        return new ChildJvm(List.of(), flags, classPath);
    }

    /** Ends a child by closing its orders; forcibly, if it does not end within some seconds. */
    public static void end(Process child, Closeable orders) {
        try {
            orders.close();
            if (!child.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        } catch (IOException e) {
            child.destroyForcibly();
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The flags, for the record. */
    public static String flags() {
        return String.join(" ", JmhSession.JVM_FLAGS);
    }

    /**
     * Runs the program to its end.
     *
     * @param timeout time after which the child is ended, and fails
     * @throws IOException with the end of the child's output, if it fails or prints no such answer
     */
    public <T> T run(Class<?> program, List<String> arguments, Class<T> answer, Duration timeout) throws IOException {
        List<String> line = new ArrayList<>(command);
        line.add(program.getName());
        line.addAll(arguments);
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        RUNNING.add(process);
        CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process::destroyForcibly);
        Deque<String> last = new ArrayDeque<>();
        String json = "";
        try (BufferedReader output = process.inputReader()) {
            for (String text = output.readLine(); text != null; text = output.readLine()) {
                json = text.startsWith("{") ? text : json;
                last.addLast(text);
                if (last.size() > LINES_KEPT) {
                    last.removeFirst();
                }
            }
            int exit = process.waitFor();
            if (exit != 0 || json.isEmpty()) {
                throw new IOException(program.getSimpleName() + arguments + " ended with exit code " + exit
                        + ", its output with:\n" + String.join("\n", last));
            }
            return new Gson().fromJson(json, answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + program.getSimpleName() + " ran", e);
        } catch (JsonParseException e) {
            throw new IOException(program.getSimpleName() + " printed no " + answer.getSimpleName() + ": " + json, e);
        } finally {
            process.destroyForcibly();
            RUNNING.remove(process);
        }
    }
}
