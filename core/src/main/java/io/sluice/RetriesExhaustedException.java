package io.sluice;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All attempts at a mutation failed, or its time ran out. Contains the outcome of each attempt. */
public class RetriesExhaustedException extends IOException {

    /** Maximum number of different causes, or servers, that a message lists. */
    private static final int LISTED = 5;

    private final ArrayList<Attempt> attempts;
    private final boolean mayHaveBeenApplied;

    /**
     * One failed attempt.
     *
     * @param time when it failed
     * @param server the server it was sent to; null if none was found or chosen
     * @param cause why it failed
     */
    public record Attempt(Instant time, @Nullable ServerName server, Throwable cause) implements Serializable {}

    /**
     * Creates an exception; the cause of the last attempt becomes its cause.
     *
     * @param attempts oldest first; copied
     * @param mayHaveBeenApplied whether the server may have executed one of the attempts nevertheless
     */
    public RetriesExhaustedException(String message, List<Attempt> attempts, boolean mayHaveBeenApplied) {
        super(
                message,
                attempts.isEmpty() ? null : attempts.get(attempts.size() - 1).cause());
        this.attempts = new ArrayList<>(attempts);
        this.mayHaveBeenApplied = mayHaveBeenApplied;
    }

    /** Creates an exception without attempts: several mutations have none in common. */
    RetriesExhaustedException(String message, @Nullable Throwable cause, boolean mayHaveBeenApplied) {
        super(message, cause);
        attempts = new ArrayList<>();
        this.mayHaveBeenApplied = mayHaveBeenApplied;
    }

    /** The name of an error in a message: the simple class name, or the server's own for an unknown class. */
    static String name(Throwable error) {
        return error instanceof RemoteException remote
                ? remote.getClassName().substring(remote.getClassName().lastIndexOf('.') + 1)
                : error.getClass().getSimpleName();
    }

    /**
     * Creates an exception whose message counts the attempts by cause and server, the last cause first: {@code Put row
     * 'r1' of 't' failed after 16 attempts in 120.0 s; region t,,17.; last: RegionTooBusyException from rs3:16020 (9×),
     * ...}.
     *
     * @param subject what failed, see {@link #subject}
     * @param region the name of the region it was meant for
     * @param took from the acceptance of the mutation until now
     */
    public static RetriesExhaustedException of(
            String subject, String region, Duration took, List<Attempt> attempts, boolean mayHaveBeenApplied) {
        return new RetriesExhaustedException(
                describe(subject, region, took, attempts, mayHaveBeenApplied), attempts, mayHaveBeenApplied);
    }

    /**
     * Adds to a refusal, as suppressed, the attempts that ended with it, for {@link #attemptsOf}. The addition has no
     * cause: that would be the refusal, which would make a cycle.
     */
    public static void note(
            Throwable refusal,
            String subject,
            String region,
            Duration took,
            List<Attempt> attempts,
            boolean mayHaveBeenApplied) {
        refusal.addSuppressed(
                new Note(describe(subject, region, took, attempts, mayHaveBeenApplied), attempts, mayHaveBeenApplied));
    }

    /** Has no stack trace, since each refused mutation may have one of these. */
    private static final class Note extends RetriesExhaustedException {
        private static final long serialVersionUID = 1L;

        Note(String message, List<Attempt> attempts, boolean mayHaveBeenApplied) {
            super(message, (Throwable) null, mayHaveBeenApplied);
            ((RetriesExhaustedException) this).attempts.addAll(attempts);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    /**
     * What happened at each attempt of a mutation that failed with this error, oldest first, look-ups of its region
     * included; empty if there was none. Also works for a final error that a server has sent.
     */
    public static List<Attempt> attemptsOf(Throwable error) {
        if (error instanceof RetriesExhaustedException exhausted) {
            return exhausted.getAttempts();
        }
        for (Throwable note : error.getSuppressed()) {
            // Other suppressed ones are errors of other mutations.
            if (note instanceof Note mine) {
                return mine.getAttempts();
            }
        }
        return error.getCause() instanceof RetriesExhaustedException exhausted ? exhausted.getAttempts() : List.of();
    }

    private static String describe(
            String subject, String region, Duration took, List<Attempt> attempts, boolean mayHaveBeenApplied) {
        String seconds = String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
        return subject + " failed after " + attempts.size() + (attempts.size() == 1 ? " attempt in " : " attempts in ")
                + seconds + "; region " + region
                + (attempts.isEmpty() ? "" : "; last: " + limited(causes(attempts)))
                + (mayHaveBeenApplied ? "; may have been applied" : "");
    }

    /**
     * Names a mutation the way messages do: {@code Put row 'user\x00' of 't'}.
     *
     * @param kind Put, Delete, Increment or Append
     */
    public static String subject(String kind, byte[] row, TableName table) {
        return kind + " row " + Excerpt.of(row) + " of '" + table.getNameAsString() + "'";
    }

    /** The different causes with their numbers, the last one first. */
    private static List<String> causes(List<Attempt> attempts) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (int i = attempts.size() - 1; i >= 0; i--) {
            counts.merge(describe(attempts.get(i)), 1, Integer::sum);
        }
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " (" + count.getValue() + "×)")
                .toList();
    }

    /** Joins the first texts of a list, and says how many more there are. */
    static String limited(List<String> all) {
        String listed = all.stream().limit(LISTED).collect(Collectors.joining(", "));
        return all.size() <= LISTED ? listed : listed + " and " + (all.size() - LISTED) + " more";
    }

    private static String describe(Attempt attempt) {
        String name = name(attempt.cause());
        ServerName server = attempt.server();
        return server == null ? name : name + " from " + server.getHostAndPort();
    }

    /**
     * The attempts, oldest first; empty for {@link RetriesExhaustedWithDetailsException}, whose causes have their own.
     * Cannot be changed.
     */
    public List<Attempt> getAttempts() {
        return Collections.unmodifiableList(attempts);
    }

    /** True if the server may have executed one of the attempts although no success was reported. */
    public boolean mayHaveBeenApplied() {
        return mayHaveBeenApplied;
    }
}
