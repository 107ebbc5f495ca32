package io.sluice;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Builds an {@link AsyncBufferedMutator}. Names are HBase's; additions are marked "Sluice". Defaults come from the
 * configuration key named with each setting. A key {@code sluice.client.x} may be set for one table alone as {@code
 * sluice.table.<name>.x}. Not thread-safe.
 */
public interface AsyncBufferedMutatorBuilder {

    /**
     * Bytes of cells and attributes at which the buffer is sent; at an eighth of the connection's memory budget, if that is
     * less. Default {@code hbase.client.write.buffer}; if that is not set, or to HBase's default, 2 MiB and at least 16 KiB
     * for each server that the previous buffer was sent to, so that requests to hundreds of servers are not small. The first
     * one is sent at 64 KiB, each later one at twice as much, up to this size. While threads contend for the buffer there are
     * up to eight, each of which is sent at that size; all count against the connection's memory budget.
     *
     * @throws IllegalArgumentException if not positive
     */
    AsyncBufferedMutatorBuilder setWriteBufferSize(long writeBufferSize);

    /**
     * Number of mutations at which the buffer, or each of them, is sent. Default
     * {@code hbase.client.write.buffer.maxmutations}, no limit.
     *
     * @param maxMutations positive, or 0 or less for no limit
     */
    AsyncBufferedMutatorBuilder setMaxMutations(int maxMutations);

    /**
     * Age of the oldest buffered mutation at which the buffer is sent. Default {@code
     * hbase.client.write.buffer.periodicflush.timeout.ms}; if that is not set, 1 s (HBase: never).
     *
     * @param timeout positive, or 0 or less for never
     */
    AsyncBufferedMutatorBuilder setWriteBufferPeriodicFlush(long timeout, TimeUnit unit);

    /** Turns the periodic flush off: the buffer's age does not matter. */
    default AsyncBufferedMutatorBuilder disableWriteBufferPeriodicFlush() {
        return setWriteBufferPeriodicFlush(0, TimeUnit.NANOSECONDS);
    }

    /**
     * Largest serialized cell accepted. Default {@code hbase.client.keyvalue.maxsize}, 10 MiB; the server has its own
     * limit, {@code hbase.server.keyvalue.maxsize}.
     *
     * @param maxKeyValueSize bytes, or 0 or less for no limit
     */
    AsyncBufferedMutatorBuilder setMaxKeyValueSize(int maxKeyValueSize);

    /**
     * How long a mutation may take from the moment its buffer is sent, retries included. Default {@code
     * hbase.client.operation.timeout}; if that is not set, 120 s (HBase: 20 min).
     */
    AsyncBufferedMutatorBuilder setOperationTimeout(long timeout, TimeUnit unit);

    /** How long one request may take. Default {@code hbase.rpc.write.timeout}, else {@code hbase.rpc.timeout}, 60 s. */
    AsyncBufferedMutatorBuilder setRpcTimeout(long timeout, TimeUnit unit);

    /** Pause before the first retry; it grows with each further one. Default {@code hbase.client.pause}, 100 ms. */
    AsyncBufferedMutatorBuilder setRetryPause(long pause, TimeUnit unit);

    /** Maximum number of attempts for a mutation. Default {@code hbase.client.retries.number} + 1, 16. */
    AsyncBufferedMutatorBuilder setMaxAttempts(int maxAttempts);

    /** Maximum number of retries of a mutation; {@link Integer#MAX_VALUE} for "until the time is up". */
    default AsyncBufferedMutatorBuilder setMaxRetries(int maxRetries) {
        return setMaxAttempts(maxRetries == Integer.MAX_VALUE ? Integer.MAX_VALUE : maxRetries + 1);
    }

    /** Failed attempts of a mutation before they are logged. Default {@code hbase.client.start.log.errors.counter}, 5. */
    AsyncBufferedMutatorBuilder setStartLogErrorsCnt(int startLogErrorsCnt);

