package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.security.User;
import org.apache.zookeeper.KeeperException;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes each everyday mistake with hbase-client, both adapters and Sluice's synchronous mutator, against one server. The table
 * of errors in {@code docs/migrating.md} is what comes out.
 */
@SuppressWarnings("NullAway") // BeforeAll sets the fields before a test sees them, and some of the mistakes are nulls.
class ErrorsIT {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorsIT.class);
    private static final TableName TABLE = TableName.valueOf("t");
    private static final byte[] F = bytes("f");
    private static final byte[] Q = bytes("q");
    private static final long DEFAULT = -1;

    private static EmbeddedHBase server;
    private static Configuration conf;
    private static User self;

    @BeforeAll
    static void start() throws Exception {
        String controller = "org.apache.hadoop.hbase.security.access.AccessController";
        server = EmbeddedHBase.start(EmbeddedOptions.defaults()
                .withFastStart()
                .withSetting("hbase.security.authorization", "true")
                .withSetting("hbase.coprocessor.master.classes", controller)
                .withSetting("hbase.coprocessor.region.classes", controller)
                .withSetting("hbase.coprocessor.regionserver.classes", controller)
                .withSetting("hbase.ipc.max.request.size", "1500000")
                .withSetting("hbase.server.keyvalue.maxsize", "500000"));
        server.client().createTable("t", List.of(new FamilyOptions("f", 1)), List.of());
        server.client().createTable("off", List.of(new FamilyOptions("f", 1)), List.of());
        server.client().disableTable("off");
        conf = HBaseConfiguration.create();
        server.settings().forEach(conf::set);
        conf.setInt("hbase.client.retries.number", 3);
        conf.setInt("hbase.client.pause", 50);
        conf.setInt("hbase.rpc.timeout", 1_000);
        conf.setInt("hbase.client.operation.timeout", 4_000);
        conf.setInt("hbase.client.meta.operation.timeout", 4_000);
        conf.setInt("zookeeper.recovery.retry", 1);
        conf.setInt("zookeeper.recovery.retry.intervalmill", 100);
        conf.setInt("zookeeper.session.timeout", 2_000);
        self = User.getCurrent();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Put put(String row, int valueBytes) {
        return new Put(bytes(row)).addColumn(F, Q, new byte[valueBytes]);
    }

    /** What a program does with a mutator, or with the server. */
    @FunctionalInterface
    private interface Program {
        void run(Face face) throws Exception;
    }

    /**
     * A row of the table.
     *
     * @param before done with each face before any makes the mistake
     * @param between done once, then
     * @param mistake what goes wrong
     * @param after done once, at the end
     * @param why why ours differs from HBase's; empty if nothing does
     */
    private record Mistake(
            String name, Program before, Face.Executable between, Program mistake, Face.Executable after, String why) {

        Mistake(String name, Program mistake) {
            this(name, face -> {}, () -> {}, mistake, () -> {}, "");
        }

        Mistake because(String reason) {
            return new Mistake(name, before, between, mistake, after, reason);
        }
    }

    private static void connect(Face face) throws Exception {
        face.connect(conf, self);
        face.open(TABLE, DEFAULT);
    }

    /** What most programs do. */
    private static void write(Face face, @Nullable Mutation mutation) throws Exception {
        face.mutate(mutation);
        face.flush();
        face.await();
    }

    private static Mistake writing(String name, String table, Mutation mutation) {
        return new Mistake(name, face -> {
            face.connect(conf, self);
            face.open(TableName.valueOf(table), DEFAULT);
            write(face, mutation);
        });
    }

    private static Put missingFamily() {
        return new Put(bytes("r")).addColumn(bytes("x"), Q, Q);
    }

    private static Mistake connecting(String name, String key, String value) {
        return new Mistake(name, face -> {
            Configuration wrong = new Configuration(conf);
            wrong.set(key, value);
            face.connect(wrong, self);
            face.open(TABLE, DEFAULT);
            write(face, put("r", 1));
        });
    }

    /** Of words: nothing is sent. */
    private static List<Mistake> words() {
        return List.of(
                new Mistake(
                                "row that is null",
                                face -> face.words(
                                        "new Put",
                                        () -> new Put((byte[]) null),
                                        () -> new io.sluice.Put((byte[]) null)))
                        .because("Its message says what is null"),
                new Mistake(
                        "row of 0 bytes",
                        face -> face.words(
                                "new Put", () -> new Put(new byte[0]), () -> new io.sluice.Put(new byte[0]))),
                new Mistake(
                        "row of 32,768 bytes",
                        face -> face.words(
                                "new Put", () -> new Put(new byte[32_768]), () -> new io.sluice.Put(new byte[32_768]))),
                new Mistake(
                        "cell of another row",
                        face -> face.words(
                                "add",
                                () -> new Put(bytes("a"))
                                        .add(put("b", 1).get(F, Q).get(0)),
                                () -> new io.sluice.Put(bytes("a"))
                                        .add(new CellView(put("b", 1).get(F, Q).get(0))))),
                writing("`Put` without cells", "t", new Put(bytes("r"))),
                new Mistake("list with a `Put` without cells", face -> {
                    connect(face);
                    face.mutate(List.of(put("r", 1), new Put(bytes("r"))));
                    face.flush();
                    face.await();
                }),
                writing("`Append` without cells", "t", new Append(bytes("r")))
                        .because("It changes nothing, so it is a mistake, as with `Put`"),
                new Mistake("`mutate(null)`", face -> {
                    connect(face);
                    write(face, null);
                }),
                writing("cell above `hbase.client.keyvalue.maxsize`", "t", put("r", 11_000_000)),
                new Mistake("write buffer of 0 bytes", face -> {
                    face.connect(conf, self);
                    face.open(TABLE, 0);
                    write(face, put("r", 1));
                }));
    }

    /** The server says no. */
    private static List<Mistake> refusals() {
        return List.of(
                writing("table missing", "none", put("r", 1)),
                writing("namespace missing", "nowhere:t", put("r", 1)),
                writing("table disabled", "off", put("r", 1))
                        .because(
                                "The third refusal makes Sluice ask whether the table is enabled, instead of trying to the end"),
                writing("family missing", "t", missingFamily()),
                writing("`Delete` in a missing family", "t", new Delete(bytes("r")).addFamily(bytes("x"))),
                writing("cell above `hbase.server.keyvalue.maxsize`", "t", put("r", 600_000)),
                writing("request above `hbase.ipc.max.request.size`", "t", put("r", 1_600_000)),
                new Mistake("`Increment` of a value that is no number", face -> {
                    connect(face);
                    write(face, put("i", 3));
                    write(face, new Increment(bytes("i")).addColumn(F, Q, 1));
                }),
                new Mistake("no permission", face -> {
                    face.connect(conf, User.createUserForTesting(conf, "guest", new String[0]));
                    face.open(TABLE, DEFAULT);
                    write(face, put("r", 1));
                }),
                new Mistake("a failure, then `close` without `flush`", face -> {
                    connect(face);
                    face.mutate(missingFamily());
                    face.closeMutator();
                    face.await();
                }),
                new Mistake("`flush` after a failure was told", face -> {
                    connect(face);
                    face.mutate(missingFamily());
                    try {
                        face.flush();
                        face.await();
                    } catch (IOException e) {
                        face.flush();
                    }
                }),
                new Mistake("listener that throws `IllegalStateException`", face -> {
                    face.connect(conf, self);
                    face.openWithFailingListener(TABLE);
                    write(face, missingFamily());
                }));
    }

    private static List<Mistake> closed() {
        return List.of(
                new Mistake("`mutate` after `close`", face -> {
                    connect(face);
                    face.closeMutator();
                    write(face, put("r", 1));
                }),
                new Mistake("`flush` after `close`", face -> {
                    connect(face);
                    face.closeMutator();
                    face.flush();
                }),
                new Mistake("`close` twice", face -> {
                    connect(face);
                    face.closeMutator();
                    face.closeMutator();
                }),
                new Mistake("mutator of a closed connection", face -> {
                            connect(face);
                            face.closeConnection();
                            face.open(TABLE, DEFAULT);
                            write(face, put("r", 1));
                        })
                        .because(
                                "The call that asks for the mutator is the mistake; nothing is accepted that cannot be sent"));
    }

    /** The last one closes the server. */
    private static List<Mistake> away() throws IOException {
        int unused;
        try (ServerSocket free = new ServerSocket(0)) {
            unused = free.getLocalPort();
        }
        String noCluster = "A program learns at its start that there is no cluster";
        return List.of(
                connecting("wrong port of ZooKeeper", "hbase.zookeeper.property.clientPort", String.valueOf(unused))
                        .because(noCluster),
                connecting("wrong `zookeeper.znode.parent`", "zookeeper.znode.parent", "/nothing")
                        .because(noCluster),
                new Mistake(
                        "no answer within the operation timeout",
                        ErrorsIT::connectAndWrite,
                        server::pause,
                        face -> write(face, put("r", 1)),
                        server::resume,
                        "HBase stops waiting and forgets the mutations; here each is named"),
                new Mistake(
                        "server gone",
                        ErrorsIT::connectAndWrite,
                        server::close,
                        face -> write(face, put("r", 1)),
                        () -> {},
                        "As above; the cause of a failure is what the future would have, with all attempts"));
    }

    private static void connectAndWrite(Face face) throws Exception {
        connect(face);
        write(face, put("r", 1));
    }

    /** The table's row; asserts that the adapter and the reason are as they must be. */
    private static String row(Mistake row, SoftAssertions all) throws Exception {
        List<Face> faces = List.of(
                new Face.Async(false),
                new Face.Async(true),
                new Face.HBaseSync(false),
                new Face.HBaseSync(true),
                new Face.SluiceSync());
        for (Face face : faces) {
            row.before().run(face);
        }
        row.between().run();
        List<String> outcomes;
        try {
            outcomes = ofEach(faces, face -> outcome(face, row.mistake()));
        } finally {
            row.after().run();
        }
        ofEach(faces, face -> {
            close(face);
            return "closed";
        });
        List<String> shown = outcomes.stream()
                .map(outcome ->
                        outcome.replaceAll("[a-z0-9]+\\.|[A-Za-z]+\\$", "").replace("nothing", "—"))
                .toList();
        boolean adapterDiffers = !outcomes.get(0).equals(outcomes.get(1));
        boolean syncAdapterDiffers = !outcomes.get(2).equals(outcomes.get(3));
        boolean syncDiffers = !shown.get(2).equals(shown.get(4));
        all.assertThat(adapterDiffers || syncAdapterDiffers || syncDiffers)
                .as("'%s' needs a reason: %s", row.name(), outcomes)
                .isEqualTo(!row.why().isEmpty());
        return "| " + row.name() + " | " + shown.get(0) + " | " + (adapterDiffers ? shown.get(1) : "the same") + " | "
                + shown.get(2) + " | " + (syncAdapterDiffers ? shown.get(3) : "the same") + " | "
                + (syncDiffers ? shown.get(4) : "the same") + " | " + row.why() + " |";
    }

    /** Each in a thread of its own, as most of them wait for a timeout. */
    private static List<String> ofEach(List<Face> faces, Function<Face, String> what) {
        ExecutorService threads = Executors.newFixedThreadPool(faces.size());
        try {
            List<CompletableFuture<String>> running = faces.stream()
                    .map(face -> CompletableFuture.supplyAsync(() -> what.apply(face), threads))
                    .toList();
            return running.stream().map(CompletableFuture::join).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private static String outcome(Face face, Program mistake) {
        try {
            mistake.run(face);
            return "nothing";
        } catch (Exception e) {
            return face.call() + ": " + described(e);
        }
    }

    private static void close(Face face) {
        try {
            face.close();
        } catch (Exception e) {
            // A second failure of what has failed, as of a mutator whose server is gone.
            LOG.info("closing after a mistake", e);
        }
    }

    /** The class, and the causes of those that say nothing but that there is one. */
    private static String described(Throwable error) {
        String name = error.getClass().getName();
        Throwable cause = null;
        if (error instanceof RetriesExhaustedWithDetailsException details) {
            cause = details.getCause(0);
        } else if (error instanceof RetriesExhaustedException
                || error instanceof io.sluice.RetriesExhaustedException
                || error.getClass() == IOException.class && error.getCause() instanceof KeeperException) {
            cause = error.getCause();
        }
        return cause == null ? name : name + " < " + described(cause);
    }

    @Test
    void table_ofMigrating_isWhatHappens() throws Exception {
        List<String> rows = new ArrayList<>();
        SoftAssertions all = new SoftAssertions();
        for (List<Mistake> part : List.of(words(), refusals(), closed(), away())) {
            for (Mistake mistake : part) {
                rows.add(row(mistake, all));
            }
        }
        String table = String.join("\n", rows);
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/migrating.md"))) {
            folder = folder.getParent();
        }
        all.assertThat(Files.readString(folder.resolve("docs/migrating.md"))).contains(table);
        all.assertAll();
    }
}
