package io.sluice.bench.sweep;

import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import java.util.List;
import java.util.Map;

/**
 * A setting of a peer that may make it faster.
 *
 * @param key of the peer's own configuration, or {@link Entrant#WINDOW}
 * @param values other values than the default
 */
record SweptSetting(Contender contender, String key, List<String> values) {
    private static final String BUFFER = "hbase.client.write.buffer";
    private static final String CONNECTIONS = "hbase.client.ipc.pool.size";
    private static final List<String> BUFFERS = List.of("524288", "8388608", "33554432");
    private static final List<String> WINDOWS = List.of("10000", "30000", "200000");

    private static final List<SweptSetting> ALL = List.of(
            new SweptSetting(Contender.HBASE_ASYNC, BUFFER, BUFFERS),
            new SweptSetting(Contender.HBASE_ASYNC, Entrant.WINDOW, WINDOWS),
            new SweptSetting(Contender.HBASE_ASYNC, CONNECTIONS, List.of("2", "4")),
            new SweptSetting(Contender.HBASE_ASYNC, "hbase.netty.eventloop.rpcclient.thread.count", List.of("1", "2")),
            new SweptSetting(
                    Contender.HBASE_ASYNC,
                    "hbase.client.write.buffer.periodicflush.timeout.ms",
                    List.of("10", "100", "1000")),
            new SweptSetting(Contender.HBASE_SYNC, BUFFER, BUFFERS),
            new SweptSetting(Contender.HBASE_SYNC, "hbase.client.max.perserver.tasks", List.of("4", "8", "16")),
            new SweptSetting(Contender.HBASE_SYNC, "hbase.client.max.perregion.tasks", List.of("2", "4")),
            new SweptSetting(Contender.HBASE_SYNC, "hbase.client.max.perrequest.rows", List.of("512", "16384")),
            new SweptSetting(
                    Contender.HBASE_SYNC, "hbase.client.max.perrequest.heapsize", List.of("1048576", "16777216")),
            new SweptSetting(Contender.HBASE_SYNC, "hbase.client.max.submit.heapsize", List.of("1048576", "16777216")),
            new SweptSetting(Contender.HBASE_SYNC, "hbase.htable.threads.max", List.of("2", "8")),
            new SweptSetting(Contender.HBASE_SYNC, CONNECTIONS, List.of("2", "4")),
            new SweptSetting(Contender.ASYNCHBASE, "hbase.rpcs.batch.size", List.of("256", "4096", "16384")),
            new SweptSetting(Contender.ASYNCHBASE, Entrant.WINDOW, WINDOWS),
            new SweptSetting(Contender.ASYNCHBASE, "hbase.rpcs.buffered_flush_interval", List.of("10", "100")),
            new SweptSetting(Contender.ASYNCHBASE, "hbase.region_client.inflight_limit", List.of("64", "256")),
            new SweptSetting(Contender.ASYNCHBASE, "hbase.timer.tick", List.of("1", "100")));

    static List<SweptSetting> of(Contender contender) {
        return ALL.stream()
                .filter(setting -> setting.contender().equals(contender))
                .toList();
    }

    /** Returns the setting with only its first values, at most this many. */
    SweptSetting withFirst(int most) {
        return new SweptSetting(contender, key, values.stream().limit(most).toList());
    }

    /** Returns the contender with each of the values and no other setting. */
    List<Entrant> entrants() {
        return values.stream()
                .map(value -> new Entrant(contender, Map.of(key, value)))
                .toList();
    }
}
