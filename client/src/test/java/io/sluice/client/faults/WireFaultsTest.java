package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.client.ConnectionPoolState;
import io.sluice.testserver.Fault;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What networks and broken servers do to bytes. */
class WireFaultsTest {
    private static final int GIB = 1 << 30;

    static Stream<Named<Fault>> brokenConnections() {
        return Stream.of(
                Named.of("f33 FIN in the first bytes of an answer", Faults.cutAnswer(2)),
                Named.of("f33 FIN in the middle of an answer", Faults.cutAnswer(9)),
                Named.of("f33 FIN instead of an answer", Faults.applyAndClose()),
                Named.of("f33 FIN instead of the work", Faults.close()),
                Named.of("f34 reset instead of the work", Faults.reset()),
                Named.of("f42 length -1", Faults.frameLength(-1)),
                Named.of("f42 length 0", Faults.frameLength(0)),
                Named.of("f42 smallest length", Faults.frameLength(Integer.MIN_VALUE)),
                Named.of("f42 largest length", Faults.frameLength(Integer.MAX_VALUE)),
                Named.of("f42 length of a GiB", Faults.frameLength(GIB)),
                Named.of("f43 empty frame", Faults.garbage(new byte[0])),
                Named.of("f43 random bytes", Faults.garbage(random(300))),
                Named.of(
                        "f43 truncated message",
                        Faults.change(response -> response.withMessage(new byte[] {0x0A, 99}))),
                Named.of("f43 cells that are not there", Faults.change(r -> r.withAnnouncedCellBytes(17))),
                Named.of("f43 cells of negative length", Faults.change(r -> r.withAnnouncedCellBytes(-1))),
                Named.of(
                        "connection given up",
                        Faults.giveUpConnection(RemoteError.hbase("regionserver.RegionServerStoppedException", "x"))));
    }

    private static byte[] random(int bytes) {
        byte[] all = new byte[bytes];
        new Random(7).nextBytes(all);
        return all;
    }

