package io.sluice;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Mutations passed to a {@link BufferedMutator} or {@link MutationScope} failed: which rows, why, and on which server.
 * Index i refers to the same failure in all three lists, which are in the order of the failures.
 *
 * <p>The message counts the causes and contains the first one's text. A cause is what the mutation's future in {@link
 * AsyncBufferedMutator} would have failed with, often a {@link RetriesExhaustedException} with the attempts of that
 * row.
 */
public class RetriesExhaustedWithDetailsException extends RetriesExhaustedException {

    private final ArrayList<Throwable> causes;
    private final ArrayList<Row> rows;
    private final ArrayList<String> servers;

    /**
     * Creates an exception; the first cause becomes its cause.
     *
     * @param exceptions why, not empty
     * @param actions the mutations, of the same number
     * @param hostnameAndPort the servers, of the same number: {@code host:port}, empty if unknown
     * @throws IllegalArgumentException if the lists are empty or differ in length
     */
    public RetriesExhaustedWithDetailsException(
            List<Throwable> exceptions, List<Row> actions, List<String> hostnameAndPort) {
        super(describe(exceptions, actions, hostnameAndPort), exceptions.get(0), anyApplied(exceptions));
        causes = new ArrayList<>(exceptions);
        rows = new ArrayList<>(actions);
        servers = new ArrayList<>(hostnameAndPort);
    }

    private static String describe(List<Throwable> causes, List<Row> rows, List<String> servers) {
        if (causes.isEmpty() || causes.size() != rows.size() || causes.size() != servers.size()) {
            throw new IllegalArgumentException("needs causes, rows and servers of one length, not " + causes.size()
                    + ", " + rows.size() + " and " + servers.size());
        }
        Row first = rows.get(0);
        Set<String> known = new TreeSet<>(servers);
        known.remove("");
        return "Failed " + causes.size() + (causes.size() == 1 ? " action: " : " actions: ") + limited(counts(causes))
                + "; first: " + first.getClass().getSimpleName() + " row " + Excerpt.of(first.getRow()) + ": "
                + causes.get(0)
                + (known.isEmpty() ? "" : "; servers with issues: " + limited(List.copyOf(known)));
    }

    /** The number of failures for each cause, in the order of their first occurrence. */
    private static List<String> counts(List<Throwable> causes) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Throwable cause : causes) {
            Throwable last =
                    cause instanceof RetriesExhaustedException && cause.getCause() != null ? cause.getCause() : cause;
            counts.merge(name(last), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(count -> count.getKey() + ": " + count.getValue() + (count.getValue() == 1 ? " time" : " times"))
                .toList();
    }

    private static boolean anyApplied(List<Throwable> causes) {
        return causes.stream().anyMatch(RetriesExhaustedWithDetailsException::mayBeApplied);
    }

    private static boolean mayBeApplied(Throwable cause) {
        if (cause instanceof RetriesExhaustedException exhausted) {
            return exhausted.mayHaveBeenApplied();
        }
        return !(cause instanceof DoNotRetryIOException || cause instanceof BufferFullException);
    }

    /** Why each failed. Cannot be changed. */
    public List<Throwable> getCauses() {
        return Collections.unmodifiableList(causes);
    }

    /** How many failed. */
    public int getNumExceptions() {
        return causes.size();
    }

    /** Why failure {@code i} happened. */
    public Throwable getCause(int i) {
        return causes.get(i);
    }

    /**
     * What failed: a {@link Mutation} or {@link RowMutations} equal to the one that was given to the mutator, as it was then.
     * It is recreated from the buffer and may be written again. Its cells have the timestamps that the client has set, if
     * it sets them; {@link Mutation#getTimestamp} is not kept, except for the {@link Delete} of a whole row.
     */
    public Row getRow(int i) {
        return rows.get(i);
    }

    /** The server of the last attempt, {@code host:port}; empty if there was none or it is unknown. */
    public String getHostnamePort(int i) {
        return servers.get(i);
    }

    /**
     * False if all causes are {@link DoNotRetryIOException}s, so that the input is to blame; otherwise the cluster may
     * be.
     */
    public boolean mayHaveClusterIssues() {
        return causes.stream().anyMatch(cause -> !(cause instanceof DoNotRetryIOException));
    }

    /** A long text with every row, server and stack trace. */
    public String getExhaustiveDescription() {
        StringWriter text = new StringWriter();
        PrintWriter lines = new PrintWriter(text);
        for (int i = 0; i < causes.size(); i++) {
            lines.printf(
                    "#%d %s from %s: ",
                    i, Excerpt.of(rows.get(i).getRow()), servers.get(i).isEmpty() ? "no server" : servers.get(i));
            causes.get(i).printStackTrace(lines);
        }
        lines.flush();
        return text.toString();
    }
}
