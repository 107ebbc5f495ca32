package org.apache.hadoop.hbase.client;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * HBase's connection, for subclasses in other packages. A subclass and not a wrapper, since HBase's tools cast their
 * connection to the class or to {@link ClusterConnection}, whose signatures contain package-private types.
 */
public abstract class OpenConnectionImplementation extends ConnectionImplementation {

    /**
     * Connects with HBase 2.5 and later.
     *
     * @param pool for reads of many rows; null for HBase's own
     */
    protected OpenConnectionImplementation(Configuration conf, @Nullable ExecutorService pool, User user)
            throws IOException {
        super(conf, pool, user);
    }

    /**
     * Connects with HBase 2.6.
     *
     * @param attributes for the header of each connection to a server; null for none
     */
    protected OpenConnectionImplementation(
            Configuration conf, @Nullable ExecutorService pool, User user, @Nullable Map<String, byte[]> attributes)
            throws IOException {
        super(conf, pool, user, attributes);
    }
}
