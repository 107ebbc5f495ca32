package io.sluice.client.internal.metrics;

import org.jspecify.annotations.Nullable;

/** Every meter: its name, its unit, and what it means. Tags and all else are in {@code docs/metrics.md}. */
enum MeterName {
    MUTATIONS_ACCEPTED("sluice.mutations.accepted", "Mutations that a mutator has taken"),
    MUTATIONS_ACKNOWLEDGED("sluice.mutations.acknowledged", "Mutations that a server has acknowledged"),
    MUTATIONS_FAILED("sluice.mutations.failed", "Mutations that failed for good"),
    MUTATIONS_RETRIED("sluice.mutations.retried", "Attempts at mutations that failed and were tried again"),
    MUTATIONS_REJECTED("sluice.mutations.rejected", "Mutations that were not taken, for want of room or as closed"),
    MUTATIONS_PENDING("sluice.mutations.pending", "Mutations that were taken and have not settled"),
    MUTATION_LATENCY("sluice.mutation.latency", "From taking a mutation to its acknowledgement, of one in 32"),
    MUTATION_LATENCY_PERCENTILE(
            "sluice.mutation.latency.percentile", "The same: the time that a part of them did not exceed lately"),
    MUTATION_LATENCY_BUCKETS("sluice.mutation.latency.buckets", "The same: how many took less than le seconds"),
    ROOM_WAIT("sluice.room.wait", "Time that threads waited for room in the budget"),
    ROOM_WAIT_PERCENTILE(
            "sluice.room.wait.percentile", "The same: the time that a part of the waits did not exceed lately"),
    MUTATORS("sluice.mutators", "Open mutators"),
    BUFFER_MUTATIONS("sluice.buffer.mutations", "Mutations in buffers that have not been sent"),
    BUFFER_USED("sluice.buffer.used", MeterName.BYTES, "Bytes of cells in buffers that have not been sent"),
    FLUSHES("sluice.flushes", "Buffers that were sent"),
    FLUSHED("sluice.flushed", MeterName.BYTES, "Bytes of cells in buffers that were sent"),
    BATCH_MUTATIONS_PERCENTILE(
            "sluice.batch.mutations.percentile", "Mutations that a part of the sent buffers did not exceed lately"),
    BATCH_SIZE_PERCENTILE(
            "sluice.batch.size.percentile",
            MeterName.BYTES,
            "Bytes that a part of the sent buffers did not exceed lately"),
    REQUESTS("sluice.requests", "Requests of mutations, those of retries included"),
    REQUEST_MUTATIONS("sluice.request.mutations", "Mutations in requests"),
    REQUEST_SIZE("sluice.request.size", MeterName.BYTES, "Bytes of cells in requests"),
    REQUEST_MUTATIONS_PERCENTILE(
            "sluice.request.mutations.percentile", "Mutations that a part of the requests did not exceed lately"),
    REQUEST_SIZE_PERCENTILE(
            "sluice.request.size.percentile",
            MeterName.BYTES,
            "Bytes that a part of the requests did not exceed lately"),
    BUDGET_USED("sluice.budget.used", MeterName.BYTES, "Bytes of the memory budget in use"),
    BUDGET_LIMIT("sluice.budget.limit", MeterName.BYTES, "The memory budget"),
    BUDGET_WAITERS("sluice.budget.waiters", "Threads that wait for room in the budget"),
    BLOCKS_ALLOCATED("sluice.blocks.allocated", "Blocks of memory that were made"),
    BLOCKS_POOLED("sluice.blocks.pooled", "Blocks of memory that are kept for later"),
    BLOCKS_IN_USE("sluice.blocks.in.use", "Blocks of memory in use"),
    BLOCK_SIZE("sluice.block.size", MeterName.BYTES, "Bytes of a block"),
    REGION_CACHE_HITS("sluice.region.cache.hits", "Mutations whose region was known when they were to be sent"),
    REGION_CACHE_MISSES("sluice.region.cache.misses", "Mutations whose region was not known"),
    REGION_CACHE_SIZE("sluice.region.cache.size", "Regions whose place is known"),
    REGION_CACHE_LOAD("sluice.region.cache.load", "Time of look-ups in hbase:meta"),
    REGION_CACHE_LOAD_PERCENTILE(
            "sluice.region.cache.load.percentile", "The same: the time that a part of them did not exceed lately"),
    REGION_CACHE_LOAD_FAILURES("sluice.region.cache.load.failures", "Look-ups in hbase:meta that failed"),
    EVENT_LOOP_PENDING("sluice.event.loop.pending", "Tasks that wait for an event loop"),
    RPC_TIME("sluice.rpc.time", "From writing a call to its answer"),
    RPC_TIME_PERCENTILE("sluice.rpc.time.percentile", "The same: the time that a part of them did not exceed lately"),
    RPC_IN_FLIGHT("sluice.rpc.in.flight", "Calls on connections"),
    WIRE_SENT("sluice.wire.sent", MeterName.BYTES, "Bytes of calls, before encryption"),
    WIRE_RECEIVED("sluice.wire.received", MeterName.BYTES, "Bytes of answers, after decryption"),
    WINDOW_SIZE("sluice.window.size", "Requests that may be in flight"),
    WINDOW_IN_FLIGHT("sluice.window.in.flight", "Requests in flight"),
    WINDOW_WAITING("sluice.window.waiting", "Requests that wait for a place in the window"),
    POOL_SIZE("sluice.pool.size", "Connections, those on their way included"),
    POOL_IDLE("sluice.pool.idle", "Open connections without a call"),
    POOL_LEASED("sluice.pool.leased", "Open connections with calls"),
    POOL_CONNECTING("sluice.pool.connecting", "Connections on their way"),
    POOL_PENDING("sluice.pool.pending", "Calls that wait for a connection"),
    POOL_UNREACHABLE("sluice.pool.unreachable", "1 while calls fail at once since the last connect failed"),
    POOL_ACQUIRE("sluice.pool.acquire", "Waiting for a connection, of all calls that got one"),
    POOL_ACQUIRE_WAITED("sluice.pool.acquire.waited", "Calls that had to wait for a connection"),
    POOL_ACQUIRE_TIMEOUTS("sluice.pool.acquire.timeouts", "Calls that got no connection in time"),
    POOL_ACQUIRE_REFUSED("sluice.pool.acquire.refused", "Calls that got no connection since too many waited"),
    POOL_USAGE("sluice.pool.usage", "How long calls had their connection"),
    POOL_CONNECT("sluice.pool.connect", "How long connects took that succeeded"),
    POOL_CONNECT_FAILURES("sluice.pool.connect.failures", "Connects that failed"),
    POOL_LEAKS("sluice.pool.leaks", "Calls that had their connection for too long, with leak detection"),
    POOL_CLOSED("sluice.pool.closed", "Connections that are gone");

    private static final String BYTES = "bytes";

    private final String text;
    private final @Nullable String unit;
    private final String meaning;

    MeterName(String text, String meaning) {
        this(text, null, meaning);
    }

    MeterName(String text, @Nullable String unit, String meaning) {
        this.text = text;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** As it is registered. */
    String text() {
        return text;
    }

    /** Null for a number of something, and for times, whose unit is the registry's. */
    @Nullable String unit() {
        return unit;
    }

    /** A sentence without its full stop. */
    String meaning() {
        return meaning;
    }
}
