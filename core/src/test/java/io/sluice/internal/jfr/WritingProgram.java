package io.sluice.internal.jfr;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.internal.buffer.LiveEngine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Writes to servers in memory, so that everything is loaded that tells of it. */
final class WritingProgram {
    private WritingProgram() {}

    public static void main(String[] args) throws Exception {
        long acknowledged;
        try (LiveEngine engine = new LiveEngine(1 << 20);
                AsyncBufferedMutator mutator = engine.builder().build()) {
            for (int i = 0; i < 100; i++) {
                var unused = mutator.mutate(new Put(bytes("row " + i)).addColumn(bytes("f"), bytes("q"), bytes("v")));
            }
            acknowledged = mutator.flush(Duration.ofMinutes(1)).acked();
        }
        boolean present = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
        System.out.println("acknowledged " + acknowledged + ", recorder " + (present ? "present" : "absent"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
