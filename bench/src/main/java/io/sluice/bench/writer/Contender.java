package io.sluice.bench.writer;

import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.PeerJars;
import io.sluice.bench.writer.Writer.Setup;
import java.io.File;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A client that writes. Only the constant in use loads its library, so a client process needs no other one, and its class path
 * is that of a program that uses only this client: the JVM searches it for each class, and SLF4J opens all of its jars.
 */
public enum Contender {
    SLUICE("sluice", true, Contender::ours) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new SluiceWriter(setup, false);
        }
    },
    SLUICE_FUTURES("sluice, futures", true, Contender::ours) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new SluiceWriter(setup, true);
        }
    },
    HBASE_ASYNC("hbase-client async", true, Contender::hbase) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new HBaseAsyncWriter(setup);
        }
    },
    HBASE_SYNC("hbase-client sync", false, Contender::hbase) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new HBaseSyncWriter(setup);
        }
    },
    ASYNCHBASE("asynchbase", true, Contender::asynchbase) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new AsynchbaseWriter(setup);
        }
    },
    /** No client: shows what no client can reach. */
    FLOOR("floor", true, Contender::nothing) {
        @Override
        Writer open(Setup setup) throws Exception {
            return new FloorWriter(setup);
        }
    };

    private static final Predicate<String> OURS =
            matches("sluice-(bench|client|core)|caffeine|netty-.*|zookeeper.*|slf4j-.*|jspecify|gson|HdrHistogram");
    /** Beside the dependencies of hbase-client: ours, those of other contenders, and those of the benchmarks. */
    private static final Predicate<String> NOT_HBASE =
            matches("sluice-(client|core|test-server|embedded-hbase)|caffeine"
                    + "|ion-java|kafka-clients|mongodb-.*|HikariCP|reactor-.*|reactive-streams"
                    + "|mockito-core|byte-buddy.*|objenesis|jmh-core|jopt-simple|picocli");

    private final String title;
    private final boolean tellsWhenAcknowledged;
    private final Supplier<String> classPath;

    Contender(String title, boolean tellsWhenAcknowledged, Supplier<String> classPath) {
        this.title = title;
        this.tellsWhenAcknowledged = tellsWhenAcknowledged;
        this.classPath = classPath;
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
        return classPath.get();
    }

    private static String ours() {
        return PeerJars.classPathOf(OURS);
    }

    private static String hbase() {
        return PeerJars.classPathOf(NOT_HBASE.negate());
    }

    private static String asynchbase() {
        Path jars = Path.of(System.getProperty(JmhSession.PEERS_PROPERTY, "bench/target/peers"), "asynchbase");
        return PeerJars.classesOf(Contender.class) + File.pathSeparator + jars.resolve("*");
    }

    private static String nothing() {
        return PeerJars.classPathOf(matches("sluice-bench|gson|HdrHistogram"));
    }

    private static Predicate<String> matches(String artifacts) {
        return Pattern.compile(artifacts).asMatchPredicate();
    }
}
