package io.sluice.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A signal that asks a process to end, and the JVM's exit code for it. */
public enum EndSignal {
    INT(2),
    TERM(15);

    private static final int SIGNAL_EXIT = 128;

    private final int number;

    EndSignal(int number) {
        this.number = number;
    }

    /**
     * Returns INT, or TERM if this process ignores INT, which its children inherit. Shells start background processes
     * like this, as do {@code nohup} and many CI servers.
     */
    public static EndSignal ofChildren() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return INT;
        }
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow()
                .substring("SigIgn:".length())
                .strip();
        return (Long.parseUnsignedLong(mask, 16) >> (INT.number - 1) & 1) == 1 ? TERM : INT;
    }

    public int exitCode() {
        return SIGNAL_EXIT + number;
    }

    /** Sends it to the process. */
    public void send(Process process) throws IOException, InterruptedException {
        int result = new ProcessBuilder("kill", "-" + name(), Long.toString(process.pid()))
                .start()
                .waitFor();
        if (result != 0) {
            throw new AssertionError("kill -" + name() + " ended with " + result);
        }
    }
}
