package io.sluice.bench.nullserver;

import io.sluice.bench.writer.Pinning;
import io.sluice.bench.writer.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A {@link NullCluster} in its own process. */
public final class NullClusterProcess implements AutoCloseable {
    private static final List<String> JVM_FLAGS = List.of("-Xmx1500m");

    private final ServerJvm jvm;
    private final String port;

    private NullClusterProcess(ServerJvm jvm, String port) {
        this.jvm = jvm;
        this.port = port;
    }

    /**
     * Starts one.
     *
     * @param tables number of further tables, which have one region each
     */
    public static NullClusterProcess start(RegionSpread spread, int tables, Pinning pinning) throws IOException {
        ServerJvm jvm = ServerJvm.start(
                pinning,
                JVM_FLAGS,
                NullCluster.class,
                List.of("" + spread.servers(), "" + spread.regions(), "" + tables));
        try {
            return new NullClusterProcess(jvm, jvm.answer());
        } catch (IOException e) {
            jvm.close();
            throw e;
        }
    }

    /**
     * Returns the target of clients. Its table is {@link Target#table}; {@link NullServerProcess#table} names further
     * ones.
     */
    public Target target() {
        return NullServerProcess.target(port, jvm.pid());
    }

    /**
     * Ends the last servers, all at the same moment; returns when they are dead.
     *
     * @param regionsAfter time until their regions are on others
     */
    public void kill(int servers, Duration regionsAfter) throws IOException {
        jvm.order("kill " + servers + " " + regionsAfter.toMillis());
        await(NullCluster.DEAD);
    }

    /** Returns when the regions of dead servers are on others. */
    public void awaitMoved() throws IOException {
        await(NullCluster.MOVED);
    }

    private void await(String answer) throws IOException {
        String line = jvm.answer();
        if (!answer.equals(line)) {
            throw new IOException("the cluster answers " + line + " instead of " + answer);
        }
    }

    @Override
    public void close() {
        jvm.close();
    }
}
