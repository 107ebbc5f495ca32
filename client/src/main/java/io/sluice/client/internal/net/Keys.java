package io.sluice.client.internal.net;

import io.sluice.Configuration;
import java.util.concurrent.TimeUnit;

/** Reads values of the configuration that have limits. */
public final class Keys {
    private Keys() {}

    /** Returns the value; throws {@link IllegalArgumentException}, which names the key, if it is not positive. */
    public static long positive(String key, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(key + " must be positive, not " + value);
        }
        return value;
    }

    /** A positive number of 32 bits. */
    public static int positiveInt(Configuration conf, String key, int defaultValue) {
        return (int) positive(key, conf.getInt(key, defaultValue));
    }

    /** A positive number of milliseconds as nanoseconds. */
    public static long positiveMillis(Configuration conf, String key, long defaultMillis) {
        return TimeUnit.MILLISECONDS.toNanos(positive(key, conf.getLong(key, defaultMillis)));
    }

    /** How long a call that reads may take. */
    public static long readTimeoutMillis(Configuration conf) {
        long rpcMillis = positive("hbase.rpc.timeout", conf.getLong("hbase.rpc.timeout", 60_000));
        return positive("hbase.rpc.read.timeout", conf.getLong("hbase.rpc.read.timeout", rpcMillis));
    }

    /** The number of a port. */
    public static int port(Configuration conf, String key, int defaultPort) {
        int port = conf.getInt(key, defaultPort);
        if (port <= 0 || port > 65_535) {
            throw new IllegalArgumentException(key + " = " + port + " is not a port, which is from 1 to 65535");
        }
        return port;
    }
}
