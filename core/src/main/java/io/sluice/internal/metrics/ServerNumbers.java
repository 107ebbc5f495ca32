package io.sluice.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Traffic with a server, over all connections to it. Safe for use by many threads. */
public final class ServerNumbers {
    private final String address;
    private final LongAdder sentBytes = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private volatile @Nullable Histogram rpcTime;

    ServerNumbers(String address, boolean recorded) {
        this.address = address;
        record(recorded);
    }

    /** {@code host:port}. */
    public String address() {
        return address;
    }

    void record(boolean on) {
        rpcTime = on ? new Histogram() : null;
    }

    public void sent(int bytes) {
        sentBytes.add(bytes);
    }

    public void received(int bytes) {
        receivedBytes.add(bytes);
    }

    /** A call was answered, this long after it was written. */
    public void answered(long nanos) {
        Histogram wanted = rpcTime;
        if (wanted != null) {
            wanted.add(nanos);
        }
    }

    /** Bytes written to the socket. */
    public long sentBytes() {
        return sentBytes.sum();
    }

    public long receivedBytes() {
        return receivedBytes.sum();
    }

    /** Nanoseconds from writing a call to its answer; null if there is no reader. */
    public @Nullable Histogram rpcTime() {
        return rpcTime;
    }
}
