package org.apache.hadoop.hbase.client;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * HBase's connection, for subclasses in other packages. A subclass and not a wrapper, since tools of HBase cast their
 * connection to the class or to {@link ClusterConnection}, which has types in its signatures that only this package sees.
 */
public abstract class OpenConnectionImplementation extends ConnectionImplementation {

    /**
     * Connects, by the constructor that HBase 2.5 and 2.6 both have.
     *
     * @param pool for reads of many rows; null for HBase's own
     */
    protected OpenConnectionImplementation(Configuration conf, @Nullable ExecutorService pool, User user)
            throws IOException {
        super(conf, pool, user);
    }
}
