package io.sluice.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that passes one HBase to all test classes of a JVM: it is started for the first that asks, and JUnit ends it
 * when all are done. Each subclass has a server of its own, so its tests should use tables of their own.
 */
public abstract class SharedHBase implements ParameterResolver {
    private final EmbeddedOptions options;

    protected SharedHBase(EmbeddedOptions options) {
        this.options = options;
    }

    /** Called once, when the server has started. */
    protected void started(EmbeddedHBase server) throws IOException {}

    /** Returns the server, for another extension. */
    public final EmbeddedHBase of(ExtensionContext context) {
        return context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(SharedHBase.class))
                .computeIfAbsent(getClass(), key -> start(), Server.class)
                .hbase();
    }

    private Server start() {
        try {
            EmbeddedHBase hbase = EmbeddedHBase.start(options);
            started(hbase);
            return new Server(hbase);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EmbeddedHBase.class;
    }

    @Override
    public final EmbeddedHBase resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return of(context);
    }

    /** JUnit closes what its store holds. */
    private record Server(EmbeddedHBase hbase) implements AutoCloseable {
        @Override
        public void close() {
            hbase.close();
        }
    }
}
