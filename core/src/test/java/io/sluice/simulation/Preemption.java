package io.sluice.simulation;

import io.sluice.simulation.Ports.Port;
import java.lang.StackWalker.StackFrame;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Decides at which calls of ports another thread goes on, played by a call inside the call.
 *
 * <p>That is legal where the thread holds no lock: another thread would wait for the lock, while a call inside the call would
 * walk in. So each place in the engine from which a port is called is looked at once: the JVM tells which locks and monitors
 * the thread holds there. A place is the way from the simulation to the port, by methods and positions in them.
 */
final class Preemption {
    private static final String ENGINE = "io.sluice.";
    private static final String HERE = "io.sluice.simulation.";

    /** By place, whether others may go on there. */
    private static final ConcurrentMap<Long, Boolean> PLACES = new ConcurrentHashMap<>();

    private final Chance chance;
    private final int planned;
    private int perMille;

    Preemption(Chance chance, int perMille) {
        this.chance = chance;
        planned = perMille;
    }

    /** From now on. */
    void begin() {
        perMille = planned;
    }

    /** Whether others go on at this call. */
    boolean happensAt(Port port) {
        // Clocks are read everywhere; the way between the choice of a place and its reservation is what matters most.
        int often = port == Port.CLOCK ? perMille / 10 : port == Port.APPENDING ? perMille : perMille / 3;
        return often > 0 && chance.perMille(often) && isLegal(place());
    }

    private static boolean isLegal(long place) {
        Boolean known = PLACES.get(place);
        if (known == null) {
            known = holdsNoLock();
            PLACES.put(place, known);
        }
        return known;
    }

    /** No more of it. */
    void stop() {
        perMille = 0;
    }

    private static long place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.dropWhile(frame -> frame.getClassName().startsWith(HERE))
                        .takeWhile(frame -> !frame.getClassName().startsWith(HERE))
                        .filter(frame -> frame.getClassName().startsWith(ENGINE))
                        .mapToLong(Preemption::hash)
                        .reduce(7, (all, next) -> all * 31 + next));
    }

    private static long hash(StackFrame frame) {
        return (frame.getClassName().hashCode() * 31L + frame.getMethodName().hashCode()) * 31
                + frame.getByteCodeIndex();
    }

    private static boolean holdsNoLock() {
        long[] self = {Thread.currentThread().getId()};
        ThreadInfo now = null;
        while (now == null) {
            // For a moment the JVM may still know a thread of the last run by the same number.
            now = ManagementFactory.getThreadMXBean().getThreadInfo(self, true, true)[0];
        }
        return now.getLockedMonitors().length == 0 && now.getLockedSynchronizers().length == 0;
    }
}
