package io.sluice.internal.trace;

import io.sluice.ServerName;
import io.sluice.TableName;

/** One batch from its first mutation to its last outcome. */
public interface BatchTrace {

    /**
     * The calling thread is about to append a mutation, on behalf of whatever it is working on. Many threads may call it at
     * once. A batch that is full a moment later may have been told of one mutation that went into the next.
     */
    void appending();

    /** The batch leaves its buffer; before its first request. */
    void sent(Flush flush);

    /** Each of its mutations has an outcome. */
    void settled(int failures);

    /** A request with some of its mutations is about to be sent; after {@link #sent}. */
    RequestTrace request(Request request);

    /**
     * What leaves the buffer.
     *
     * @param reason by the name of the {@code FlushReason}
     */
    record Flush(TableName table, String reason, int mutations, long bytes) {}

    /**
     * What is sent.
     *
     * @param attempt how often its first mutation is sent now, from 1
     */
    record Request(TableName table, ServerName server, int regions, int mutations, int attempt) {}
}