    /** An attribute that each request carries to the server (servers before 2.6 ignore it). */
    AsyncBufferedMutatorBuilder setRequestAttribute(String key, byte[] value);

    /** Replaces the request attributes. */
    AsyncBufferedMutatorBuilder setRequestAttributes(Map<String, byte[]> requestAttributes);

    /**
     * Sluice. What {@code mutate} does when the connection's memory budget is used up. Default {@code
     * sluice.client.backpressure}, {@code block}, for {@code sluice.client.backpressure.timeout}, 60 s.
     */
    AsyncBufferedMutatorBuilder setBackpressure(Backpressure backpressure);

    /**
     * Sluice. Maximum bytes of cells and attributes in one request, unless a single mutation is larger. Default {@code
     * sluice.client.max.request.size}, 960 KiB; at most the server's {@code hbase.ipc.max.request.size}, 256 MiB.
     */
    AsyncBufferedMutatorBuilder setMaxRequestSize(long bytes);

    /** Sluice. Maximum number of mutations in one request. Default {@code hbase.client.max.perrequest.rows}, 2048. */
    AsyncBufferedMutatorBuilder setMaxRequestRows(int rows);

    /**
     * Sluice. Maximum number of concurrent requests to one server, from this mutator and all others of its connection
     * with the same setting. The actual number adapts to the server: it starts at two, grows while the server then does
     * clearly more, and is halved when the server is overloaded, slow, or does not answer. Default {@code
     * sluice.client.max.in.flight.per.server}, 16. Requests that find no place wait in the buffer's memory, without a
     * thread.
     *
     * @param requests the maximum; 0 for a fixed number of two
     * @throws IllegalArgumentException if negative
     */
    AsyncBufferedMutatorBuilder setMaxInFlightPerServer(int requests);

    /**
     * Sluice. The order in which mutations of one row reach the server. Default {@code sluice.client.ordering}, {@link
     * Ordering#NONE}, as in HBase.
     */
    AsyncBufferedMutatorBuilder setOrdering(Ordering ordering);

    /**
     * Sluice. Whether cells without a timestamp get one in {@code mutate}, from this machine's clock, instead of on the
     * server. A retry then writes the same cell, not a second version, and a Put after a Delete of the same row stays
     * visible, however soon it follows: the timestamps of this mutator strictly increase for each row. Default {@code
     * sluice.client.timestamps}, false, as in HBase.
     *
     * <p>Timestamps are in milliseconds. A row that is written more than 1,000 times a second therefore runs ahead of
     * the clock; when it is a second ahead, mutations of that row (and of the few rows that share one of 16,384 slots
     * with it) meet the {@link Backpressure}: they wait for the clock, or fail with {@link BufferFullException}; with
     * {@link Backpressure#unbounded()} they continue. All rows of a table together reach that limit only at some ten
     * million mutations a second. The machine's clock must be right: a reader sees the newest timestamp, whichever
     * machine it came from.
     *
     * <p>This applies to the cells of a Put, and to markers that delete all versions of a column, a family or a row. It
     * does not apply to the marker for the newest version alone ({@code Delete.addColumn} without a timestamp), since
     * the server looks that version up, nor to Increment and Append, whose cells the server creates.
     */
    AsyncBufferedMutatorBuilder setClientTimestamps(boolean on);

    /**
     * Sluice. How long {@link AsyncBufferedMutator#close()} waits for acknowledgements. Default {@code
     * sluice.client.close.timeout}, 30 s.
     */
    AsyncBufferedMutatorBuilder setCloseTimeout(Duration timeout);

    /** Sluice. Adds a listener, which is notified of the mutator's activity on a thread of its own. */
    AsyncBufferedMutatorBuilder addListener(MutatorListener listener);

    /**
     * Creates the mutator, which is open at once.
     *
     * @throws IllegalArgumentException if settings contradict each other or the configuration has an invalid value; the
     *     message names both
     */
    AsyncBufferedMutator build();
}
