package io.sluice.bench.nullserver;

import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.run.JvmFlags;
import io.sluice.bench.writer.Pinning;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of servers, which reads orders line by line, answers in lines, and ends when its input ends. */
final class ServerJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter orders;

    private ServerJvm(Process process) {
        this.process = process;
        answers = process.inputReader();
        orders = process.outputWriter();
    }

    static ServerJvm start(Pinning pinning, List<String> flags, Class<?> program, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(pinning.prefix());
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(JvmFlags.of(flags));
        command.addAll(List.of("-Djava.net.preferIPv4Stack=true", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), program.getName()));
        command.addAll(arguments);
        return new ServerJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** @throws IOException if it has ended */
    String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the process of the servers has ended");
        }
        return line;
    }

    void order(String line) throws IOException {
        orders.write(line);
        orders.newLine();
        orders.flush();
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        ChildJvm.end(process, orders);
    }
}
