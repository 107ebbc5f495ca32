package io.sluice.simulation;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes when nothing is left to do at the present instant. It is the engine's clock, timer and network threads,
 * and the agenda of everything else that happens. What is due at the same instant happens in an order that the seed chooses.
 */
final class VirtualTime implements Clock, Timer, Executor {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    /** {@code System.nanoTime()} may overflow, and so does this clock in most runs. */
    private static final long START = Long.MAX_VALUE - 40 * SECOND;

    private static final long START_OF_DAY_MILLIS = 1_700_000_000_000L;

    private final Chance chance;
    private final Ports ports;
    private final PriorityQueue<Event> agenda = new PriorityQueue<>();
    private long elapsedNanos;
    private long numbers;
    private int timers;
    private Role role = Role.CALLER;

    /** Which thread of a real program would do it. */
    enum Role {
        CALLER,
        NETWORK,
        /** A thread of the executor that a mutator was given. */
        COMPLETION,
        /** Not a thread of this program: servers, networks. */
        WORLD
    }

    /** What stands on the agenda. */
    final class Event implements Comparable<Event>, Cancellable {
        final long atNanos;
        final Role role;
        final String name;
        private final int order;
        private final long number = numbers++;
        private final boolean ofTimer;
        private final Runnable action;
        private boolean over;

        private Event(long atNanos, Role role, String name, boolean ofTimer, Runnable action) {
            this.atNanos = atNanos;
            this.role = role;
            this.name = name;
            this.ofTimer = ofTimer;
            this.action = action;
            order = chance.below(1 << 20);
            timers += ofTimer ? 1 : 0;
        }

        @Override
        public void cancel() {
            if (!over) {
                over = true;
                timers -= ofTimer ? 1 : 0;
            }
        }

        void run() {
            cancel();
            as(role, action);
        }

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            int byOrder = byTime == 0 ? Integer.compare(order, other.order) : byTime;
            return byOrder == 0 ? Long.compare(number, other.number) : byOrder;
        }
    }

    VirtualTime(Chance chance, Ports ports) {
        this.chance = chance;
        this.ports = ports;
    }

    /** Puts something on the agenda. */
    Event in(long delayNanos, Role who, String name, Runnable action) {
        Event event = new Event(elapsedNanos + Math.max(0, delayNanos), who, name, false, action);
        agenda.add(event);
        return event;
    }

    /** Takes the next event off the agenda, and lets time pass until then; null if there is none until the end. */
    @Nullable Event next(long endNanos) {
        for (Event next = agenda.peek(); next != null && next.atNanos <= endNanos; next = agenda.peek()) {
            agenda.remove();
            if (!next.over) {
                elapsedNanos = Math.max(elapsedNanos, next.atNanos);
                return next;
            }
        }
        return null;
    }

    /** Lets time pass without an event. */
    void passUntil(long nanos) {
        elapsedNanos = Math.max(elapsedNanos, nanos);
    }

    /** Whether something is due at this instant that a network thread or a server does. */
    boolean isDue() {
        Event next = agenda.peek();
        return next != null && next.atNanos <= elapsedNanos && !next.ofTimer && next.role != Role.CALLER;
    }

    /** Runs something as another thread would, while the present one stands still. */
    void as(Role other, Runnable action) {
        Role before = role;
        role = other;
        try {
            action.run();
        } finally {
            role = before;
        }
    }

    Role role() {
        return role;
    }

    long elapsedNanos() {
        return elapsedNanos;
    }

    /** Tasks of the engine's timer that have not run. */
    int timers() {
        return timers;
    }

    // ---- the ports ----

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        ports.called(Ports.Port.TIMER);
        // A timer may be late, never early. Far away is never.
        long late = chance.percent(5) ? chance.between(0, 50 * MILLI) : 0;
        long at = elapsedNanos + Math.min(Math.max(0, delayNanos), Long.MAX_VALUE / 4) + late;
        Event event = new Event(at, Role.NETWORK, "timer", true, task);
        agenda.add(event);
        return event;
    }

    @Override
    public void execute(Runnable task) {
        ports.called(Ports.Port.NETWORK);
        long late = chance.percent(10) ? chance.between(0, 3 * MILLI) : 0;
        Event unused = in(late, Role.NETWORK, "network task", task);
    }

    boolean onNetworkThread() {
        return role == Role.NETWORK;
    }

    @Override
    public long nanoTime() {
        ports.called(Ports.Port.CLOCK);
        return START + elapsedNanos;
    }

    @Override
    public long currentTimeMillis() {
        ports.called(Ports.Port.CLOCK);
        return START_OF_DAY_MILLIS + elapsedNanos / MILLI;
    }
}
