package io.sluice.bench.writer;

import com.google.gson.Gson;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.run.JvmFlags;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A separate JVM in which one client writes. */
final class ClientProcess implements AutoCloseable {
    /**
     * The same flags for all; the JVM chooses the collector for its processors. hbase-client's fast paths need one
     * opened package of the JDK, which does not affect the others.
     */
    static final List<String> JVM_FLAGS = List.of(
            "-Xms1g",
            "-Xmx1g",
            "-XX:+AlwaysPreTouch",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djava.net.preferIPv4Stack=true",
            "--add-opens=java.base/java.nio=ALL-UNNAMED");

    private final Gson gson = new Gson();
    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader answers;
    private final Duration timeout;

    private ClientProcess(Process process, Duration timeout) {
        this.process = process;
        this.timeout = timeout;
        orders = process.outputWriter();
        answers = process.inputReader();
    }

    /**
     * Starts a process.
     *
     * @param entrant the client that writes in it
     * @param pinning the processor on which it runs
     * @param timeout time limit of an order
     */
    static ClientProcess start(Entrant entrant, Pinning pinning, Duration timeout) throws IOException {
        List<String> command = new ArrayList<>(pinning.prefix());
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(JvmFlags.of(JVM_FLAGS));
        command.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                entrant.contender().classPath()));
        command.addAll(List.of(ClientMain.class.getName(), new Gson().toJson(entrant)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ClientProcess(process, timeout);
    }

    /**
     * Sends an order and waits for its outcome. If the process dies or does not finish in time, the outcome is a
     * failure.
     */
    Outcome run(Order order) {
        try {
            orders.write(gson.toJson(order));
            orders.newLine();
            orders.flush();
            String answer =
                    CompletableFuture.supplyAsync(this::readLine).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return answer.isEmpty() ? Outcome.failed("the client process ended") : gson.fromJson(answer, Outcome.class);
        } catch (IOException | ExecutionException e) {
            return Outcome.failed(e.toString());
        } catch (TimeoutException e) {
            process.destroyForcibly();
            return Outcome.failed("not done after " + timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.failed("interrupted");
        }
    }

    private String readLine() {
        try {
            String line = answers.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it. */
    @Override
    public void close() {
        ChildJvm.end(process, orders);
    }
}
