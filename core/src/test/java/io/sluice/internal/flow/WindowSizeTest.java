package io.sluice.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.flow.RequestWindow.AnswerReport;
import io.sluice.internal.flow.RequestWindow.Verdict;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowSizeTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final WindowSize size = WindowSize.upTo(16);
    private long now;

    private void answer(long tookMillis, Verdict verdict, int pressure) {
        long sent = now;
        now += tookMillis * MILLI;
        size.answered(new AnswerReport(sent, now, 1_000, verdict, pressure), true, 0);
    }

    private void goodAnswers(int count) {
        for (int i = 0; i < count; i++) {
            answer(10, Verdict.WELL, 0);
        }
    }

    /** Answers of a server that handles so many requests at a time; returns how many came with each size, by size. */
    private Map<Integer, Integer> answersOf(int atATime, int count) {
        Map<Integer, Integer> answers = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            answers.merge(size.size(), 1, Integer::sum);
            long tookMillis = 10L * Math.max(size.size(), atATime) / atATime;
            size.answered(new AnswerReport(now, now + tookMillis * MILLI, 1_000, Verdict.WELL, 0), true, 0);
            now += tookMillis * MILLI / size.size();
        }
        return answers;
    }

    @Test
    void serverThatDoesMore_getsTwiceAsManyAtATime() {
        assertThat(size.size()).isEqualTo(2);
        goodAnswers(32);
        assertThat(size.size()).isEqualTo(4);
        goodAnswers(64);
        assertThat(size.size()).isEqualTo(8);
        goodAnswers(64);
        assertThat(size.size()).isEqualTo(16);
        goodAnswers(100);
        assertThat(size.size()).isEqualTo(16);
    }

    @Test
    void serverThatOnlyAnswersLater_getsNoMore() {
        Map<Integer, Integer> answers = answersOf(1, 20_000);
        assertThat(answers.keySet()).as("tries, but goes back").containsExactly(2, 4);
        assertThat(answers.get(4)).as("less and less often").isBetween(300, 2_000);
    }

    @Test
    void serverThatDoesMore_keepsTheLargestWindow() {
        Map<Integer, Integer> answers = answersOf(100, 20_000);
        assertThat(answers.keySet()).containsExactly(2, 4, 8, 16);
        assertThat(answers.get(16)).isGreaterThan(19_000);
    }

    @Test
    void serverWithRoomForEight_getsEight() {
        Map<Integer, Integer> answers = answersOf(8, 20_000);
        assertThat(answers.get(8)).isGreaterThan(18_000);
    }

    @Test
    void serverThatChanges_isFollowed() {
        answersOf(100, 20_000);
        assertThat(answersOf(1, 20_000).get(2)).isGreaterThan(12_000);
        assertThat(answersOf(100, 20_000).get(16)).isGreaterThan(12_000);
    }

    @Test
    void trial_answersToEarlierRequests_doNotCount() {
        goodAnswers(32);
        assertThat(size.size()).isEqualTo(4);
        for (int i = 0; i < 100; i++) {
            size.answered(new AnswerReport(now - 1, now + 40 * MILLI, 1_000, Verdict.WELL, 0), true, 0);
        }
        assertThat(size.size()).isEqualTo(4);
        goodAnswers(64);
        assertThat(size.size()).isEqualTo(8);
    }

    @Test
    void overload_endsATrial_andTheNextComesLater() {
        int trials = 0;
        for (int i = 0; i < 20_000; i++) {
            if (size.size() > 2) {
                trials++;
                answer(10, Verdict.OVERLOADED, 0);
                assertThat(size.size()).isLessThanOrEqualTo(2);
            } else {
                answer(10, Verdict.WELL, 0);
            }
        }
        assertThat(trials).isBetween(5, 40);
    }

    @Test
    void pressure_endsATrial() {
        goodAnswers(32);
        assertThat(size.size()).isEqualTo(4);
        answer(10, Verdict.WELL, 80);
        assertThat(size.size()).isEqualTo(2);
    }

    @Test
    void trial_thatDoesNotFillTheWindow_ends() {
        goodAnswers(32);
        assertThat(size.size()).isEqualTo(4);
        for (int i = 0; i < 64; i++) {
            size.answered(new AnswerReport(now, now + 10 * MILLI, 1_000, Verdict.WELL, 0), false, 0);
        }
        assertThat(size.size()).isEqualTo(2);
    }

    @Test
    void trial_endsEarly_ifTheServerDoesLess() {
        goodAnswers(32);
        assertThat(size.size()).isEqualTo(4);
        for (int i = 0; i < 15; i++) {
            answer(21, Verdict.WELL, 0);
        }
        assertThat(size.size()).isEqualTo(4);
        answer(21, Verdict.WELL, 0);
        assertThat(size.size()).isEqualTo(2);
    }

    /** A server with one processor, or with room for all, whose service times are exponential. */
    private int mostFrequentSize(boolean oneProcessor, long seed) {
        WindowSize sized = WindowSize.upTo(16);
        Random random = new Random(seed);
        PriorityQueue<long[]> ends = new PriorityQueue<>(Comparator.comparingLong(request -> request[1]));
        Map<Integer, Integer> answers = new TreeMap<>();
        long busyUntil = 0;
        long at = 0;
        for (int i = 0; i < 20_000; i++) {
            while (ends.size() < sized.size()) {
                long service = (long) (-Math.log(1 - random.nextDouble()) * 2 * MILLI);
                busyUntil = Math.max(at, busyUntil) + service;
                ends.add(new long[] {at, oneProcessor ? busyUntil : at + service});
            }
            long[] request = ends.remove();
            at = request[1];
            sized.answered(new AnswerReport(request[0], at, 1_000, Verdict.WELL, 0), true, 0);
            answers.merge(sized.size(), 1, Integer::sum);
        }
        return Collections.max(answers.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void latenciesThatVary_theSizeIsStillFound(long seed) {
        assertThat(mostFrequentSize(true, seed)).isEqualTo(2);
        assertThat(mostFrequentSize(false, seed)).isEqualTo(16);
    }

    /** Of four clients of a server with one processor, the sizes that each had most often. */
    private static List<Integer> sizesOfFour(boolean knowOfEachOther, long seed) {
        List<WindowSize> sizes =
                Stream.generate(() -> WindowSize.upTo(16)).limit(4).toList();
        List<Map<Integer, Integer>> answers =
                Stream.<Map<Integer, Integer>>generate(TreeMap::new).limit(4).toList();
        int[] inFlight = new int[4];
        Random random = new Random(seed);
        Deque<long[]> queue = new ArrayDeque<>();
        long at = 0;
        for (int i = 0; i < 40_000; i++) {
            // Each keeps its window full; they ask in another order each time.
            int first = random.nextInt(4);
            for (int k = 0; k < 4; k++) {
                int client = (first + k) % 4;
                while (inFlight[client] < sizes.get(client).size()) {
                    inFlight[client]++;
                    queue.add(new long[] {client, at});
                }
            }
            long[] request = queue.remove();
            at += (long) (-Math.log(1 - random.nextDouble()) * 2 * MILLI);
            int client = (int) request[0];
            int others = Arrays.stream(inFlight).sum() - inFlight[client];
            sizes.get(client)
                    .answered(
                            new AnswerReport(request[1], at, 1_000, Verdict.WELL, 0),
                            true,
                            knowOfEachOther ? others : 0);
            inFlight[client]--;
            answers.get(client).merge(sizes.get(client).size(), 1, Integer::sum);
        }
        return answers.stream()
                .map(each -> Collections.max(each.entrySet(), Map.Entry.comparingByValue())
                        .getKey())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void connectionsOfOneProcess_doNotTakeFromEachOther(long seed) {
        assertThat(sizesOfFour(true, seed)).containsOnly(2);
    }

    /** What counting the others' requests is for. */
    @Test
    void connectionsThatKnowNothingOfEachOther_do() {
        assertThat(LongStream.rangeClosed(1, 5).boxed().flatMap(seed -> sizesOfFour(false, seed).stream()))
                .anyMatch(size -> size >= 8);
    }

    @Test
    void slowServerThatRecovers_getsMoreAfterSomeSeconds() {
        answersOf(1, 20_000);
        assertThat(size.size()).isEqualTo(2);
        for (int i = 0; i < 4 * 64 + 3 * 128; i++) {
            answer(1_000, Verdict.WELL, 0);
        }
        assertThat(size.size()).isEqualTo(16);
    }

    @Test
    void limitBetweenTheSteps_isReached() {
        WindowSize six = WindowSize.upTo(6);
        for (int i = 0; i < 200; i++) {
            six.answered(new AnswerReport(i * MILLI, i * MILLI + MILLI, 1_000, Verdict.WELL, 0), true, 0);
        }
        assertThat(six.size()).isEqualTo(6);
    }

    @Test
    void answers_areRemembered() {
        assertThat(size.state(0, 0).latencyNanos()).isZero();
        answer(10, Verdict.WELL, 30);
        assertThat(size.state(0, 0).latencyNanos()).isEqualTo(10 * MILLI);
        assertThat(size.state(0, 0).pressure()).isEqualTo(30);
        answer(90, Verdict.WELL, 20);
        assertThat(size.state(0, 0).latencyNanos()).isEqualTo(20 * MILLI);
        assertThat(size.state(0, 0).pressure()).isEqualTo(20);
        answer(1, Verdict.OVERLOADED, 0);
        answer(1, Verdict.NOTHING, 0);
        answer(1, Verdict.OVERLOADED, 0);
        assertThat(size.state(0, 0).troubles()).isEqualTo(2);
        assertThat(size.state(0, 0).latencyNanos()).isEqualTo(20 * MILLI);
        answer(20, Verdict.WELL, 0);
        assertThat(size.state(0, 0).troubles()).isZero();
    }

    @Test
    void fixedWindow_remembersToo() {
        WindowSize fixed = WindowSize.fixed(2);
        fixed.answered(new AnswerReport(0, 5 * MILLI, 1_000, Verdict.WELL, 7), true, 0);
        fixed.answered(new AnswerReport(0, 5 * MILLI, 1_000, Verdict.OVERLOADED, 0), true, 0);
        assertThat(fixed.size()).isEqualTo(2);
        assertThat(fixed.state(0, 0).latencyNanos()).isEqualTo(5 * MILLI);
        assertThat(fixed.state(0, 0).pressure()).isEqualTo(7);
        assertThat(fixed.state(0, 0).troubles()).isEqualTo(1);
    }

    @Test
    void goodAnswers_windowNotUsed_doNotGrow() {
        for (int i = 0; i < 100; i++) {
            size.answered(new AnswerReport(0, MILLI, 1_000, Verdict.WELL, 0), false, 0);
        }
        assertThat(size.size()).isEqualTo(2);
    }

    @Test
    void overload_halves_downToOne() {
        goodAnswers(200);
        answer(10, Verdict.OVERLOADED, 0);
        assertThat(size.size()).isEqualTo(8);
        for (int i = 0; i < 10; i++) {
            answer(10, Verdict.OVERLOADED, 0);
        }
        assertThat(size.size()).isEqualTo(1);
        goodAnswers(2);
        assertThat(size.size()).isEqualTo(2);
    }

    @Test
    void overload_ofRequestsSentBeforeTheShrinking_countsOnce() {
        goodAnswers(200);
        for (int i = 0; i < 16; i++) {
            size.answered(new AnswerReport(now, now + MILLI + i, 1_000, Verdict.OVERLOADED, 0), true, 0);
        }
        assertThat(size.size()).isEqualTo(8);
    }

    @Test
    void answersThatTakeSeveralTimesAsLong_halve() {
        goodAnswers(200);
        answer(49, Verdict.WELL, 0);
        assertThat(size.size()).as("short is never slow").isEqualTo(16);
        answer(400, Verdict.WELL, 0);
        assertThat(size.size()).isEqualTo(8);
    }

    @Test
    void largeRequests_mayTakeLonger() {
        goodAnswers(200);
        size.answered(new AnswerReport(now, now + 100 * MILLI, 2 << 20, Verdict.WELL, 0), true, 0);
        assertThat(size.size()).isEqualTo(16);
    }

    @Test
    void pressure_staysThenShrinksGently() {
        goodAnswers(300);
        int before = size.size();
        for (int i = 0; i < 50; i++) {
            answer(10, Verdict.WELL, 80);
        }
        assertThat(size.size()).isEqualTo(before);
        answer(10, Verdict.WELL, 95);
        assertThat(size.size()).isLessThan(before).isGreaterThan(before / 2);
    }

    @Test
    void nothing_changesNothing() {
        goodAnswers(30);
        int before = size.size();
        for (int i = 0; i < 100; i++) {
            answer(10_000, Verdict.NOTHING, 0);
        }
        assertThat(size.size()).isEqualTo(before);
    }

    @Test
    void fixed_staysAsItIs() {
        WindowSize fixed = WindowSize.fixed(2);
        fixed.answered(new AnswerReport(0, 1, 1, Verdict.OVERLOADED, 0), true, 0);
        fixed.answered(new AnswerReport(0, 1, 1, Verdict.WELL, 0), true, 0);
        assertThat(fixed.size()).isEqualTo(2);
    }

    @Test
    void largestOfOne_isOne() {
        WindowSize one = WindowSize.upTo(1);
        for (int i = 0; i < 10; i++) {
            one.answered(new AnswerReport(0, 1, 1, Verdict.WELL, 0), true, 0);
        }
        assertThat(one.size()).isEqualTo(1);
    }
}
