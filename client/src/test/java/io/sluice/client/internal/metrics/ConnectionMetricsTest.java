package io.sluice.client.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.internal.metrics.TableNumbers;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionMetricsTest {
    private static final TableName TABLE = TableName.valueOf("ns", "t");

    private final ClientView view = FakeView.create();
    private final ConnectionMetrics metrics = new ConnectionMetrics(view);
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        assertThat(metrics.closeAsync()).succeedsWithin(java.time.Duration.ofSeconds(30));
        assertThat(registry.getMeters()).as("after the close").isEmpty();
    }

    private long servers() {
        return registry.find("sluice.wire.sent").meters().size();
    }

    @Test
    void bound_readsWhatIsCounted() {
        TableNumbers table = view.numbers().table(TABLE);
        table.flushed(FlushReason.MEMORY, 5, 500);
        Runnable unused = metrics.bind(registry);
        table.acknowledged(4);
        table.failed(new io.sluice.CallTimeoutException("late"));
        view.numbers().server("rs1:16020").sent(9);

        assertThat(registry.get("sluice.mutations.accepted")
                        .tag("table", "ns:t")
                        .functionCounter()
                        .count())
                .isEqualTo(5);
        assertThat(registry.get("sluice.mutations.acknowledged")
                        .functionCounter()
                        .count())
                .isEqualTo(4);
        assertThat(registry.get("sluice.mutations.failed")
                        .tag("cause", "CallTimeoutException")
                        .functionCounter()
                        .count())
                .isOne();
        assertThat(registry.get("sluice.flushes")
                        .tag("reason", "memory")
                        .functionCounter()
                        .count())
                .isOne();
        assertThat(registry.get("sluice.budget.used").gauge().value()).isEqualTo(7);
        assertThat(registry.get("sluice.event.loop.pending")
                        .tag("loop", "2")
                        .gauge()
                        .value())
                .isOne();
        await().atMost(30, TimeUnit.SECONDS).until(() -> servers() == 1);
        assertThat(registry.get("sluice.wire.sent")
                        .tag("server", "rs1:16020")
                        .functionCounter()
                        .count())
                .isEqualTo(9);
        assertThat(registry.get("sluice.window.waiting").gauge().value()).isEqualTo(2);
    }

    @Test
    void times_areShownInTheRegistrysUnit_withPercentilesAndBuckets() {
        TableNumbers table = view.numbers().table(TABLE);
        Runnable unused = metrics.bind(registry);
        TableNumbers.Distributions of = Objects.requireNonNull(table.distributions());
        for (int i = 0; i < 99; i++) {
            of.latency().add(TimeUnit.MILLISECONDS.toNanos(2));
        }
        of.latency().add(TimeUnit.MILLISECONDS.toNanos(900));

        assertThat(registry.get("sluice.mutation.latency").functionTimer().count())
                .isEqualTo(100);
        assertThat(registry.get("sluice.mutation.latency").functionTimer().totalTime(TimeUnit.MILLISECONDS))
                .isCloseTo(2 * 99 + 900, within(0.001));
        assertThat(percentile("0.5")).isCloseTo(0.002, within(0.0001));
        assertThat(percentile("0.99")).isCloseTo(0.002, within(0.0001));
        assertThat(percentile("1")).isCloseTo(0.9, within(0.03));
        assertThat(bucket("0.001048576")).isZero();
        assertThat(bucket("0.002097152")).isEqualTo(99);
        assertThat(bucket("1.073741824")).isEqualTo(100);
        assertThat(bucket("+Inf")).isEqualTo(100);
    }

    private double percentile(String part) {
        return registry.get("sluice.mutation.latency.percentile")
                .tag("phi", part)
                .timeGauge()
                .value(TimeUnit.SECONDS);
    }

    private double bucket(String bound) {
        return registry.get("sluice.mutation.latency.buckets")
                .tag("le", bound)
                .functionCounter()
                .count();
    }

    @Test
    void tablesAndServers_comeAndGo() {
        Runnable unused = metrics.bind(registry);
        long before = registry.getMeters().size();
        view.numbers().server("rs1:16020").received(3);
        view.numbers().server("rs2:16020").received(3);
        TableNumbers table = view.numbers().table(TABLE);
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> servers() == 2
                        && !registry.find("sluice.mutations.accepted").meters().isEmpty());
        assertThat(table.distributions()).as("recorded at once").isNotNull();

        view.numbers().forgetServer("rs1:16020");
        view.numbers().forgetServer("rs2:16020");
        view.numbers().server("rs2:16020").received(4);

        await().atMost(30, TimeUnit.SECONDS).until(() -> servers() == 1);
        assertThat(registry.get("sluice.wire.received").functionCounter().count())
                .as("of the server that came back")
                .isEqualTo(4);
        assertThat(registry.getMeters()).hasSizeGreaterThan((int) before);
        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .noneMatch(id -> "rs1:16020".equals(id.getTag("server")));
    }

    @Test
    void unbind_takesAllOut_andOthersStay() {
        MeterRegistry other = new CompositeMeterRegistry().add(new SimpleMeterRegistry());
        view.numbers().server("rs1:16020").sent(1);
        Runnable unbind = metrics.bind(registry);
        Runnable again = metrics.bind(registry);
        Runnable others = metrics.bind(other);
        assertThat(registry.getMeters()).hasSameSizeAs(other.getMeters()).isNotEmpty();

        unbind.run();
        again.run();

        assertThat(registry.getMeters()).isEmpty();
        assertThat(other.get("sluice.wire.sent").functionCounter().count()).isOne();
        assertThat(view.numbers().server("rs1:16020").rpcTime()).isNotNull();
        others.run();
        assertThat(other.getMeters()).isEmpty();
        assertThat(view.numbers().server("rs1:16020").rpcTime())
                .as("nobody reads any more")
                .isNull();
    }

    @Test
    void twoConnections_inOneRegistry_areToldApart() {
        ConnectionMetrics second = new ConnectionMetrics(FakeView.create());
        Runnable one = metrics.bind(registry);
        int alone = registry.getMeters().size();
        Runnable two = second.bind(registry);
        assertThat(registry.getMeters()).hasSize(2 * alone);
        assertThat(registry.find("sluice.budget.used").gauges())
                .extracting(gauge -> gauge.getId().getTag("connection"))
                .doesNotHaveDuplicates();

        two.run();
        assertThat(registry.getMeters()).hasSize(alone);
        one.run();
        assertThat(second.closeAsync()).succeedsWithin(java.time.Duration.ofSeconds(30));
        assertThatThrownBy(() -> second.bind(registry)).isInstanceOf(IllegalStateException.class);
    }

    /** A registry that refuses must not be left with half of the meters. */
    @Test
    void registryThatThrows_isLeftWithoutMeters() {
        registry.config().onMeterAdded(meter -> {
            if (meter.getId().getName().equals("sluice.block.size")) {
                throw new IllegalStateException("no more room here");
            }
        });
        assertThatThrownBy(() -> metrics.bind(registry)).hasMessage("no more room here");
        registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().equals("sluice.block.size"))
                .forEach(registry::remove);
        assertThat(registry.getMeters()).isEmpty();
        assertThat(view.numbers().lookups().loadTime()).as("nobody reads").isNull();
    }

    @Test
    void somethingElse_isRefused() {
        assertThatThrownBy(() -> metrics.bind("registry"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MeterRegistry")
                .hasMessageContaining("java.lang.String");
    }
}
