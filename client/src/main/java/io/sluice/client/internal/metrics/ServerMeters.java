package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.Tags;
import io.sluice.internal.metrics.HistogramReader;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.pool.CloseReason;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The meters of one server. */
final class ServerMeters {
    private final MeterSet meters;
    private final Reading reading;
    private final String address;

    private ServerMeters(MeterSet meters, Reading reading, String address) {
        this.meters = meters;
        this.reading = reading;
        this.address = address;
    }

    static void register(MeterSet meters, Reading reading, ServerNumbers numbers) {
        HistogramReader unused = meters.times(
                MeterName.RPC_TIME,
                MeterName.RPC_TIME_PERCENTILE,
                Objects.requireNonNull(numbers.rpcTime(), "made before it is read"));
        meters.counter(MeterName.WIRE_SENT, numbers::sentBytes);
        meters.counter(MeterName.WIRE_RECEIVED, numbers::receivedBytes);
        String address = numbers.address();
        meters.gauge(MeterName.WINDOW_SIZE, () -> reading.window(address).size());
        meters.gauge(MeterName.WINDOW_IN_FLIGHT, () -> reading.window(address).inFlight());
        meters.gauge(MeterName.WINDOW_WAITING, () -> reading.window(address).waiting());
        new ServerMeters(meters, reading, address).registerPool();
    }

    private void registerPool() {
        gauge(MeterName.RPC_IN_FLIGHT, pool -> pool.now().leases());
        gauge(MeterName.POOL_SIZE, pool -> pool.now().size());
        gauge(MeterName.POOL_IDLE, pool -> pool.now().idle());
        gauge(MeterName.POOL_LEASED, pool -> pool.now().leased());
        gauge(MeterName.POOL_CONNECTING, pool -> pool.now().connecting());
        gauge(MeterName.POOL_PENDING, pool -> pool.now().pending());
        gauge(MeterName.POOL_UNREACHABLE, pool -> pool.now().paused());
        timer(
                MeterName.POOL_ACQUIRE,
                pool -> pool.acquires().count(),
                pool -> pool.acquires().waitNanos());
        timer(
                MeterName.POOL_USAGE,
                pool -> pool.acquires().count(),
                pool -> pool.acquires().usedNanos());
        timer(
                MeterName.POOL_CONNECT,
                pool -> pool.connects().opened(),
                pool -> pool.connects().nanos());
        counter(
                MeterName.POOL_ACQUIRE_WAITED,
                Tags.empty(),
                pool -> pool.acquires().waited());
        counter(
                MeterName.POOL_ACQUIRE_TIMEOUTS,
                Tags.empty(),
                pool -> pool.acquires().timeouts());
        counter(
                MeterName.POOL_ACQUIRE_REFUSED,
                Tags.empty(),
                pool -> pool.acquires().refused());
        counter(
                MeterName.POOL_CONNECT_FAILURES,
                Tags.empty(),
                pool -> pool.connects().failed());
        counter(MeterName.POOL_LEAKS, Tags.empty(), pool -> pool.acquires().leaks());
        for (CloseReason reason : CloseReason.values()) {
            Tags tags = Tags.of("reason", reason.name().toLowerCase(Locale.ROOT));
            counter(MeterName.POOL_CLOSED, tags, pool -> pool.closed().getOrDefault(reason, 0L));
        }
    }

    private void gauge(MeterName name, ToDoubleFunction<PoolNumbers> number) {
        meters.gauge(name, () -> reading.pool(address, number));
    }

    private void counter(MeterName name, Tags tags, ToDoubleFunction<PoolNumbers> number) {
        meters.counter(name, tags, () -> (long) reading.pool(address, number));
    }

    private void timer(MeterName name, ToDoubleFunction<PoolNumbers> count, ToDoubleFunction<PoolNumbers> nanos) {
        meters.timer(name, () -> (long) reading.pool(address, count), () -> reading.pool(address, nanos));
    }
}
