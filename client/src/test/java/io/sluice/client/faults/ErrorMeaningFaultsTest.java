package io.sluice.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.DoNotRetryIOException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.RetriesExhaustedException;
import io.sluice.TableName;
import io.sluice.testserver.Fault;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.Operation;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RegionRequest;
import io.sluice.testserver.RemoteError;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One error has several answers: final or not, what is stale, whether it was applied, whose fault it is. */
class ErrorMeaningFaultsTest {
    private static final RemoteError UNKNOWN_SERVICE =
            RemoteError.fatal("ipc.UnknownServiceException", "ClientService");
    private static final RemoteError REFUSED = RemoteError.doNotRetry("this server takes nothing");

    /** Mutations that are given together go together. */
    private static FaultRig.Options fullRequests() {
        return new FaultRig.Options().mutator(m -> m.setWriteBufferPeriodicFlush(1, TimeUnit.MINUTES));
    }

    private static boolean isBad(Operation operation) {
        return new String(operation.row(), UTF_8).contains("bad");
    }

    private static boolean has(RegionRequest region, String row) {
        return region.operations().stream().anyMatch(each -> new String(each.row(), UTF_8).equals(row));
    }

    static Stream<Fault> finalFaultsOfAServer() {
        return Stream.of(
                Faults.fail(UNKNOWN_SERVICE),
                Faults.fail(REFUSED),
                Faults.giveUpConnection(
                        RemoteError.fatal("security.AccessDeniedException", "Authentication is required")));
    }

