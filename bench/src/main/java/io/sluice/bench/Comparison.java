package io.sluice.bench;

import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import java.util.List;
import java.util.Map;

/** One comparison of Sluice with its peers. */
public interface Comparison {

    /** Its name on the command line. */
    String name();

    /** Describes for readers of the figures what is measured and counted. */
    String question();

    /** Durations and flags by name, for the record. */
    default Map<String, String> settings(Effort effort) {
        return effort.described();
    }

    /** Measures every situation for every contender; takes minutes. */
    List<Row> measure(JmhSession session);

    /** The goals for the rows returned by {@link #measure}. */
    List<Goal> goals(List<Row> rows);

    /** The rows to draw; all, unless there are too many for one picture. */
    default List<Row> plotted(List<Row> rows) {
        return rows;
    }
}
