package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link FaultProgram} in a JVM of its own, which is told and tells things by lines. */
final class ChildJvm implements AutoCloseable {
    private static final String END = "(end of output)";

    private final Process process;
    private final Writer in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> read = new ArrayList<>();

    private ChildJvm(Process process) {
        this.process = process;
        in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readAll, "child-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one.
     *
     * @param limit a command of the shell to come before, such as {@code ulimit -n 200}
     * @param flags of the JVM
     * @param args of the program
     */
    static ChildJvm start(String limit, List<String> flags, String... args) throws IOException {
        List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(flags);
        java.addAll(List.of("-Xshare:auto", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        java.add(FaultProgram.class.getName());
        java.addAll(List.of(args));
        List<String> command = new ArrayList<>(List.of("sh", "-c", limit + " && exec \"$@\"", "sh"));
        command.addAll(java);
        return new ChildJvm(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private void readAll() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(e.toString());
        }
        lines.add(END);
    }

    /** Waits for a line that begins so, and returns what follows. */
    String await(String beginning) throws InterruptedException {
        while (true) {
            String line = lines.poll(FaultRig.LIMIT.toSeconds() * 2, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("no '" + beginning + "' but " + last());
            }
            read.add(line);
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length()).trim();
            }
        }
    }

    private List<String> last() {
        return read.subList(Math.max(0, read.size() - 40), read.size());
    }

    /** Every whole line so far that begins so, without the beginning. */
    List<String> all(String beginning) {
        lines.drainTo(read);
        return read.stream()
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()).trim())
                .toList();
    }

    void tell(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
    }

    /** Sends it a signal by the program {@code kill}. */
    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    /** Ends it as {@code kill -9} does; returns when all that it had said has been read. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        while (true) {
            String line = lines.poll(10, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                return;
            }
            read.add(line);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
