package io.sluice.connectors.flink;

import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Passes the one HBase of all integration tests in this JVM, with two region servers; JUnit ends it with the last test. */
public final class SharedHBase implements ParameterResolver {
    /** On a machine that is busy with other things, too. */
    private static final Duration START_TIMEOUT = Duration.ofMinutes(15);

    private record Server(EmbeddedHBase hbase) implements AutoCloseable {
        static Server start() {
            try {
                return new Server(EmbeddedHBase.start(EmbeddedOptions.defaults()
                        .withRegionServers(2)
                        .withFastStart()
                        .withStartTimeout(START_TIMEOUT)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            hbase.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EmbeddedHBase.class;
    }

    @Override
    public EmbeddedHBase resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(SharedHBase.class))
                .computeIfAbsent(SharedHBase.class, key -> Server.start(), Server.class)
                .hbase();
    }
}
