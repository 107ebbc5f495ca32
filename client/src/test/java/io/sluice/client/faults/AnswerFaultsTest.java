package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.DoNotRetryIOException;
import io.sluice.Increment;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RetriesExhaustedException;
import io.sluice.TableName;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.Operation;
import io.sluice.testserver.Received;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RegionRequest;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.Response;
import io.sluice.testserver.StoredCell;
import io.sluice.testserver.TestRegion;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers answer: errors of calls, regions and mutations, and answers that do not fit the question. */
class AnswerFaultsTest {
    private static final int SEEDS = 8;

    private static boolean rowStartsWith(Operation operation, String prefix) {
        return new String(operation.row(), UTF_8).startsWith(prefix);
    }

    @Test
    void f17_regionIsTooBusyForEver_itsWritesFailInTimeAndOthersGoOn() throws Exception {
        // Tried last after 1.6 to 2 s, which leaves time for the answer; the next attempt would be after 3.6 s.
        FaultRig.Options options =
                new FaultRig.Options().set("hbase.client.pause", 20).set("hbase.client.operation.timeout", 3_500);
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            long lookups = rig.server(0).count(Method.SCAN);
            TestRegion busy = rig.region("0");
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofRegions(request -> request.region().equals(busy.name()), RemoteError.tooBusy()));
            WriteLedger.Entry stuck = rig.write("0-stuck");
            for (int i = 0; i < 200; i++) {
                var unused = rig.write("8-" + i);
            }
            rig.verify();
            assertThat(rig.ledger.failed()).containsExactly(stuck);
            assertThat(stuck.error())
                    .isInstanceOfSatisfying(
                            RetriesExhaustedException.class,
                            error -> assertThat(error.mayHaveBeenApplied()).isFalse());
            assertThat(rig.server(0).count(Method.SCAN)).as("look-ups").isEqualTo(lookups);
        }
    }

    @Test
    void f18_queueOfCallsIsFull_allArriveInTheEnd() throws Exception {
        FaultRig.Options options = new FaultRig.Options().mutator(mutator -> mutator.setMaxRequestRows(1));
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.server(0).script().always(Method.MULTI).play(Faults.queue(1, Duration.ofMillis(10)));
            rig.write(60);
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried())
                    .as("times that the queue was full")
                    .isPositive();
        }
    }

    static Stream<RemoteError> overloaded() {
        return Stream.of(
                RemoteError.callDropped(),
                RemoteError.queueTooBig(),
                RemoteError.hbase("HBaseServerException", "too much to do").withOverloaded(),
                RemoteError.hbase("SomeNewException", "too much to do").withOverloaded());
    }

    @ParameterizedTest
    @MethodSource("overloaded")
    void f19_serverIsOverloaded_isTriedAgainAfterTheLongerPause(RemoteError error) throws Exception {
        FaultRig.Options options = new FaultRig.Options().set("hbase.client.pause.server.overloaded", 100);
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.server(0).script().next(Method.MULTI).fail(error);
            WriteLedger.Entry entry = rig.write("0-x");
            rig.verifyAllAcknowledged();
            assertThat(entry.isAcknowledged()).isTrue();
            assertThat(nanosBetweenTheLastTwo(rig)).isGreaterThanOrEqualTo(100_000_000L);
        }
    }

    private static long nanosBetweenTheLastTwo(FaultRig rig) {
        List<Received> calls = rig.server(0).received().stream()
                .filter(call -> call.method() == Method.MULTI)
                .toList();
        return calls.get(calls.size() - 1).nanoTime()
                - calls.get(calls.size() - 2).nanoTime();
    }

    @Test
    void f20_regionIsThrottled_isNotSentAgainBeforeItsTime() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .next(Method.MULTI)
                    .refuse(Refusal.ofRegions(region -> true, RemoteError.throttled(Duration.ofMillis(300))));
            var unused = rig.write("0-x");
            rig.verifyAllAcknowledged();
            assertThat(nanosBetweenTheLastTwo(rig)).isGreaterThanOrEqualTo(300_000_000L);
        }
    }

    @Test
    void f20_quotaPerSecond_isKept() throws Exception {
        FaultRig.Options options = new FaultRig.Options().mutator(mutator -> mutator.setMaxRequestRows(5));
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.server(0).script().always(Method.MULTI).play(Faults.throttle(50));
            rig.write(100);
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    @Test
    void f21_oneMutationHasAnUnknownFamily_onlyThatFails() throws Exception {
        try (FaultRig rig = FaultRig.start(
                1, new FaultRig.Options().mutator(m -> m.setWriteBufferPeriodicFlush(1, TimeUnit.MINUTES)))) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofOperations(
                            operation -> rowStartsWith(operation, "0-bad"),
                            RemoteError.fatal("regionserver.NoSuchColumnFamilyException", "no family f")));
            var unused = rig.write("0-a");
            WriteLedger.Entry bad = rig.write("0-bad");
            unused = rig.write("0-c");
            rig.write(32);
            rig.verify();
            assertThat(rig.ledger.failed()).containsExactly(bad);
            assertThat(bad.error()).isInstanceOf(NoSuchColumnFamilyException.class);
            assertThat(rig.mutator.state().retried()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DoNotRetryIOException",
                "security.AccessDeniedException",
                "exceptions.FailedSanityCheckException",
                "quotas.SpaceLimitingException",
                "coprocessor.CoprocessorException"
            })
    void f22_errorThatStays_failsAtOnceInEachLayer(String name) throws Exception {
        RemoteError error = RemoteError.fatal(name, "no, never");
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            var script = rig.server(0).script();
            script.next(Method.MULTI).fail(error);
            WriteLedger.Entry ofCall = rig.write("0-call");
            rig.settle();
            script.next(Method.MULTI).refuse(Refusal.ofRegions(region -> true, error));
            WriteLedger.Entry ofRegion = rig.write("0-region");
            rig.settle();
            script.next(Method.MULTI).refuse(Refusal.ofOperations(operation -> true, error));
            WriteLedger.Entry ofMutation = rig.write("0-mutation");
            rig.verify();
            assertThat(rig.ledger.failed()).containsExactly(ofCall, ofRegion, ofMutation);
            assertThat(rig.ledger.failed())
                    .allSatisfy(entry -> assertThat(entry.error()).hasMessageContaining("no, never"));
            assertThat(rig.mutator.state().retried()).isZero();
            assertThat(script.played()).isEqualTo(3);
        }
    }

    @Test
    void f25_unknownException_isTriedAgainAndNamed() throws Exception {
        FaultRig.Options options = new FaultRig.Options().set("hbase.client.retries.number", 5);
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            RemoteError unknown = RemoteError.retryable("com.example.StrangeException", "how odd");
            rig.server(0).script().next(Method.MULTI).refuse(Refusal.ofOperations(operation -> true, unknown));
            WriteLedger.Entry once = rig.write("0-once");
            rig.settle();
            assertThat(once.isAcknowledged()).isTrue();
            rig.server(0).script().always(Method.MULTI).refuse(Refusal.ofOperations(operation -> true, unknown));
            WriteLedger.Entry always = rig.write("0-always");
            rig.verify();
            assertThat(rig.ledger.failed()).containsExactly(always);
            assertThat(always.error()).hasMessageContaining("StrangeException");
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, SEEDS);
    }

    /** Refuses regions and mutations by chance, for a while. */
    private static final class RandomRefusal implements Refusal {
        private static final List<RemoteError> PASSING = List.of(
                RemoteError.notServing("t"),
                RemoteError.tooBusy(),
                RemoteError.hbase("exceptions.RegionOpeningException", "opening"),
                RemoteError.hbase("exceptions.TimeoutIOException", "Timed out waiting for lock"),
                RemoteError.retryable("java.io.IOException", "some trouble"),
                RemoteError.hbase("RetryImmediatelyException", "again"));

        private final Random random;
        private int left = 100;

        RandomRefusal(long seed) {
            random = new Random(seed);
        }

        private @Nullable RemoteError some(int oneIn) {
            if (left == 0 || random.nextInt(oneIn) != 0) {
                return null;
            }
            left--;
            return PASSING.get(random.nextInt(PASSING.size()));
        }

        @Override
        public @Nullable RemoteError ofRegion(RegionRequest region) {
            return some(6);
        }

        @Override
        public @Nullable RemoteError ofOperation(RegionRequest region, Operation operation) {
            return some(6);
        }
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void f26_errorsOfAllLayersMixed_reachTheRightMutations(int seed) throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            RandomRefusal refusal = new RandomRefusal(seed);
            rig.cluster
                    .servers()
                    .forEach(server -> server.script().always(Method.MULTI).refuse(refusal));
            for (int i = 0; i < 20; i++) {
                rig.write(50);
                rig.mutator.flush();
            }
            rig.verifyAllAcknowledged();
            assertThat(refusal.left).as("refusals not used").isZero();
        }
    }

    /** Of a {@code MultiResponse}: field 1 is a region's result, in which field 1 is a mutation's. */
    private static Response without(Response response, boolean wholeRegion) {
        byte[] message = response.message();
        int regionLength = message[1];
        byte[] rest = Arrays.copyOfRange(message, 2 + regionLength, message.length);
        byte[] changed = wholeRegion
                ? rest
                : ByteBuffer.allocate(2 + rest.length)
                        .put((byte) 0x0A)
                        .put((byte) 0)
                        .put(rest)
                        .array();
        return response.withMessage(changed);
    }

    @Test
    void f27_resultOfOneMutationIsMissing_itIsSentAgain() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            int connections = rig.server(0).accepted();
            rig.server(0)
                    .script()
                    .next(Method.MULTI)
                    .play(Faults.change(response -> without(response, /* wholeRegion= */ false)));
            WriteLedger.Entry entry = rig.write("0-x");
            rig.verifyAllAcknowledged();
            assertThat(entry.isAcknowledged()).isTrue();
            assertThat(rig.cluster.applied(FaultRig.TABLE, "0-x"))
                    .as("times applied")
                    .hasSize(2);
            assertThat(rig.server(0).accepted()).as("connections").isEqualTo(connections);
        }
    }

    @Test
    void f27_resultOfARegionIsMissingOrTooMuch_connectionEndsAndAllIsSentAgain() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .next(Method.MULTI)
                    .play(Faults.change(response -> without(response, /* wholeRegion= */ true)));
            var unused = rig.write("0-x");
            rig.settle();
            rig.server(0).script().next(Method.MULTI).play(Faults.change(response -> {
                byte[] once = response.message();
                return response.withMessage(
                        ByteBuffer.allocate(2 * once.length).put(once).put(once).array());
            }));
            unused = rig.write("0-y");
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).script().played()).isEqualTo(2);
            assertThat(rig.server(0).accepted()).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void f31_answerComesAfterTheTimeout_putIsRepeatedAndIncrementIsNot() throws Exception {
        try (FaultRig rig = FaultRig.start(1, FaultRig.impatient())) {
            rig.warmUp();
            rig.server(0).script().next(Method.MULTI, 2).play(Faults.lateAnswer(Duration.ofMillis(2_000)));
            var done = rig.mutator.mutate(
                    new Increment("0-count".getBytes(UTF_8)).addColumn(WriteLedger.FAMILY, WriteLedger.QUALIFIER, 5));
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(done::isDone);
            assertThat(done).isCompleted();
            assertThat(rig.mutator.state().retried()).isPositive();
            byte[] value = rig.cluster.value(FaultRig.TABLE, "0-count", "f", "q");
            assertThat(value).isNotNull();
            assertThat(ByteBuffer.wrap(value).getLong()).isEqualTo(5);
        }
    }

    @Test
    void s4_answerIsLost_theRetryIsTheSameVersionWithClientTimestamps() throws Exception {
        // One answer is waited for in vain, and the next must not be.
        FaultRig.Options options =
                new FaultRig.Options().set("hbase.rpc.timeout", 2_000).mutator(m -> m.setClientTimestamps(true));
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.server(0).script().next(Method.MULTI).play(Faults.loseAnswer());
            var unused = rig.write("0-row");
            rig.verifyAllAcknowledged();
            assertThat(rig.cluster.applied(FaultRig.TABLE, "0-row"))
                    .as("applied twice, as one version")
                    .hasSize(2)
                    .extracting(StoredCell::timestamp)
                    .satisfies(stamps -> assertThat(stamps.get(0)).isEqualTo(stamps.get(1)));
        }
    }

    @Test
    void f21_familyIsMissingAtTheServer_failsWithoutRetry() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.cluster.createTable("narrow", Set.of("other"), List.of());
            WriteLedger narrow = new WriteLedger();
            try (var mutator = rig.connection.getBufferedMutator(TableName.valueOf("narrow"))) {
                WriteLedger.Entry entry = narrow.write(mutator, "row");
                mutator.flush();
                await().atMost(FaultRig.LIMIT).until(entry::isSettled);
                assertThat(entry.error()).isInstanceOf(DoNotRetryIOException.class);
                assertThat(mutator.state().retried()).isZero();
            }
            narrow.verify(rig.cluster, "narrow");
        }
    }

    @Test
    void loadOfRegions_toldWithEachAnswer_doesNoHarm() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.server(0).tellLoad(95, 50, 100);
            rig.write(200);
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isZero();
        }
    }
}
