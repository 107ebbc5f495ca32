package io.sluice.client.it;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The one server of all integration tests in this JVM: started for the first that asks, ended by JUnit when all are done.
 *
 * @param server two region servers; its balancer is off, so that regions stay where a test puts them
 */
record SharedHBase(EmbeddedHBase server) implements AutoCloseable {

    /** The server, started if it was not. */
    static EmbeddedHBase of(ExtensionContext context) {
        return context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(SharedHBase.class))
                .computeIfAbsent(SharedHBase.class, key -> start(), SharedHBase.class)
                .server();
    }

    private static SharedHBase start() {
        try {
            // Without the 2 MiB that each of the tests' several hundred regions else sets aside for its first write.
            EmbeddedHBase server = EmbeddedHBase.start(EmbeddedOptions.defaults()
                    .withRegionServers(2)
                    .withFastStart()
                    .withSetting("hbase.hregion.memstore.mslab.enabled", "false"));
            boolean unused = server.client().switchBalancer(false);
            return new SharedHBase(server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
