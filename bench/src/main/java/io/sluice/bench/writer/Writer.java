package io.sluice.bench.writer;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connected contender. Safe for use by many threads, except for {@link #finish} and {@link #close}. */
interface Writer extends AutoCloseable {
    /** The column of each put. */
    String FAMILY = "f";

    /** The column of each put. */
    String QUALIFIER = "q";

    /** Writes a put in the cheapest way of the contender that reports failures; waits for room if necessary. */
    void write(byte[] row) throws Exception;

    /**
     * Writes a put and reports when it has settled.
     *
     * @param settled gets null or the failure, on any thread
     */
    void write(byte[] row, Consumer<@Nullable Throwable> settled) throws Exception;

    /** Sends the buffers and waits until every put has settled. */
    void finish() throws Exception;

    /** Puts acknowledged so far. */
    long acknowledged();

    /** Puts failed so far. */
    long failed();

    @Override
    void close() throws IOException;

    /**
     * The setup of a writer.
     *
     * @param target destination of the puts
     * @param load the puts to write
     * @param settings settings of the contender, see {@link Entrant}
     * @param linger time after which a put is sent even if its buffer is not full; null for the contender's default
     */
    record Setup(
            Target target,
            Load load,
            Map<String, String> settings,
            @Nullable Duration linger) {

        /** Puts in flight of a contender that has no bound of its own. */
        int windowPuts() {
            String set = settings.get(Entrant.WINDOW);
            return set == null ? Window.defaultPuts(load) : Integer.parseInt(set);
        }
    }
}
