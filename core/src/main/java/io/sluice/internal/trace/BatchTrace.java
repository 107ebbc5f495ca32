package io.sluice.internal.trace;

import io.sluice.ServerName;
import io.sluice.TableName;

/** One batch from its first mutation to its last outcome. */
public interface BatchTrace {

    /**
     * The calling thread is about to append a mutation, in its current tracing context. Many threads may call this at once. If
     * the batch then turns out to be full, the mutation goes into the next one.
     */
    void appending();

    /** The batch leaves its buffer. Called before its first request. */
    void sent(Flush flush);

    /** Each of its mutations has an outcome. */
    void settled(int failures);

    /** A request with some of its mutations is about to be sent. Called after {@link #sent}. */
    RequestTrace request(Request request);

    /**
     * A batch that leaves its buffer.
     *
     * @param reason name of the {@code FlushReason}
     */
    record Flush(TableName table, String reason, int mutations, long bytes) {}

    /**
     * A request that is sent.
     *
     * @param attempt number of the attempt for its first mutation, from 1
     */
    record Request(TableName table, ServerName server, int regions, int mutations, int attempt) {}
}
