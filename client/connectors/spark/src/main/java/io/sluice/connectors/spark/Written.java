package io.sluice.connectors.spark;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a task reports when it commits.
 *
 * @param rows number of rows that HBase has acknowledged
 * @param skipped number of rows left out by {@code errors=skip}
 */
record Written(long rows, long skipped) implements WriterCommitMessage {
    private static final long serialVersionUID = 1;
}
