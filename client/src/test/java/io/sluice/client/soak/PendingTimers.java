package io.sluice.client.soak;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;

/** Tasks that event loops of Netty are going to run later; Netty does not tell how many there are. */
final class PendingTimers {
    private PendingTimers() {}

    /** Empty if there are none. */
    static List<String> of(MultiThreadIoEventLoopGroup group) {
        List<String> timers = new ArrayList<>();
        for (EventExecutor loop : group) {
            try {
                Field queue = AbstractScheduledEventExecutor.class.getDeclaredField("scheduledTaskQueue");
                queue.setAccessible(true);
                // A race that does not matter: it is asked again until it is 0.
                if (queue.get(loop) instanceof Collection<?> tasks) {
                    // Netty takes a cancelled task out when its loop has something else to do.
                    tasks.stream()
                            .filter(task -> !(task instanceof Future<?> future && future.isCancelled()))
                            .forEach(task -> timers.add(String.valueOf(task)));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return timers;
    }
}
