package io.sluice.internal.metrics;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Traffic with a server, over all connections to it. The network adds by the methods; readers sum up the counters. Safe for use
 * by many threads.
 */
public final class ServerNumbers {
    private final String address;
    /** Bytes written to the socket. */
    public final LongAdder sentBytes = new LongAdder();

    public final LongAdder receivedBytes = new LongAdder();
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

    /** Nanoseconds from writing a call to its answer; null if there is no reader. */
    public @Nullable Histogram rpcTime() {
        return rpcTime;
    }
}
