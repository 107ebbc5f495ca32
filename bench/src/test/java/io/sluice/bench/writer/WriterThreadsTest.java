package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WriterThreadsTest {
    @Test
    void work_severalThreads_waitsForAll() throws Exception {
        Queue<Integer> done = new ConcurrentLinkedQueue<>();
        try (WriterThreads threads = new WriterThreads(3, done::add)) {
            assertThat(done).isEmpty();
            threads.work();
            assertThat(done).containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    @Test
    void work_oneFails_throwsItsFailure() {
        IOException failure = new IOException("no room");
        try (WriterThreads threads = new WriterThreads(2, thread -> {
            if (thread == 1) {
                throw failure;
            }
        })) {
            assertThatIllegalStateException().isThrownBy(threads::work).withCause(failure);
        }
    }

    @Test
    void total_threadThatEnded_isStillCounted() throws Exception {
        int bytes = 4 << 20;
        byte[][] kept = new byte[1][];
        CountDownLatch allocated = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            kept[0] = new byte[bytes];
            allocated.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (AllocationMeter meter = new AllocationMeter()) {
            long before = meter.total();
            thread.start();
            allocated.await();
            assertThat(meter.total() - before).isGreaterThanOrEqualTo(bytes);
            end.countDown();
            thread.join();
            assertThat(meter.total() - before).isGreaterThanOrEqualTo(bytes);
        }
        assertThat(kept[0]).hasSize(bytes);
    }
}
