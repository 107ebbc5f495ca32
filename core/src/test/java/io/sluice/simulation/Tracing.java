package io.sluice.simulation;

import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import io.sluice.simulation.Ports.Port;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tracing system that only shows where the engine is. */
record Tracing(Ports ports) implements BatchTrace, RequestTrace {
    @Override
    public void appending() {
        ports.called(Port.APPENDING);
    }

    @Override
    public void sent(Flush flush) {
        ports.called(Port.TRACE);
    }

    @Override
    public void settled(int failures) {
        ports.called(Port.TRACE);
    }

    @Override
    public RequestTrace request(Request request) {
        ports.called(Port.TRACE);
        return this;
    }

    @Override
    public Map<String, String> headers() {
        return Map.of();
    }

    @Override
    public void answered(int failures, @Nullable Throwable error) {
        ports.called(Port.TRACE);
    }
}
