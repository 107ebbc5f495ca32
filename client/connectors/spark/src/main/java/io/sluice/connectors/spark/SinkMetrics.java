package io.sluice.connectors.spark;

import io.sluice.connectors.WriteCounts;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The metrics that Spark shows for a write, each the sum of all tasks. Spark creates them by class name. */
public final class SinkMetrics {
    private SinkMetrics() {}

    /** Rows that a server has acknowledged. */
    public static final class Acknowledged extends CustomSumMetric {
        /** Called by Spark. */
        public Acknowledged() {}

        @Override
        public String name() {
            return WriteCounts.ACKNOWLEDGED;
        }

        @Override
        public String description() {
            return "rows that HBase has acknowledged";
        }
    }

    /** Rows that were left out. */
    public static final class Skipped extends CustomSumMetric {
        /** Called by Spark. */
        public Skipped() {}

        @Override
        public String name() {
            return WriteCounts.SKIPPED;
        }

        @Override
        public String description() {
            return "rows left out by errors=skip";
        }
    }

    /** How often a row was sent again. */
    public static final class Retried extends CustomSumMetric {
        /** Called by Spark. */
        public Retried() {}

        @Override
        public String name() {
            return WriteCounts.RETRIED;
        }

        @Override
        public String description() {
            return "rows sent again";
        }
    }

    /** The value of a metric in one task. */
    record OfTask(String name, long value) implements CustomTaskMetric {}
}
