package io.sluice.client.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.OpenTelemetryTracing;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TracingTest {
    private static final TableName TABLE = TableName.valueOf("ns", "t");
    private static final ServerName SERVER = ServerName.valueOf("rs1", 16020, 7);

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();
    private final OpenTelemetry openTelemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(provider)
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final Tracer callers = openTelemetry.getTracer("callers");
    private final OpenTelemetryTracer tracer = new OpenTelemetryTracer(openTelemetry, 3);

    @AfterEach
    void close() {
        provider.close();
    }

    private Span appendAs(String caller, BatchTrace batch) {
        Span span = callers.spanBuilder(caller).setNoParent().startSpan();
        try (Scope unused = span.makeCurrent()) {
            batch.appending();
            batch.appending();
        }
        span.end();
        return span;
    }

    private static void send(BatchTrace batch) {
        batch.sent(new BatchTrace.Flush(TABLE, "SIZE", 10, 1_000));
    }

    private SpanData flush() {
        return spans("sluice.flush").get(0);
    }

    private List<SpanData> spans(String prefix) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().startsWith(prefix))
                .toList();
    }

    private static Object attribute(SpanData span, String key) {
        Map<AttributeKey<?>, Object> all = span.getAttributes().asMap();
        return all.entrySet().stream()
                .filter(entry -> entry.getKey().getKey().equals(key))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("absent");
    }

    @Test
    void oneCaller_hasTheFlushAsItsChild() {
        BatchTrace batch = tracer.newBatch();
        Span caller = appendAs("caller", batch);
        send(batch);
        batch.settled(0);
        assertThat(flush().getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
        assertThat(flush().getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
        assertThat(flush().getLinks()).isEmpty();
        assertThat(flush().getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(flush().getName()).isEqualTo("sluice.flush ns:t");
        assertThat(flush().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(attribute(flush(), "db.system.name")).isEqualTo("hbase");
        assertThat(attribute(flush(), "db.namespace")).isEqualTo("ns");
        assertThat(attribute(flush(), "db.collection.name")).isEqualTo("t");
        assertThat(attribute(flush(), "sluice.flush.reason")).isEqualTo("SIZE");
        assertThat(attribute(flush(), "sluice.mutations")).isEqualTo(10L);
        assertThat(attribute(flush(), "sluice.bytes")).isEqualTo(1_000L);
    }

    @Test
    void severalCallers_areLinked() {
        BatchTrace batch = tracer.newBatch();
        Span one = appendAs("one", batch);
        Span other = appendAs("other", batch);
        send(batch);
        batch.settled(2);
        assertThat(flush().getParentSpanContext().isValid()).isFalse();
        assertThat(flush().getLinks())
                .extracting(LinkData::getSpanContext)
                .containsExactlyInAnyOrder(one.getSpanContext(), other.getSpanContext());
        assertThat(flush().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attribute(flush(), "sluice.failed")).isEqualTo(2L);
    }

    @Test
    void oneCallerAndMutationsOfNobody_areNoChild() {
        BatchTrace batch = tracer.newBatch();
        batch.appending();
        Span one = appendAs("one", batch);
        send(batch);
        batch.settled(0);
        assertThat(flush().getParentSpanContext().isValid()).isFalse();
        assertThat(flush().getLinks()).extracting(LinkData::getSpanContext).containsExactly(one.getSpanContext());
    }

    @Test
    void moreCallersThanLinks_atMostSoMany() {
        BatchTrace batch = tracer.newBatch();
        for (int i = 0; i < 10; i++) {
            appendAs("caller " + i, batch);
        }
        send(batch);
        batch.settled(0);
        assertThat(flush().getLinks()).hasSize(3);
    }

    @Test
    void manyThreads_atMostSoMany() {
        BatchTrace batch = tracer.newBatch();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 200; i++) {
                    appendAs("caller", batch);
                }
            }));
        }
        CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).join();
        send(batch);
        batch.settled(0);
        assertThat(flush().getLinks()).hasSize(3);
    }

    @Test
    void request_isAChildOfTheFlush_andTellsTheServer() {
        BatchTrace batch = tracer.newBatch();
        send(batch);
        RequestTrace request = batch.request(new BatchTrace.Request(TABLE, SERVER, 2, 10, 3));
        request.answered(0, null);
        batch.settled(0);
        SpanData span = spans("BATCH ns:t").get(0);
        assertThat(span.getParentSpanId()).isEqualTo(flush().getSpanId());
        assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
        // The flags behind it depend on the version of the propagator.
        assertThat(request.headers())
                .hasEntrySatisfying(
                        "traceparent",
                        parent -> assertThat(parent)
                                .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-"));
        assertThat(attribute(span, "db.operation.name")).isEqualTo("BATCH");
        assertThat(attribute(span, "db.operation.batch.size")).isEqualTo(10L);
        assertThat(attribute(span, "server.address")).isEqualTo("rs1");
        assertThat(attribute(span, "server.port")).isEqualTo(16020L);
        assertThat(attribute(span, "sluice.regions")).isEqualTo(2L);
        assertThat(attribute(span, "sluice.attempt")).isEqualTo(3L);
        assertThat(attribute(span, "error.type")).isEqualTo("absent");
    }

    @Test
    void failedRequest_hasItsError() {
        BatchTrace batch = tracer.newBatch();
        send(batch);
        batch.request(new BatchTrace.Request(TABLE, SERVER, 1, 1, 1)).answered(1, new IOException("broken"));
        batch.settled(1);
        SpanData span = spans("MUTATE ns:t").get(0);
        assertThat(attribute(span, "error.type")).isEqualTo("java.io.IOException");
        assertThat(attribute(span, "db.operation.batch.size")).isEqualTo("absent");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getStatus().getDescription()).isEqualTo("broken");
    }

    @Test
    void noOperation_sendsNoHeaders() {
        BatchTrace batch = new OpenTelemetryTracer(OpenTelemetry.noop(), 3).newBatch();
        batch.appending();
        send(batch);
        assertThat(batch.request(new BatchTrace.Request(TABLE, SERVER, 1, 1, 1)).headers())
                .isEmpty();
    }

    @Test
    void option_isChecked() {
        assertThat(OpenTelemetryTracing.of(OpenTelemetry.noop()).maxLinks()).isEqualTo(32);
        assertThatThrownBy(() -> new OpenTelemetryTracing(OpenTelemetry.noop(), -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
