package io.sluice.bench.result;

import java.util.List;
import java.util.Map;

/**
 * The outcome of one comparison.
 *
 * @param name of the comparison
 * @param question that it answers, and what is counted
 * @param date when it was run, ISO
 * @param command that ran it
 * @param environment where
 * @param jmh how it was set up, JMH or else
 * @param versions of the peers
 * @param rows what was measured
 * @param goals which goals are met
 */
public record Result(
        String name,
        String question,
        String date,
        String command,
        Environment environment,
        Map<String, String> jmh,
        Map<String, String> versions,
        List<Row> rows,
        List<Goal> goals) {

    /** The line at the end: how many goals are met. */
    public String verdict() {
        long met = goals.stream().filter(Goal::met).count();
        return "goals met: " + met + " of " + goals.size();
    }
}
