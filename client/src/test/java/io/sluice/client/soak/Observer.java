package io.sluice.client.soak;

import io.sluice.Ordering;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionPoolState;
import io.sluice.client.ConnectionState;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks all the time whether the promises hold, on a thread of its own. */
final class Observer implements Runnable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final int TICKS_OF_A_WALK = 8;
    /** Beyond two periods. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(3);
    /**
     * Beyond two periods, for what a server has seen, since the answer may have been lost with its connection; and for what
     * a real server may have seen, which may take its time.
     */
    private static final long UNSETTLED_NANOS = TimeUnit.SECONDS.toNanos(6);

    private static final long DEADLINE_SLACK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** More, for a thread that does not wait: a hundred of them share few processors, and sending is work. */
    private static final long WORK_SLACK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long NO_CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final int CONFIRMATIONS = 5;
    private static final long OVERHEAD_BYTES = 1 << 20;

    private final Scenario scenario;
    private final Ledger ledger;
    private final Lag lag;
    private final Map<String, Integer> seenInARow = new HashMap<>();
    private final Map<String, Long> poolStuckSince = new HashMap<>();
    private Map<String, First> firstOfRow = new HashMap<>();
    private final AtomicLong serverAskedAt = new AtomicLong(-1);
    private long lastWaitsAt = Moment.now();

    private volatile boolean stopped;

    Observer(Scenario scenario, Lag lag) {
        this.scenario = scenario;
        this.ledger = scenario.ledger();
        this.lag = lag;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        long due = Moment.now() + TICK_NANOS;
        for (int tick = 0; !stopped && ledger.violation() == null; tick++) {
            LockSupport.parkNanos(due - Moment.now());
            long now = Moment.now();
            lag.late(now - due);
            askServers(now);
            due = Moment.now() + TICK_NANOS;
            look(tick);
        }
    }

    private void look(int tick) {
        try {
            scenario.connections().forEach(this::budget);
            checkWaits();
            checkRefusals();
            checkDeadlines();
            scenario.connections().forEach(this::pools);
            if (tick % TICKS_OF_A_WALK == 0) {
                walk();
            }
        } catch (RuntimeException e) {
            ledger.report(Violation.Promise.NOTHING_THROWN, "observer: " + e + " at " + e.getStackTrace()[0]);
        }
    }

    /** How long the servers' thread takes to come to a task. */
    private void askServers(long now) {
        long askedAt = serverAskedAt.get();
        if (askedAt >= 0) {
            lag.late(Math.min(now - askedAt, TICK_NANOS));
        } else if (serverAskedAt.compareAndSet(-1, now)) {
            scenario.onServers(() -> serverAskedAt.set(-1));
        }
    }

    // ---- mutations ----

    private void walk() {
        long now = Moment.now();
        lookForFirst(now);
        for (Entry entry : ledger.entries()) {
            if (entry.isOpen() && entry.place.isPromptSince(entry.begunAt) && !entry.mutator.isExcused()) {
                lateness(entry, now);
            }
        }
    }

    /**
     * The first unsettled mutation of a row whose order is kept.
     *
     * @param since when it was first seen to be that
     */
    private record First(Entry entry, long since) {}

    private void lookForFirst(long now) {
        Map<String, First> found = new HashMap<>();
        for (Entry entry : ledger.entries()) {
            if (entry.isOpen() && entry.mutator.ordering() == Ordering.PER_ROW) {
                found.merge(
                        entry.row,
                        new First(entry, now),
                        (one, other) -> one.entry().sequence <= other.entry().sequence ? one : other);
            }
        }
        found.replaceAll((row, first) -> {
            First before = firstOfRow.get(row);
            return before != null && before.entry() == first.entry() ? before : first;
        });
        firstOfRow = found;
    }

    /** Since when it should be on its way; negative if it need not be yet, as it waits for earlier ones of its row. */
    private long dueSince(Entry entry) {
        if (entry.mutator.ordering() == Ordering.NONE) {
            return entry.dueSince();
        }
        First first = firstOfRow.get(entry.row);
        long due = entry.dueSince();
        return due < 0 || first == null || first.entry() != entry ? -1 : Math.max(due, first.since());
    }

    private void lateness(Entry entry, long now) {
        long due = dueSince(entry);
        // A close has a deadline of its own.
        if (due < 0 || due >= now || entry.mutator.isClosing()) {
            return;
        }
        long late = now - due - lag.allowanceSince(due);
        if (late > LATE_NANOS && ledger.seesServers() && !entry.isGone()) {
            ledger.report(Violation.Promise.SENT_IN_TIME, entry + unsent(entry.mutator) + states());
        } else if (late > UNSETTLED_NANOS && !scenario.conditions().hasBlockingCallbacks()) {
            ledger.report(Violation.Promise.SENT_IN_TIME, "not settled: " + entry + states());
        }
    }

    /** How many mutations of a mutator no server has seen, by row: a few that are lost, or a backlog. */
    private String unsent(OpenMutator mutator) {
        return ledger.entries().stream()
                .filter(entry -> entry.mutator == mutator && entry.isOpen() && !entry.isGone())
                .collect(Collectors.groupingBy(entry -> entry.row, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(Object::toString)
                .collect(Collectors.joining(", ", "\n  unsent: ", ""));
    }

    /** Where mutations are: in buffers, before a window or a pool, with the server. */
    private String states() {
        return scenario.connections().stream()
                .map(connection -> "\n  " + connection.state().toJson())
                .collect(Collectors.joining());
    }

    // ---- memory ----

    private void budget(AsyncConnection connection) {
        // Before and after, since some leave and others come meanwhile; the smaller is held at the moment between,
        // nearly.
        long before = scenario.heldBytes(connection);
        var budget = connection.state().budget();
        long held = Math.min(before, scenario.heldBytes(connection));
        long used = budget.usedBytes();
        confirm(
                "covers" + System.identityHashCode(connection),
                used + OVERHEAD_BYTES / 16 < held,
                evidence -> ledger.report(Violation.Promise.USED_COVERS_HELD, evidence),
                () -> "values of " + held + " bytes have been accepted, no server has seen them and they have not"
                        + " settled; the budget says " + used + " of " + budget.limitBytes());
        if (scenario.conditions().isUnbounded()) {
            return;
        }
        long largest = ledger.largestBytes();
        confirm(
                "held" + System.identityHashCode(connection),
                held > budget.limitBytes() + largest,
                evidence -> ledger.report(Violation.Promise.WITHIN_BUDGET, evidence),
                () -> "values of " + held + " bytes are held, the limit is " + budget.limitBytes()
                        + ", the largest mutation has " + largest);
        confirm(
                "used" + System.identityHashCode(connection),
                used > budget.limitBytes() + 2 * largest + OVERHEAD_BYTES,
                evidence -> ledger.report(Violation.Promise.WITHIN_BUDGET, evidence),
                () -> "the budget says " + used + " of " + budget.limitBytes() + ", the largest mutation has "
                        + largest);
    }

    /** Numbers are read one after the other: only what stays wrong is. */
    private void confirm(String what, boolean wrong, Consumer<String> report, Supplier<String> evidence) {
        int seen = wrong ? seenInARow.merge(what, 1, Integer::sum) : 0;
        if (!wrong) {
            seenInARow.remove(what);
        } else if (seen == CONFIRMATIONS) {
            report.accept(evidence.get());
        }
    }

    // ---- waiting ----

    private void checkWaits() {
        long now = Moment.now();
        long tick = now - lastWaitsAt;
        lastWaitsAt = now;
        for (Waits.Wait wait : scenario.waits().open()) {
            if (wait.place().isPromptSince(wait.begunAt()) && !wait.mutator().isClosing()) {
                long allowance = lag.allowanceSince(wait.begunAt());
                long limit = wait.mutator().mutator().state().budgetLimitBytes();
                long longest = scenario.conditions().longestWait.toNanos();
                boolean idle = wait.isParked() && ledger.unsettledBytes() < limit / 4 && !isOverShare();
                if (idle && wait.parked(tick) > scenario.conditions().idleWait.toNanos() + allowance) {
                    report(wait, limit, "parked while there was room for " + Moment.text(wait.parked(0)));
                } else if (now - wait.begunAt() > longest + allowance
                        && (scenario.conditions().alwaysAnswered
                                || bytesInTrouble() + 2L * ledger.largestBytes() < limit / 2)) {
                    report(wait, limit, "mutations whose servers do not answer hold " + bytesInTrouble() + " bytes");
                }
            }
        }
    }

    /**
     * A refusal is right while mutations that have just settled still count: their batch is not over, or a callback
     * occupies the network thread that ends it.
     */
    private void checkRefusals() {
        Conditions conditions = scenario.conditions();
        Duration longest = conditions.hasBlockingCallbacks() ? conditions.longestWait : conditions.idleWait;
        long allowed = longest.toNanos();
        for (var refusal = ledger.nextRefusal(); refusal != null; refusal = ledger.nextRefusal()) {
            if (refusal.at() - refusal.fullAt() > allowed + lag.allowanceSince(refusal.fullAt())) {
                ledger.report(
                        Violation.Promise.NO_WAIT_WITH_ROOM,
                        "refused, and for " + Moment.text(refusal.at() - refusal.fullAt())
                                + " unsettled mutations had needed little; now they need about "
                                + ledger.unsettledBytes() + " bytes: " + refusal.entry() + states());
            }
        }
    }

    /** Whether mutations for some server or region have to wait on purpose, since so many are on their way there. */
    private boolean isOverShare() {
        return scenario.connections().stream()
                .flatMap(connection -> connection.state().parked().stream())
                .anyMatch(ConnectionState.Parked::overShare);
    }

    private void report(Waits.Wait wait, long limit, String why) {
        ledger.report(
                Violation.Promise.NO_WAIT_WITH_ROOM,
                why + "; of the limit of " + limit + " bytes, unsettled mutations need about " + ledger.unsettledBytes()
                        + ", the budget says "
                        + wait.mutator().mutator().state().budgetUsedBytes() + "; " + wait
                        + (wait.stacks().isEmpty() ? "" : "; while it was parked:\n" + wait.stacks() + "  now:"),
                wait.thread());
    }

    private long bytesInTrouble() {
        return ledger.entries().stream()
                .filter(entry -> entry.isOpen() && !entry.place.isPromptSince(entry.begunAt))
                .mapToLong(entry -> entry.valueBytes + Ledger.OVERHEAD_OF_A_MUTATION)
                .sum();
    }

    private void checkDeadlines() {
        long now = Moment.now();
        for (Deadlines.Call call : scenario.deadlines().open()) {
            long latest = call.deadlineNanos() + DEADLINE_SLACK_NANOS + lag.allowanceSince(call.begunAt());
            if (now - call.begunAt() > latest + (call.isAtWork() ? WORK_SLACK_NANOS : 0)) {
                ledger.report(Violation.Promise.DEADLINES, call.toString(), call.thread());
            }
        }
    }

    // ---- connections ----

    private void pools(AsyncConnection connection) {
        if (scenario.isGroupShutDown()) {
            return;
        }
        int most = scenario.connectionsPerServer();
        connection.connectionPools().servers().forEach((server, pool) -> {
            // One that was opened since the last look may have ended again before this one.
            String name = System.identityHashCode(connection) + " " + server + " "
                    + pool.connects().opened();
            if (isStuck(pool, most)) {
                long since = poolStuckSince.computeIfAbsent(name, same -> Moment.now());
                if (Moment.now() - since > NO_CONNECT_NANOS + lag.allowanceSince(since)) {
                    ledger.report(
                            Violation.Promise.POOL_GROWS,
                            "for " + Moment.text(Moment.now() - since) + " "
                                    + pool.requests().pending()
                                    + " requests to " + server + " have waited for a connection; there are "
                                    + pool.connections() + ", the limit is " + most);
                }
            } else {
                poolStuckSince.remove(name);
            }
        });
    }

    private static boolean isStuck(ConnectionPoolState.Pool pool, int most) {
        ConnectionPoolState.Connections connections = pool.connections();
        return pool.requests().pending() > 0
                && connections.connecting() == 0
                && connections.size() < most
                && connections.unreachable() == 0;
    }
}
