package io.sluice.client.internal.trace;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.testserver.TestCluster;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Writes a row and says whether OpenTelemetry is there. */
final class UntracedProgram {
    private UntracedProgram() {}

    public static void main(String[] args) throws Exception {
        try (TestCluster cluster = TestCluster.start(1)) {
            cluster.createTable("t");
            AsyncConnections.Builder builder = AsyncConnections.builder()
                    .configuration(new Configuration())
                    .registry(Registry.rpc(cluster.bootstrapServers()));
            // What frameworks do with any bean.
            int methods = builder.getClass().getMethods().length + AsyncConnection.class.getMethods().length;
            try (AsyncConnection connection = builder.build().get(30, TimeUnit.SECONDS);
                    AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf("t"))) {
                var written = mutator.mutate(new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("v")));
                mutator.flush();
                written.get(30, TimeUnit.SECONDS);
                System.out.println("acknowledged, OpenTelemetry " + (isThere() ? "present" : "absent") + ", methods "
                        + (methods > 0));
            }
        }
    }

    private static boolean isThere() {
        try {
            Class<?> unused = Class.forName("io.opentelemetry.api.OpenTelemetry");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
