package io.sluice.client.internal.net;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A scripted server for each test, and the way to it; both end with the test. */
final class ScriptedConnection implements BeforeEachCallback, AfterEachCallback {
    private @Nullable EventLoops loops;
    private @Nullable ScriptedServer server;
    private @Nullable NettyConnector connector;

    @Override
    public void beforeEach(ExtensionContext test) throws InterruptedException {
        loops = EventLoops.create(2);
        server = new ScriptedServer();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        server().close();
        if (connector != null) {
            connector.close();
            connector = null;
        }
        loops().closeAsync().join();
    }

    ScriptedServer server() {
        return Objects.requireNonNull(server);
    }

    /** Has another server in the place of the usual one. */
    void serve(ScriptedServer other) {
        server().close();
        server = other;
    }

    EventLoops loops() {
        return Objects.requireNonNull(loops);
    }

    RegionServerConnection connect(ConnectionSettings settings) throws Exception {
        connector = TestConnections.connector(loops(), settings);
        return connector
                .open(TestConnections.at("127.0.0.1", server().port()), "ClientService")
                .get(20, TimeUnit.SECONDS);
    }
}
