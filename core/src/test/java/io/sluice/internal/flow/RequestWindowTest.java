package io.sluice.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ServerName;
import io.sluice.internal.flow.RequestWindow.AnswerReport;
import io.sluice.internal.flow.RequestWindow.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestWindowTest {
    private static final ServerName SERVER = ServerName.valueOf("rs", 1, 1);

    private final RequestWindow window = new RequestWindow(WindowSize.fixed(2), new AtomicInteger());
    private final List<String> gone = new ArrayList<>();

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @Test
    void enter_noPlace_waitsInOrderOfArrival() {
        assertThat(window.tryEnter()).isTrue();
        assertThat(window.tryEnter()).isTrue();
        assertThat(window.tryEnter()).isFalse();
        var a = window.enter(() -> gone.add("a"));
        var b = window.enter(() -> gone.add("b"));
        assertThat(window.state().waiting()).isEqualTo(2);
        window.leave();
        assertThat(gone).containsExactly("a");
        assertThat(a.cancel()).isFalse();
        window.leave();
        assertThat(gone).containsExactly("a", "b");
        assertThat(b.cancel()).isFalse();
        assertThat(window.state().inFlight()).isEqualTo(2);
    }

    @Test
    void tryEnter_somebodyWaits_doesNotOvertake() {
        assertThat(window.tryEnter()).isTrue();
        assertThat(window.tryEnter()).isTrue();
        var waiting = window.enter(() -> gone.add("a"));
        assertThat(waiting.cancel()).isTrue();
        assertThat(waiting.cancel()).isFalse();
        window.leave();
        assertThat(gone).isEmpty();
        assertThat(window.tryEnter()).isTrue();
    }

    @Test
    void enter_placeFree_goesAtOnce() {
        var unused = window.enter(() -> gone.add("a"));
        assertThat(gone).containsExactly("a");
        assertThat(window.state().inFlight()).isEqualTo(1);
    }

    @Test
    void growth_letsWaitingOnesIn() {
        RequestWindow growing = new RequestWindow(WindowSize.upTo(16), new AtomicInteger());
        for (int i = 0; i < 2; i++) {
            assertThat(growing.tryEnter()).isTrue();
        }
        for (int i = 0; i < 100; i++) {
            var unused = growing.enter(() -> gone.add("x"));
        }
        for (int i = 0; i < 32; i++) {
            growing.leave(new AnswerReport(0, 1, 1, Verdict.WELL, 0));
        }
        assertThat(growing.state().size()).isEqualTo(4);
        assertThat(growing.state().inFlight()).isEqualTo(4);
        assertThat(gone).hasSize(34);
    }

    @Test
    void windows_areByServer() {
        RequestWindows windows = new RequestWindows(0, new ConcurrentHashMap<>());
        assertThat(windows.of(SERVER)).isSameAs(windows.of(SERVER));
        assertThat(windows.of(SERVER)).isNotSameAs(windows.of(ServerName.valueOf("rs", 1, 2)));
        assertThat(windows.of(SERVER).state().size()).isEqualTo(2);
        assertThat(new RequestWindows(1, new ConcurrentHashMap<>())
                        .of(SERVER)
                        .state()
                        .size())
                .isEqualTo(1);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void manyThreads_neverMoreThanTheWindow_andNobodyWaitsForEver(long seed) throws InterruptedException {
        int threads = 4;
        int each = 2_000;
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(threads * each);
        // Who has a place gives it back on another thread, as answers come.
        ConcurrentLinkedQueue<Runnable> answers = new ConcurrentLinkedQueue<>();
        Runnable go = () -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            answers.add(() -> {
                now.decrementAndGet();
                done.countDown();
                window.leave();
            });
        };
        List<Thread> writers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            SplittableRandom random = new SplittableRandom(seed * 31 + t);
            writers.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    enterOrCancel(random, go, done);
                    Runnable answer = random.nextBoolean() ? answers.poll() : null;
                    if (answer != null) {
                        answer.run();
                    }
                }
            }));
        }
        writers.forEach(Thread::start);
        while (!done.await(0, TimeUnit.NANOSECONDS)
                && (writers.stream().anyMatch(Thread::isAlive) || !answers.isEmpty())) {
            Runnable answer = answers.poll();
            if (answer != null) {
                answer.run();
            }
        }
        for (Thread writer : writers) {
            writer.join();
        }
        for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
            answer.run();
        }
        assertThat(done.getCount()).as("requests that were forgotten").isZero();
        assertThat(most.get()).isLessThanOrEqualTo(2);
        assertThat(window.state().inFlight()).isZero();
        assertThat(window.state().waiting()).isZero();
    }

    private void enterOrCancel(SplittableRandom random, Runnable go, CountDownLatch done) {
        if (window.tryEnter()) {
            go.run();
            return;
        }
        var waiting = window.enter(go);
        if (random.nextInt(10) == 0 && waiting.cancel()) {
            done.countDown();
        }
    }

    @Test
    void requestsOfTwoConnections_areCountedTogether() {
        ConcurrentMap<ServerName, AtomicInteger> inFlight = new ConcurrentHashMap<>();
        RequestWindow one = new RequestWindows(16, inFlight).of(SERVER);
        RequestWindow other = new RequestWindows(0, inFlight).of(SERVER);
        AtomicInteger all = inFlight.get(SERVER);
        assertThat(one.tryEnter()).isTrue();
        assertThat(one.tryEnter()).isTrue();
        assertThat(other.tryEnter()).isTrue();
        assertThat(all).hasValue(3);
        // One that waits does not count; it does once it is let in.
        one.enter(() -> {});
        assertThat(all).hasValue(3);
        one.leave();
        assertThat(all).hasValue(3);
        one.leave();
        one.leave();
        other.leave();
        assertThat(all).hasValue(0);
    }
}
