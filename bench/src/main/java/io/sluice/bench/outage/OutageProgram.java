package io.sluice.bench.outage;

import com.google.gson.Gson;
import io.sluice.bench.outage.OutageWriter.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Main class of a client's process. Argument: an {@link OutageOrder} as JSON. Writes, stops a server for a while, and
 * prints an {@link OutageMeasured}. It fails unless every put is eventually acknowledged.
 */
final class OutageProgram {
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final OutageOrder order;
    private final Counts counts = new Counts();

    private OutageProgram(OutageOrder order) {
        this.order = order;
    }

    public static void main(String[] args) throws Exception {
        Gson gson = new Gson();
        OutageMeasured measured = new OutageProgram(gson.fromJson(args[0], OutageOrder.class)).run();
        System.out.println(gson.toJson(measured));
        // A library may have left a thread behind.
        System.exit(0);
    }

    private OutageMeasured run() throws Exception {
        OutageSituation situation = order.situation();
        try (OutageClient client = order.contender().open(order.settings(), situation.tables())) {
            List<OutageWriter> writers = new ArrayList<>();
            for (int i = 0; i < situation.threads(); i++) {
                writers.add(new OutageWriter(client, situation, i, counts));
            }
            writers.forEach(Thread::start);
            awaitFirst();
            List<Double> warmUp = samples(order.length().warmUp());
            List<Double> before = samples(order.length().before());
            List<Double> silence = silence();
            settle(client, writers);
            return new OutageMeasured(warmUp, before, silence);
        }
    }

    /** Waits for the first put, since the time that a cold JVM needs to connect does not count. */
    private void awaitFirst() throws InterruptedException {
        long end = System.nanoTime() + SETTLE_NANOS;
        while (counts.healthy.sum() == 0 && System.nanoTime() < end) {
            Thread.sleep(10);
        }
    }

    private List<Double> silence() throws IOException, InterruptedException {
        signal("STOP");
        try {
            List<Double> samples = samples(order.length().silence());
            checkStopped();
            return samples;
        } finally {
            signal("CONT");
        }
    }

    /** Checks that the server is stopped, if the system has {@code /proc}. */
    private void checkStopped() throws IOException {
        Path file = Path.of("/proc", Long.toString(order.silentPid()), "stat");
        // The state follows the name, which is in parentheses.
        if (Files.exists(file) && !Files.readString(file).contains(") T ")) {
            throw new IllegalStateException("process " + order.silentPid() + " was not silent");
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(order.silentPid()))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill -" + name + " " + order.silentPid() + " failed");
        }
    }

    private List<Double> samples(int number) throws InterruptedException {
        List<Double> rates = new ArrayList<>();
        long begin = System.nanoTime();
        long from = begin;
        long countedBefore = counts.healthy.sum();
        for (int i = 1; i <= number; i++) {
            long due = begin
                    + TimeUnit.MILLISECONDS.toNanos((long) i * order.length().sampleMillis());
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            long now = System.nanoTime();
            long counted = counts.healthy.sum();
            rates.add((counted - countedBefore) * 1e9 / (now - from));
            from = now;
            countedBefore = counted;
        }
        return rates;
    }

    private void settle(OutageClient client, List<OutageWriter> writers) throws InterruptedException {
        long end = System.nanoTime() + SETTLE_NANOS;
        writers.forEach(OutageWriter::stopWriting);
        for (OutageWriter writer : writers) {
            writer.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
        client.flush();
        while (!counts.isSettled() && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        if (!counts.isSettled() || counts.failed.sum() > 0) {
            throw new IllegalStateException(counts.accepted + " puts, " + counts.healthy + " and " + counts.silent
                    + " acknowledged, " + counts.failed + " failed");
        }
    }
}
