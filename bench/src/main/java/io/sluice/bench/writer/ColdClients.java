package io.sluice.bench.writer;

import com.google.gson.Gson;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.writer.ColdClientsMeasured.Round;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A program that opens clients one after the other, beginning with the first of its JVM, and writes rows with each. */
public final class ColdClients {
    private static final int VALUE_BYTES = 100;
    private static final Duration MOST = Duration.ofMinutes(3);
    private static final double NANOS_PER_MILLI = 1e6;

    private ColdClients() {}

    /** Instructions for the program. */
    private record Work(Contender contender, Target target, int rows, int rounds) {}

    /**
     * Runs it in a new JVM.
     *
     * @param rows puts of each client, by one thread, with the default durability
     * @param rounds number of clients
     * @throws IOException if a put was not acknowledged
     */
    public static ColdClientsMeasured run(Contender contender, Target target, int rows, int rounds) throws IOException {
        String work = new Gson().toJson(new Work(contender, target, rows, rounds));
        return new ChildJvm(contender.classPath())
                .run(ColdClients.class, List.of(work), ColdClientsMeasured.class, MOST);
    }

    /** Argument: created by {@link #run}. */
    public static void main(String[] arguments) {
        PrintStream answer = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try {
            Work work = new Gson().fromJson(arguments[0], Work.class);
            List<Round> rounds = new ArrayList<>();
            for (int i = 0; i < work.rounds(); i++) {
                rounds.add(round(work));
            }
            answer.println(new Gson().toJson(new ColdClientsMeasured(rounds)));
            // Ends threads that a library has left running.
            Runtime.getRuntime().halt(0);
        } catch (Exception | LinkageError e) {
            e.printStackTrace(answer);
            Runtime.getRuntime().halt(1);
        }
    }

    private static Round round(Work work) throws Exception {
        AtomicLong firstNanoTime = new AtomicLong();
        boolean tells = work.contender().tellsWhenAcknowledged();
        Load load = new Load(1, VALUE_BYTES, /* skipWal= */ false);
        long begin = System.nanoTime();
        try (Writer writer = work.contender().open(new Writer.Setup(work.target(), load, Map.of(), null))) {
            long opened = System.nanoTime();
            for (int i = 0; i < work.rows(); i++) {
                if (i == 0 && tells) {
                    writer.write(Rows.row(i), failure -> firstNanoTime.set(System.nanoTime()));
                } else {
                    writer.write(Rows.row(i));
                }
            }
            writer.finish();
            long end = System.nanoTime();
            if (writer.acknowledged() != work.rows() || writer.failed() > 0) {
                throw new IllegalStateException(writer.acknowledged() + " of " + work.rows() + " puts acknowledged, "
                        + writer.failed() + " failed");
            }
            return new Round(
                    (end - begin) / NANOS_PER_MILLI,
                    (end - opened) / NANOS_PER_MILLI,
                    tells ? (firstNanoTime.get() - opened) / NANOS_PER_MILLI : null);
        }
    }
}
