package io.sluice.bench.result;

import java.util.List;
import java.util.Map;

/**
 * The outcome of one comparison.
 *
 * @param name name of the comparison
 * @param question the question that it answers, and what is counted
 * @param date date of the run, ISO
 * @param command the command that ran it
 * @param environment the environment in which it ran
 * @param jmh its settings, of JMH or its own runner
 * @param versions versions of the peers
 * @param rows the measured rows
 * @param goals the goals, and which are met
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

    /** The same run with other goals. */
    public Result with(List<Goal> others) {
        return new Result(name, question, date, command, environment, jmh, versions, rows, others);
    }

    /** The line at the end: how many goals are met. */
    public String verdict() {
        long met = goals.stream().filter(Goal::met).count();
        return "goals met: " + met + " of " + goals.size();
    }
}
