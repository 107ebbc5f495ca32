package io.sluice.internal.buffer;

import io.sluice.MutatorListener;
import java.util.List;
import java.util.function.Consumer;

/** The listeners of a mutator. To tell them takes a place in a queue each, and never waits. */
final class Listeners {
    private final List<ListenerQueue> queues;

    private Listeners(List<ListenerQueue> queues) {
        this.queues = queues;
    }

    static Listeners of(List<MutatorListener> listeners) {
        return new Listeners(listeners.stream().map(ListenerQueue::new).toList());
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    /** @param event calls a listener with an event that was made before */
    void tell(Consumer<MutatorListener> event) {
        for (ListenerQueue queue : queues) {
            queue.add(event);
        }
    }

    /** Times one of them threw. */
    long failures() {
        return queues.stream().mapToLong(ListenerQueue::failures).sum();
    }

    /** Events that one of them never heard of. */
    long dropped() {
        return queues.stream().mapToLong(ListenerQueue::dropped).sum();
    }

    /** Nothing will happen any more; what has been told is still delivered. */
    void end() {
        queues.forEach(ListenerQueue::end);
    }
}
