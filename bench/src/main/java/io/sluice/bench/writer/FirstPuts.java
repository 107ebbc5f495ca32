package io.sluice.bench.writer;

import com.google.gson.Gson;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.writer.FirstPutsMeasured.Part;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A program that begins to write as soon as its JVM has started, and measures itself from that start on. */
public final class FirstPuts {
    /**
     * The usual flags of a program that writes much: only the size of the heap, and the opened package for
     * hbase-client.
     */
    private static final List<String> FLAGS =
            List.of("-Xmx2g", "-Djava.net.preferIPv4Stack=true", "--add-opens=java.base/java.nio=ALL-UNNAMED");

    private static final Duration MOST = Duration.ofMinutes(5);
    private static final double NANOS_PER_MILLI = 1e6;

    /** Arguments before the settings. */
    private static final int FIXED_ARGUMENTS = 10;

    private FirstPuts() {}

    /** The flags of each JVM, for the record. */
    public static String flags() {
        return String.join(" ", FLAGS);
    }

    /**
     * Runs it in a new JVM.
     *
     * @param rows puts of each part
     * @param parts number of parts; a part begins when the one before has been acknowledged
     * @throws IOException if a put was not acknowledged
     */
    public static FirstPutsMeasured run(Entrant entrant, Target target, Load load, long rows, int parts)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                entrant.contender().name(),
                "" + entrant.settings().size(),
                target.table(),
                "" + target.serverPid(),
                "" + Usage.serverCpuNanos(target.serverPid()),
                "" + load.threads(),
                "" + load.valueBytes(),
                "" + rows,
                "" + parts,
                "" + System.currentTimeMillis()));
        entrant.settings().forEach((key, value) -> arguments.addAll(List.of(key, value)));
        target.settings().forEach((key, value) -> arguments.addAll(List.of(key, value)));
        return ChildJvm.withFlags(FLAGS, entrant.contender().classPath())
                .run(FirstPuts.class, arguments, FirstPutsMeasured.class, MOST);
    }

    /** Arguments: created by {@link #run}. */
    public static void main(String[] arguments) {
        PrintStream answer = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try {
            FirstPutsMeasured measured = measured(arguments);
            // Only now, since it loads 150 classes.
            answer.println(new Gson().toJson(measured));
            // Ends threads that a library has left running.
            Runtime.getRuntime().halt(0);
        } catch (Exception | LinkageError e) {
            e.printStackTrace(answer);
            Runtime.getRuntime().halt(1);
        }
    }

    /** Does without the JDK's management classes and Gson, until the first puts are on their way: most programs do. */
    private static FirstPutsMeasured measured(String[] arguments) throws Exception {
        int own = FIXED_ARGUMENTS + 2 * Integer.parseInt(arguments[1]);
        Target target =
                new Target(arguments[2], settings(arguments, own, arguments.length), Long.parseLong(arguments[3]));
        Load load = new Load(Integer.parseInt(arguments[5]), Integer.parseInt(arguments[6]), true);
        Writer.Setup setup = new Writer.Setup(target, load, settings(arguments, FIXED_ARGUMENTS, own), null);
        return measured(
                Contender.valueOf(arguments[0]),
                setup,
                Long.parseLong(arguments[4]),
                Long.parseLong(arguments[7]),
                Integer.parseInt(arguments[8]),
                Long.parseLong(arguments[9]));
    }

    private static Map<String, String> settings(String[] arguments, int from, int to) {
        Map<String, String> settings = new HashMap<>();
        for (int i = from; i < to; i += 2) {
            settings.put(arguments[i], arguments[i + 1]);
        }
        return settings;
    }

    private static FirstPutsMeasured measured(
            Contender contender, Writer.Setup setup, long serverNanosBefore, long rows, int count, long startedMillis)
            throws Exception {
        AtomicLong firstNanos = new AtomicLong();
        long atNanos = System.nanoTime();
        double sinceStartMillis = System.currentTimeMillis() - startedMillis;
        List<Part> parts = new ArrayList<>();
        try (AllocationMeter meter = new AllocationMeter();
                Writer writer = contender.open(setup)) {
            for (int part = 0; part < count; part++) {
                write(contender, writer, setup.load().threads(), part * rows, rows, firstNanos);
                double millis = sinceStartMillis + (System.nanoTime() - atNanos) / NANOS_PER_MILLI;
                parts.add(part(millis, Usage.now(meter, setup.target().serverPid()), serverNanosBefore));
            }
            if (writer.acknowledged() != count * rows || writer.failed() > 0) {
                throw new IllegalStateException(
                        writer.acknowledged() + " puts acknowledged, " + writer.failed() + " failed");
            }
        }
        double firstMillis = sinceStartMillis + (firstNanos.get() - atNanos) / NANOS_PER_MILLI;
        return new FirstPutsMeasured(contender.tellsWhenAcknowledged() ? firstMillis : null, parts);
    }

    private static void write(
            Contender contender, Writer writer, int count, long first, long rows, AtomicLong firstNanos)
            throws Exception {
        try (WriterThreads threads = new WriterThreads(count, thread -> {
            for (long i = first + thread; i < first + rows; i += count) {
                if (i == 0 && contender.tellsWhenAcknowledged()) {
                    writer.write(Rows.row(i), failure -> firstNanos.set(System.nanoTime()));
                } else {
                    writer.write(Rows.row(i));
                }
            }
        })) {
            threads.work();
            writer.finish();
        }
    }

    private static Part part(double millis, Usage now, long serverNanosBefore) throws IOException {
        ThreadTimes threads = ThreadTimes.ofThisProcess();
        return new Part(
                millis,
                now.cpuNanos(),
                threads.compilerNanos(),
                threads.collectorNanos(),
                ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount(),
                now.allocatedBytes(),
                now.serverCpuNanos() - serverNanosBefore,
                ProcessMemory.mostResidentBytes());
    }
}