    @ParameterizedTest
    @MethodSource("finalFaultsOfAServer")
    void serverThatRefusesForGood_losesItsRegion_nextWriteFindsTheNewPlace(Fault refusal) throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.server(1).script().always(Method.MULTI).play(refusal);
            WriteLedger.Entry refused = rig.write("2-refused");
            rig.verify();
            rig.cluster.reassign(rig.region("2"), rig.server(0));
            WriteLedger.Entry next = rig.write("2-next");
            rig.verify();
            assertThat(refused.error()).isNotNull();
            assertThat(next.error()).isNull();
        }
    }

    @Test
    void serverOfMetaThatRefusesForGood_metaMoves_nextWriteFindsIt() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.cluster.createTable("other");
            rig.server(0).script().always(Method.SCAN).fail(UNKNOWN_SERVICE);
            rig.cluster.moveMeta(rig.server(1));
            WriteLedger ledger = new WriteLedger();
            try (var other = rig.connection.getBufferedMutator(TableName.valueOf("other"))) {
                WriteLedger.Entry refused = ledger.write(other, "refused");
                other.flush();
                await().atMost(FaultRig.LIMIT).until(refused::isSettled);
                assertThat(refused.error()).isNotNull();
                WriteLedger.Entry next = ledger.write(other, "next");
                other.flush();
                await().atMost(FaultRig.LIMIT).until(next::isSettled);
                assertThat(next.error()).isNull();
            }
            ledger.verify(rig.cluster, "other");
        }
    }

    static Stream<RemoteError> refusalsOfAMutation() {
        return Stream.of(
                RemoteError.hbase("constraint.ConstraintException", "prePut"),
                RemoteError.hbase("regionserver.NoSuchColumnFamilyException", "Column family nf does not exist"),
                RemoteError.hbase("DoNotRetryIOException", "Cell with size 11 exceeds limit of 10"));
    }

    @ParameterizedTest
    @MethodSource("refusalsOfAMutation")
    void mutationRefusedForItsOwnSake_again_metaIsNotAsked(RemoteError error) throws Exception {
        try (FaultRig rig = FaultRig.start(1, new FaultRig.Options().set("hbase.client.retries.number", 2))) {
            rig.warmUp();
            long lookups = rig.server(0).count(Method.SCAN);
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofOperations(ErrorMeaningFaultsTest::isBad, error));
            for (int i = 0; i < 20; i++) {
                WriteLedger.Entry bad = rig.write("0-bad-" + i);
                rig.settle();
                assertThat(bad.error()).isInstanceOf(java.io.IOException.class);
            }
            rig.verify();
            assertThat(rig.server(0).count(Method.SCAN)).isEqualTo(lookups);
            assertThat(rig.mutator.state().retried()).isZero();
        }
    }

    @Test
    void requestThatIsTooBig_endsItsConnection_neighbourIsSentAgain() throws Exception {
        try (FaultRig rig = FaultRig.start(1, fullRequests())) {
            rig.warmUp();
            long lookups = rig.server(0).count(Method.SCAN);
            rig.server(0)
                    .script()
                    .next(Method.MULTI)
                    .when(call -> call.request().regions().stream().anyMatch(region -> has(region, "0-neighbour")))
                    .play(Faults.loseAnswer());
            WriteLedger.Entry neighbour = rig.write("0-neighbour");
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.server(0).script().played() == 1);
            // The server closes much later than it answers, so the client gives the connection up.
            rig.server(0)
                    .script()
                    .next(Method.MULTI)
                    .fail(RemoteError.fatal("exceptions.RequestTooBigException", "RPC data length is too large"));
            WriteLedger.Entry culprit = rig.write("0-culprit");
            rig.verify();
            assertThat(culprit.error()).isInstanceOf(RequestTooBigException.class);
            assertThat(neighbour.error()).isNull();
            assertThat(rig.cluster.applied(FaultRig.TABLE, "0-neighbour"))
                    .as("once before the connection ended, once again")
                    .hasSize(2);
            assertThat(rig.server(0).count(Method.SCAN)).as("look-ups").isEqualTo(lookups);
        }
    }

    @Test
    void constraintOfOneMutation_innocentsAreWritten_culpritFailsAtOnce() throws Exception {
        RemoteError refusal = RemoteError.hbase("constraint.ConstraintException", "prePut of MyConstraint");
        assertThat(errorOfTheCulpritAlone(refusal))
                .isInstanceOfSatisfying(
                        RemoteException.class, e -> assertThat(e.isDoNotRetry()).isTrue());
    }

    @Test
    void exceptionOfHBaseThatIsNotInTheTable_innocentsAreWritten() throws Exception {
        RemoteError refusal = RemoteError.hbase("regionserver.InventedLaterException", "no such row");
        assertThat(errorOfTheCulpritAlone(refusal)).isInstanceOf(RetriesExhaustedException.class);
    }

    /** Writes nine good mutations and a bad one to a server that refuses good ones for a bad one beside them. */
    private static @Nullable Throwable errorOfTheCulpritAlone(RemoteError refusal) throws Exception {
        FaultRig.Options options = fullRequests().set("hbase.client.retries.number", 6);
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofNeighbours(ErrorMeaningFaultsTest::isBad, refusal));
            for (int i = 0; i < 9; i++) {
                var unused = rig.write("0-" + i);
            }
            WriteLedger.Entry bad = rig.write("0-bad");
            rig.verify();
            assertThat(rig.ledger.failed()).containsExactly(bad);
            return bad.error();
        }
    }

    @Test
    void serverThatRefusesEachCallForGood_isNotAskedForAtMetaEachTime() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            long lookups = rig.server(0).count(Method.SCAN);
            rig.server(1).script().always(Method.MULTI).fail(REFUSED);
            long startNanos = System.nanoTime();
            int writes = 200;
            for (int i = 0; i < writes; i++) {
                var unused = rig.write("2-" + i);
                rig.settle();
            }
            long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
            rig.verify();
            assertThat(rig.ledger.failed())
                    .hasSize(writes)
                    .allSatisfy(entry -> assertThat(entry.error()).isInstanceOf(DoNotRetryIOException.class));
            // The refused region is looked up again at most once a second.
            assertThat(rig.server(0).count(Method.SCAN) - lookups)
                    .isBetween(1L, Math.max(1, Math.min(writes / 4, seconds)));
        }
    }
}
