package io.sluice.simulation;

import io.sluice.AsyncBufferedMutator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One mutator and what was given to it. */
final class SimulatedMutator {
    final int number;
    final int life;
    final Plan.MutatorOptions options;
    final AsyncBufferedMutator mutator;

    /** What may lie in the buffer, in the order in which it was given. */
    final Deque<Write> buffered = new ArrayDeque<>();
    /** What has left the buffer, in that order; those that have settled leave it from the front. */
    final Deque<Write> sent = new ArrayDeque<>();

    final List<Write> all = new ArrayList<>();

    /** Whether {@link #buffered} is in the order of the buffer: a call inside another one may be before or after it. */
    private boolean inOrder = true;

    /** Whether {@link #buffered} is exactly what is in the buffer. */
    private boolean certain = true;

    boolean closing;
    /** When the first close of it must be over. */
    long closeByNanos = Long.MAX_VALUE;
    /** Completions that lie in its executor, or are on their way there. */
    int completionsWaiting;
    /** Completions that one of its callbacks keeps from going on. */
    int completionsBlocked;
    /** What the mutation wanted of the budget that was refused last: so much {@code ready()} asks for, at most. */
    long refusedBytes;

    /** Calls of {@code mutate} and the like that are under way, one inside the other. */
    int calls;

    /** When a completion was last seen to wait or to be blocked. */
    long completionsSeenBusy = Long.MIN_VALUE / 2;

    SimulatedMutator(int number, int life, Plan.MutatorOptions options, AsyncBufferedMutator mutator) {
        this.number = number;
        this.life = life;
        this.options = options;
        this.mutator = mutator;
    }

    /** Of no mutation. */
    @SuppressWarnings("NullAway") // Nobody asks it for anything.
    static SimulatedMutator none() {
        return new SimulatedMutator(-1, 0, null, null);
    }

    String name() {
        return "mutator " + number + (life == 0 ? "" : " (opened again " + life + ")");
    }

    /** Takes note of a mutation that was accepted. */
    void accepted(Write write) {
        Write last = buffered.peekLast();
        inOrder &= last == null || last.call <= write.call;
        buffered.add(write);
    }

    /**
     * Compares what is thought to be in the buffer with what the mutator says is there: it is sent in the order in which it
     * was given.
     */
    void look(long nowNanos) {
        if (buffered.isEmpty()) {
            return;
        }
        long bytes = mutator.state().bufferedBytes();
        long thought = 0;
        for (Write write : buffered) {
            thought += write.length;
        }
        int leaving = 0;
        for (Write write : buffered) {
            if (thought <= bytes) {
                break;
            }
            thought -= write.length;
            leaving++;
        }
        // Of calls inside each other the order is not certain: then nothing is concluded until the buffer is empty.
        certain = thought == bytes && inOrder && calls == 0;
        if (bytes == 0 || certain) {
            for (int i = 0; i < leaving; i++) {
                Write write = buffered.remove();
                write.leftNanos = nowNanos;
                sent.add(write);
            }
        }
        inOrder |= buffered.isEmpty();
    }

    /** When the oldest was given that lies in the buffer for certain; null if there is none. */
    @Nullable Long oldestBufferedNanos() {
        Write oldest = certain ? buffered.peekFirst() : buffered.peekLast();
        return oldest == null ? null : oldest.givenNanos;
    }

    /** The oldest that has left the buffer and has not settled; null if there is none. */
    @Nullable Write oldestSent() {
        while (!sent.isEmpty() && sent.peek().isSettled()) {
            sent.remove();
        }
        return sent.peek();
    }
}
