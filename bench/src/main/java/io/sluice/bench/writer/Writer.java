package io.sluice.bench.writer;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One contender, connected. Safe for use by many threads, but for {@link #finish} and {@link #close}. */
interface Writer extends AutoCloseable {
    /** The column of each put. */
    String FAMILY = "f";

    /** The column of each put. */
    String QUALIFIER = "q";

    /** Writes a put in the contender's cheapest way that tells about failures; waits for room if need be. */
    void write(byte[] row) throws Exception;

    /**
     * Writes a put and tells when it has settled.
     *
     * @param settled gets null or the failure, on any thread
     */
    void write(byte[] row, Consumer<@Nullable Throwable> settled) throws Exception;

    /** Sends what is buffered and waits until every put has settled. */
    void finish() throws Exception;

    /** Puts acknowledged so far. */
    long acknowledged();

    /** Puts failed so far. */
    long failed();

    @Override
    void close() throws IOException;

    /**
     * How a writer is set up.
     *
     * @param target where to
     * @param load what
     * @param linger after which a put is sent though its buffer is not full; null for the contender's default
     */
    record Setup(Target target, Load load, @Nullable Duration linger) {}
}
