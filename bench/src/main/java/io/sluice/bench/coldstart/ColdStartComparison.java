package io.sluice.bench.coldstart;

import io.sluice.bench.Comparison;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.ChildJvm;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.writer.ColdClients;
import io.sluice.bench.writer.ColdClientsMeasured;
import io.sluice.bench.writer.ColdClientsMeasured.Round;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Target;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares a cold client's first rows, with and without preparation. */
public final class ColdStartComparison implements Comparison {
    static final String TABLE = "cold";
    private static final int REGIONS = 16;
    private static final int FIRST_BYTES = 256;
    private static final int ROWS = 10_000;
    private static final int ROUNDS_OF_A_JVM = 4;
    private static final List<Contender> PEERS =
            List.of(Contender.HBASE_ASYNC, Contender.HBASE_SYNC, Contender.ASYNCHBASE);
    private static final Duration MOST = Duration.ofMinutes(3);

    @Override
    public String name() {
        return "cold-start";
    }

    @Override
    public String question() {
        return "A new client of a real HBase, one region server in its own process, a table of " + REGIONS
                + " regions: the time until " + ROWS + " rows of 100 bytes are acknowledged, from before the client"
                + " is opened, and from the first write, after the preparation. The first client of a JVM also has to"
                + " load classes; the others are new clients in a JVM that already had one. Medians. hbase-client"
                + " sync does not report when a row was acknowledged.";
    }

    @Override
    public Map<String, String> settings(Effort effort) {
        return Map.of(
                "JVMs", "" + jvms(effort),
                "clients in each", "" + ROUNDS_OF_A_JVM,
                "JVM flags", ChildJvm.flags());
    }

    private static int jvms(Effort effort) {
        return effort.iterations() + effort.warmupIterations();
    }

    @Override
    public List<Row> measure(JmhSession session) {
        try (EmbeddedHBase server = EmbeddedHBase.start()) {
            createTable(server);
            Map<String, List<ColdClientsMeasured>> measured = new LinkedHashMap<>();
            // Unmeasured: for the first JVM, the server has not written anything yet.
            ColdClientsMeasured unused = run(server, Preparation.NONE, ROWS, 1);
            for (int i = 0; i < jvms(session.effort()); i++) {
                for (Preparation preparation : Preparation.values()) {
                    System.err.println(name() + " " + preparation.title());
                    measured.computeIfAbsent(preparation.title(), none -> new ArrayList<>())
                            .add(run(server, preparation, ROWS, ROUNDS_OF_A_JVM));
                }
                for (Contender peer : PEERS) {
                    System.err.println(name() + " " + peer.title());
                    measured.computeIfAbsent(peer.title(), none -> new ArrayList<>())
                            .add(run(server, peer, ROWS, ROUNDS_OF_A_JVM));
                }
            }
            return rows(measured);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void createTable(EmbeddedHBase server) throws IOException {
        server.client().createTable(TABLE, List.of(FamilyOptions.of("f")), splitKeys());
    }

    private static List<byte[]> splitKeys() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 1; i < REGIONS; i++) {
            keys.add(new byte[] {(byte) (i * FIRST_BYTES / REGIONS)});
        }
        return keys;
    }

    static ColdClientsMeasured run(EmbeddedHBase server, Preparation preparation, int rows, int rounds)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(preparation.name(), TABLE, "" + rows, "" + rounds));
        server.settings().forEach((key, value) -> arguments.addAll(List.of(key, value)));
        return new ChildJvm(Contender.SLUICE.classPath())
                .run(ColdStartProgram.class, arguments, ColdClientsMeasured.class, MOST);
    }

    static ColdClientsMeasured run(EmbeddedHBase server, Contender peer, int rows, int rounds) throws IOException {
        return ColdClients.run(peer, new Target(TABLE, server.settings(), server.pid()), rows, rounds);
    }

    /** @param measured the JVMs of each client, ours first */
    static List<Row> rows(Map<String, List<ColdClientsMeasured>> measured) {
        List<Row> rows = new ArrayList<>();
        for (boolean first : new boolean[] {true, false}) {
            String client = first ? "first client of a JVM, " : "next client, ";
            rows.add(row(client + "all rows, from opening on", measured, first, Round::allMillis));
            rows.add(row(client + "all rows, from the first write on", measured, first, Round::writtenMillis));
            rows.add(row(client + "first row, from its write on", measured, first, Round::firstMillis));
        }
        return rows;
    }

    private static Row row(
            String label,
            Map<String, List<ColdClientsMeasured>> measured,
            boolean first,
            Function<Round, @Nullable Double> value) {
        List<Figure> figures = new ArrayList<>();
        measured.forEach((title, jvms) -> {
            List<Double> known =
                    rounds(jvms, first).map(value).filter(Objects::nonNull).toList();
            // Not every client reports when a row was acknowledged.
            if (!known.isEmpty()) {
                figures.add(Figure.median(title, known));
            }
        });
        return new Row(label, "ms", Better.LOWER, figures);
    }

    private static Stream<Round> rounds(List<ColdClientsMeasured> jvms, boolean first) {
        return jvms.stream()
                .flatMap(jvm -> first
                        ? jvm.rounds().stream().limit(1)
                        : jvm.rounds().stream().skip(1));
    }

    /** Returns none, since the gain depends on the network. */
    @Override
    public List<Goal> goals(List<Row> rows) {
        return List.of();
    }
}
