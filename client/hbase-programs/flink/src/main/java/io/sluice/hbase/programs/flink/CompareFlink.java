package io.sluice.hbase.programs.flink;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.RowCount;
import io.sluice.hbase.programs.Comparison;
import io.sluice.hbase.programs.HBaseProgram;
import io.sluice.hbase.programs.Platform;
import io.sluice.hbase.programs.Way;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Runs the same Flink job with Apache's sink for HBase and with Sluice's, in turns, against one real HBase. Apache's runs with
 * its defaults and with larger flushes. Rows per second are those of the job from its submission; processor time is that of
 * the JVM with Flink and the sink, start and compiler included.
 */
public final class CompareFlink {
    private static final int LARGE_FLUSH = 10_000;
    /** Rows a second of the floor, about as many as Sluice's sink writes here. */
    private static final int FLOOR_RATE = 130_000;

    private static final Duration MOST = Duration.ofMinutes(5);
    private static final List<String> OPENED = List.of(
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED");

    private CompareFlink() {}

    /**
     * Compares, prints three lines for each setting of Apache's, then the job with a sink that writes nothing, and with {@link
     * BytesSink}, the floor. Fails if the two have not stored the same.
     *
     * @param arguments rows, and rounds; by default 500,000 and 5
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Comparison comparison = new Comparison(rounds);
        try (EmbeddedHBase server = EmbeddedHBase.start()) {
            createTables(server);
            for (int flush : List.of(FlinkJob.APACHES_ROWS, LARGE_FLUSH)) {
                comparison.run(
                        "Flink, flush of " + flush,
                        Way.SLUICE,
                        way -> measured(server, way, rows, way == Way.SLUICE ? FlinkJob.SLUICE : "" + flush));
            }
            comparison.runAlone("nothing", Way.NOTHING, way -> measured(server, way, rows, FlinkJob.NOTHING));
            comparison.runAlone("bytes", Way.NOTHING, way -> measuredFloor(server, rows));
            RowCount apache = server.client().countRows(table(Way.STOCK));
            RowCount sluice = server.client().countRows(table(Way.SLUICE));
            if (apache.rows() != rows || !sluice.equals(apache)) {
                throw new IOException("not the same in both tables: " + apache + " and " + sluice);
            }
        }
    }

    /** Makes a table of ten regions for each sink. */
    static void createTables(EmbeddedHBase server) throws IOException {
        List<byte[]> splits = IntStream.range(1, 10)
                .mapToObj(digit -> ("" + digit).getBytes(StandardCharsets.UTF_8))
                .toList();
        for (Way way : List.of(Way.STOCK, Way.SLUICE)) {
            server.client().createTable(table(way), List.of(FamilyOptions.of(FlinkJob.FAMILY)), splits);
        }
    }

    /** The least that a sink could take: bytes to a socket, at about the rate of the others. */
    static Comparison.Measured measuredFloor(EmbeddedHBase server, int rows) throws IOException, InterruptedException {
        try (ServerSocket drain = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> drain(drain), "drain");
            accepting.setDaemon(true);
            accepting.start();
            return measured(server, Way.NOTHING, rows, FlinkJob.BYTES + drain.getLocalPort() + ":" + FLOOR_RATE);
        }
    }

    /** Reads and forgets what comes, one thread for each connection, until the socket is closed. */
    private static void drain(ServerSocket drain) {
        try {
            while (true) {
                Socket from = drain.accept();
                Thread reading = new Thread(() -> forget(from), "drain");
                reading.setDaemon(true);
                reading.start();
            }
        } catch (IOException e) {
            // The comparison has ended.
        }
    }

    private static void forget(Socket from) {
        try (from) {
            long unused = from.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The job has failed, and says so.
        }
    }

    private static Comparison.Measured measured(EmbeddedHBase server, Way way, int rows, String sink)
            throws IOException, InterruptedException {
        HBaseProgram.Outcome outcome = run(server.settings(), way, rows, sink);
        return new Comparison.Measured(
                rows * 1_000.0 / Long.parseLong(outcome.printed(FlinkJob.MILLIS)),
                outcome.cpu().toNanos() / 1_000.0 / rows,
                Double.NaN,
                Double.NaN);
    }

    /**
     * Runs the job once; its end must be a good one.
     *
     * @param sink the argument of {@link FlinkJob}
     */
    static HBaseProgram.Outcome run(Map<String, String> cluster, Way way, int rows, String sink)
            throws IOException, InterruptedException {
        // Both run without the adapter.
        try (HBaseProgram program = HBaseProgram.start(
                Path.of("target", "flink", table(way)),
                Platform.of(CompareFlink.class, OPENED),
                Way.STOCK,
                cluster,
                FlinkJob.class.getName(),
                List.of(table(way), "" + rows, sink))) {
            return program.end(MOST).orFail();
        }
    }

    /** Returns the table that a sink writes to. */
    static String table(Way way) {
        return "flink-" + way;
    }
}
