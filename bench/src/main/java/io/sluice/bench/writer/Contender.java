package io.sluice.bench.writer;

import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.PeerJars;
import io.sluice.bench.writer.Writer.Setup;
import java.io.File;
import java.nio.file.Path;

/** A client that writes. Only the constant in use loads its library, so a client process needs no other one. */
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

        @Override
        String classPath() {
            Path jars = Path.of(System.getProperty(JmhSession.PEERS_PROPERTY, "bench/target/peers"), "asynchbase");
            return PeerJars.classesOf(Contender.class) + File.pathSeparator + jars.resolve("*");
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

    /** Whether it supports {@link Order.Stage#PACED}, that is, reports when each put was acknowledged. */
    public boolean tellsWhenAcknowledged() {
        return tellsWhenAcknowledged;
    }

    abstract Writer open(Setup setup) throws Exception;

    /** The class path of its client process. */
    String classPath() {
        return System.getProperty("java.class.path", "");
    }
}
