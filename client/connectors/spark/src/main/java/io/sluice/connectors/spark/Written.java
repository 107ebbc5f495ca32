package io.sluice.connectors.spark;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a task has written when it commits.
 *
 * @param rows acknowledged by HBase
 * @param skipped left out by {@code errors=skip}
 */
record Written(long rows, long skipped) implements WriterCommitMessage {
    private static final long serialVersionUID = 1;
}
