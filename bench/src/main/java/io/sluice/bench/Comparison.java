package io.sluice.bench;

import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import java.util.List;
import java.util.Map;

/** One question, and us beside the peers in it. */
public interface Comparison {

    /** What it is called on the command line. */
    String name();

    /** What is measured and counted, for the reader of the figures. */
    String question();

    /** How long it measures and with which flags, by name, for the record. */
    default Map<String, String> settings(Effort effort) {
        return effort.described();
    }

    /** Measures every situation for every contender; takes minutes. */
    List<Row> measure(JmhSession session);

    /** The goals for what {@link #measure} returned. */
    List<Goal> goals(List<Row> rows);

    /** Those of the rows that are worth a picture; all, unless they would be too many to take in. */
    default List<Row> plotted(List<Row> rows) {
        return rows;
    }
}
