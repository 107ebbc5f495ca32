package io.sluice.bench.writer;

import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.PeerJars;
import io.sluice.bench.writer.Writer.Setup;
import java.io.File;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A client that writes. Only the constant in use loads its library, so a client process needs no other one, and its class path
 * is that of a program that uses only this client: the JVM searches it for each class, and SLF4J opens all of its jars. Has no
 * lambdas that a client process would run before it begins to write.
 */
public enum Contender {
    SLUICE("sluice", true) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new SluiceWriter(setup, false);
        }
    },
    SLUICE_FUTURES("sluice, futures", true) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new SluiceWriter(setup, true);
        }
    },
    HBASE_ASYNC("hbase-client async", true) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new HBaseAsyncWriter(setup);
        }
    },
    HBASE_SYNC("hbase-client sync", false) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new HBaseSyncWriter(setup);
        }
    },
    ASYNCHBASE("asynchbase", true) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new AsynchbaseWriter(setup);
        }
    },
    /** No client: shows what no client can reach. */
    FLOOR("floor", true) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new FloorWriter(setup);
        }
    };

    private final String title;
    private final boolean tellsWhenAcknowledged;

    Contender(String title, boolean tellsWhenAcknowledged) {
        this.title = title;
        this.tellsWhenAcknowledged = tellsWhenAcknowledged;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    /** Whether it reports when each put was acknowledged. */
    public boolean tellsWhenAcknowledged() {
        return tellsWhenAcknowledged;
    }

    /** Whether it supports {@link Order.Stage#PACED}. */
    public boolean canBePaced() {
        return tellsWhenAcknowledged && this != FLOOR;
    }

    abstract Writer open(Setup setup) throws Exception;

    /** The class path of its client process. */
    public String classPath() {
        return switch (this) {
            case SLUICE, SLUICE_FUTURES -> ours();
            case HBASE_ASYNC, HBASE_SYNC -> hbase();
            case ASYNCHBASE -> asynchbase();
            case FLOOR -> PeerJars.classPathOf(matches("sluice-bench|gson|HdrHistogram"));
        };
    }

    private static String ours() {
        return PeerJars.classPathOf(matches(
                "sluice-(bench|client|core)|caffeine|netty-.*|zookeeper.*|slf4j-.*|jspecify|gson|HdrHistogram"));
    }

    private static String hbase() {
        // Beside the dependencies of hbase-client: ours, those of other contenders, and those of the benchmarks.
        Predicate<String> others = matches("sluice-(client|core|test-server|embedded-hbase)|caffeine"
                + "|ion-java|kafka-clients|mongodb-.*|HikariCP|reactor-.*|reactive-streams"
                + "|mockito-core|byte-buddy.*|objenesis|jmh-core|jopt-simple|picocli");
        return PeerJars.classPathOf(others.negate());
    }

    private static String asynchbase() {
        Path jars = Path.of(System.getProperty(JmhSession.PEERS_PROPERTY, "bench/target/peers"), "asynchbase");
        return PeerJars.classesOf(Contender.class) + File.pathSeparator + jars.resolve("*");
    }

    private static Predicate<String> matches(String artifacts) {
        return Pattern.compile(artifacts).asMatchPredicate();
    }
}
