package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.OpenTelemetryTracing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real server takes requests with a trace, and the spans say what was done. */
class TracingIT {
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    @RegisterExtension
    final Session session = new Session(conf -> {}, builder -> builder.tracing(OpenTelemetryTracing.of(openTelemetry)));

    private List<SpanData> spans(String prefix) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().startsWith(prefix))
                .toList();
    }

    @Test
    void writesOfOneCaller_areOneTrace() throws Exception {
        TableName table = session.table(List.of(bytes("m")), "f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.disableWriteBufferPeriodicFlush());
        Span caller = openTelemetry.getTracer("test").spanBuilder("caller").startSpan();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        try (Scope unused = caller.makeCurrent()) {
            for (int i = 0; i < 100; i++) {
                futures.add(mutator.mutate(
                        new Put(bytes((i % 2 == 0 ? "a" : "z") + i)).addColumn(bytes("f"), bytes("q"), bytes("v"))));
            }
            acknowledge(mutator, futures);
        }
        caller.end();
        await().atMost(Session.LIMIT)
                .untilAsserted(() -> assertThat(spans("sluice.flush")).hasSize(1));
        SpanData flush = spans("sluice.flush").get(0);
        assertThat(flush.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
        // One for each region, which are on two servers or on one.
        assertThat(spans("BATCH " + table)).hasSizeBetween(1, 2).allSatisfy(request -> {
            assertThat(request.getParentSpanId()).isEqualTo(flush.getSpanId());
            assertThat(request.getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
            assertThat(request.getKind()).isEqualTo(SpanKind.CLIENT);
            assertThat(request.getEndEpochNanos()).isLessThanOrEqualTo(flush.getEndEpochNanos());
        });
        assertThat(session.visible(table)).hasSize(100);
    }

    @Test
    void withoutACaller_flushesAreTracesOfTheirOwn() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        for (int i = 0; i < 3; i++) {
            acknowledge(mutator, mutator.mutate(new Put(bytes("r" + i)).addColumn(bytes("f"), bytes("q"), bytes("v"))));
        }
        await().atMost(Session.LIMIT)
                .untilAsserted(() -> assertThat(spans("sluice.flush")).hasSize(3));
        assertThat(spans("sluice.flush"))
                .allSatisfy(flush ->
                        assertThat(flush.getParentSpanContext().isValid()).isFalse());
        assertThat(spans("MUTATE " + table)).hasSize(3);
        assertThat(session.visible(table)).hasSize(3);
    }
}