    @ParameterizedTest
    @MethodSource("brokenConnections")
    void connectionThatBreaks_costsThatConnectionAndNoMutation(Fault fault) throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            int before = rig.server(0).accepted();
            rig.server(0).script().next(Method.MULTI).play(fault);
            rig.write(10);
            rig.settle();
            // A frame that announces too much keeps its connection from nobody: the next batch is served at once.
            rig.write(10);
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).script().played()).isEqualTo(1);
            assertThat(rig.server(0).accepted()).as("connections").isGreaterThan(before);
        }
    }

    @Test
    void f42_lengthBelowTheLimitWithoutTheBytes_isGivenUpByTheTimeout() throws Exception {
        try (FaultRig rig = FaultRig.start(1, FaultRig.impatient())) {
            rig.warmUp();
            rig.server(0).script().next(Method.MULTI).play(Faults.frameLength(200 << 20));
            rig.write(10);
            rig.settle();
            rig.write(10);
            rig.verifyAllAcknowledged();
        }
    }

    static Stream<Named<Fault>> oddAnswers() {
        return Stream.of(
                Named.of("f44 answer to no call", Faults.strayAnswerFirst()),
                Named.of("f44 the same answer twice", Faults.answerTwice()),
                Named.of("f39 answer of a few bytes at a time", Faults.trickle(3, Duration.ofMillis(2))));
    }

    @ParameterizedTest
    @MethodSource("oddAnswers")
    void answerThatIsOdd_isReadAndNothingIsSentAgain(Fault fault) throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            int before = rig.server(0).accepted();
            rig.server(0).script().next(Method.MULTI, 5).play(fault);
            for (int i = 0; i < 5; i++) {
                rig.write(10);
                rig.settle();
            }
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).script().played()).isEqualTo(5);
            assertThat(rig.mutator.state().retried()).isZero();
            assertThat(rig.server(0).accepted()).isEqualTo(before);
        }
    }

    @Test
    void f44_answerAfterTheTimeout_isPassedOver() throws Exception {
        try (FaultRig rig = FaultRig.start(1, FaultRig.impatient())) {
            rig.warmUp();
            rig.server(0).script().next(Method.MULTI).play(Faults.lateAnswer(Duration.ofMillis(1_200)));
            var unused = rig.write("0-late");
            // Other answers keep the connection.
            for (int i = 0; i < 70; i++) {
                Thread.sleep(20);
                unused = rig.write("8-" + i);
            }
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    @Test
    void f35_connectionsAreRefusedForAWhile_connectsAreFew() throws Exception {
        FaultRig.Options options = new FaultRig.Options()
                .set("hbase.client.pause", 100)
                .set("hbase.ipc.client.failed.servers.expiry", 200);
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            long opened = rig.connection.connectionPools().total().connects().failed();
            long begun = System.nanoTime();
            rig.server(0).kill();
            rig.write(500);
            rig.mutator.flush();
            Thread.sleep(2_000);
            assertThat(rig.ledger.acknowledged()).isEqualTo(16);
            ConnectionPoolState.Connects connects =
                    rig.connection.connectionPools().total().connects();
            // 10 periods, or more if it took longer, in which another connect may be made; the look-ups have their own.
            long periods = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) / 200;
            assertThat(connects.failed() - opened).isLessThanOrEqualTo(2 * periods);
            rig.server(0).accept();
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f36_connectionIsDeadWithoutAWord_isReplacedAfterOneTimeout() throws Exception {
        try (FaultRig rig = FaultRig.start(2, FaultRig.impatient())) {
            rig.warmUp();
            TestServer half = rig.server(1);
            int dead = half.accepted();
            half.script()
                    .always(Method.ANY)
                    .when(call -> call.connection() <= dead)
                    .play(Faults.hang());
            rig.writeDuring(() -> {
                await().atMost(FaultRig.LIMIT).until(() -> half.accepted() > dead);
                rig.awaitAcknowledged(200);
            });
            rig.verifyAllAcknowledged();
        }
    }

    @Test
    void f37_answersAreLost_areAskedForOnANewConnection() throws Exception {
        try (FaultRig rig = FaultRig.start(1, FaultRig.impatient())) {
            rig.warmUp();
            int dead = rig.server(0).accepted();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .when(call -> call.connection() <= dead)
                    .play(Faults.loseAnswer());
            rig.write(100);
            rig.verifyAllAcknowledged();
            assertThat(rig.server(0).accepted()).isGreaterThan(dead);
        }
    }

    @Test
    void f38_serverAcceptsAndNeverAnswers_isGivenUpAndNamed() throws Exception {
        FaultRig.Options options = FaultRig.impatient().set("hbase.client.operation.timeout", 4_000);
        try (FaultRig rig = FaultRig.start(2, options)) {
            rig.server(1).silence();
            // The regions of the second server, and not those of the first.
            WriteLedger.Entry stuck = rig.write("2-x");
            WriteLedger.Entry fine = rig.write("0-x");
            rig.settle();
            assertThat(fine.isAcknowledged()).isTrue();
            assertThat(stuck.error())
                    .hasMessageContaining(Integer.toString(rig.server(1).port()));
            rig.server(1).resume();
            rig.verify();
        }
    }

    @Test
    void f40_serverDoesNotRead_memoryIsBoundedAndOthersGoOn() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.server(1).stall();
            long most = 0;
            for (int i = 0; i < 400; i++) {
                // To the second server 40 writes, to the first 400.
                if (i % 10 == 0) {
                    var unused = rig.write("2-" + i);
                }
                var unused = rig.write("0-" + i);
                most = Math.max(most, rig.mutator.state().budgetUsedBytes());
            }
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.ledger.acknowledged() >= 416);
            assertThat(most).isLessThanOrEqualTo(rig.mutator.state().budgetLimitBytes());
            rig.server(1).resume();
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isZero();
        }
    }

    @Test
    void f45_batchesExpireWhileTheirBytesAreOnTheirWay_noneIsWrittenWithBytesOfAnother() throws Exception {
        FaultRig.Options options = new FaultRig.Options()
                .set("hbase.rpc.timeout", 200)
                .budget(1 << 20)
                .mutator(mutator -> mutator.setWriteBufferSize(4 << 10));
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.writeDuring(() -> {
                for (int i = 0; i < 10; i++) {
                    long before = rig.mutator.state().retried();
                    rig.server(0).stall();
                    await().atMost(FaultRig.LIMIT)
                            .until(() -> rig.mutator.state().retried() > before);
                    rig.server(0).resume();
                    rig.awaitAcknowledged(200);
                }
            });
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        }
    }

    /** Behind its length, which stays right, a frame with some bits turned over, and at times without its end. */
    private static byte[] damaged(byte[] frame, Random random) {
        byte[] bytes = random.nextInt(4) == 0 ? Arrays.copyOf(frame, 4 + random.nextInt(frame.length - 4)) : frame;
        for (int i = 0; i <= random.nextInt(3) && bytes.length > 4; i++) {
            bytes[4 + random.nextInt(bytes.length - 4)] ^= (byte) (1 << random.nextInt(8));
        }
        return ByteBuffer.wrap(bytes).putInt(0, bytes.length - 4).array();
    }

    @ParameterizedTest(name = "seed={0}")
    @ValueSource(longs = {1, 2, 3})
    void f43_answersDamagedByChance_costConnectionsAndNoMutation(long seed) throws Exception {
        try (FaultRig rig = FaultRig.start(1, new FaultRig.Options().set("hbase.rpc.timeout", 100))) {
            rig.warmUp();
            Random random = new Random(seed);
            rig.server(0)
                    .script()
                    .next(Method.MULTI, 60)
                    .play(exchange ->
                            exchange.sendBytes(damaged(exchange.respond().frame(), random)));
            while (rig.server(0).script().played() < 60) {
                rig.write(5);
                rig.settle();
            }
            rig.write(50);
            rig.verify();
            assertThat(rig.server(0).accepted()).isGreaterThan(2);
        }
    }
}
