package io.sluice.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.sluice.CloseResult;
import io.sluice.Put;
import io.sluice.testserver.Faults;
import io.sluice.testserver.Method;
import io.sluice.testserver.Refusal;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The client's own doings while servers fail. */
class ClientFaultsTest {

    @Test
    void f49_closesOfTwoThreadsDuringAFlush_waitForTheSameEnd() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            rig.server(0).script().next(Method.MULTI).play(Faults.slow(Duration.ofMillis(200)));
            rig.write(500);
            rig.mutator.flush();
            CompletableFuture<Void> other = CompletableFuture.runAsync(rig.mutator::close);
            rig.mutator.close();
            other.get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(rig.ledger.entries()).allMatch(WriteLedger.Entry::isAcknowledged);
            rig.ledger.verify(rig.cluster, FaultRig.TABLE);
        }
    }

    @Test
    void f50_closeWithoutACluster_endsInTimeAndHandsBackTheRest() throws Exception {
        try (FaultRig rig = FaultRig.start(2)) {
            rig.warmUp();
            rig.cluster.servers().forEach(TestServer::kill);
            rig.write(300);
            CloseResult result =
                    rig.mutator.closeAsync(Duration.ofMillis(500)).get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(result.unacknowledged()).hasSize(300);
            assertThat(rig.ledger.failed()).hasSize(300);
            assertThat(rig.mutator.state().budgetUsedBytes()).isZero();
            rig.ledger.verify(rig.cluster, FaultRig.TABLE);
        }
    }

    @Test
    void f51_closeAndMutateAndFlushInACallback_endWithoutWaitingForThemselves() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            CompletableFuture<Boolean> ended = rig.mutator
                    .mutate(new Put(new byte[] {'0'}).addColumn(WriteLedger.FAMILY, WriteLedger.QUALIFIER, new byte[1]))
                    .thenApply(nothing -> {
                        var unused = rig.mutator.mutate(new Put(new byte[] {'1'})
                                .addColumn(WriteLedger.FAMILY, WriteLedger.QUALIFIER, new byte[1]));
                        rig.mutator.flush();
                        rig.mutator.close();
                        return true;
                    });
            rig.mutator.flush();
            assertThat(ended.get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            await().atMost(FaultRig.LIMIT).until(() -> rig.mutator.state().pending() == 0);
        }
    }

    @Test
    void f53_callbackThrows_othersAreTold() throws Exception {
        try (FaultRig rig = FaultRig.start(1)) {
            rig.warmUp();
            CompletableFuture<Void> thrown = new CompletableFuture<>();
            assertThat(rig.mutator.tryMutate(
                            new Put(new byte[] {'0'}).addColumn(WriteLedger.FAMILY, WriteLedger.QUALIFIER, new byte[1]),
                            error -> {
                                thrown.complete(null);
                                throw new IllegalStateException("of the test");
                            }))
                    .isTrue();
            for (int i = 0; i < 100; i++) {
                var unused = rig.write("0-" + i);
            }
            rig.settle();
            assertThat(thrown).isCompleted();
            assertThat(rig.ledger.failed()).isEmpty();
            await().atMost(FaultRig.LIMIT).until(() -> rig.mutator.state().pending() == 0);
        }
    }

    /** A socket whose buffers cannot be made at times. */
    public static final class StarvedChannel extends NioSocketChannel {
        private static final AtomicInteger REFUSALS = new AtomicInteger();

        @Override
        public ByteBufAllocator alloc() {
            if (REFUSALS.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("Cannot reserve 2097152 bytes of direct buffer memory");
            }
            return super.alloc();
        }
    }

    @Test
    void f57_outOfMemoryWhileEncoding_isTriedAgainAndNothingIsHeld() throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (FaultRig rig = FaultRig.start(
                1, new FaultRig.Options().connection(c -> c.eventLoopGroup(group, StarvedChannel.class)))) {
            rig.warmUp();
            StarvedChannel.REFUSALS.set(5);
            rig.write(500);
            rig.settle();
            assertThat(StarvedChannel.REFUSALS).hasValue(0);
            rig.verifyAllAcknowledged();
            assertThat(rig.mutator.state().retried()).isPositive();
        } finally {
            StarvedChannel.REFUSALS.set(0);
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    private static FaultRig.Options onGroup(MultiThreadIoEventLoopGroup group) {
        return new FaultRig.Options().connection(c -> c.eventLoopGroup(group, NioSocketChannel.class));
    }

    private static void end(MultiThreadIoEventLoopGroup group) {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void f78_givenGroupEndsWhileAServerIsSilent_futuresCompleteAndCloseEnds() throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        try (FaultRig rig = FaultRig.start(2, onGroup(group))) {
            rig.warmUp();
            rig.server(0).script().always(Method.MULTI).play(Faults.hang());
            rig.write(20);
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.server(0).script().played() > 0);
            end(group);
            rig.write(20);
            CloseResult result =
                    rig.connection.closeAsync(Duration.ofMillis(500)).get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(result.unacknowledged().size() + rig.ledger.failed().size())
                    .isPositive();
            assertThat(rig.ledger.entries()).allMatch(WriteLedger.Entry::isSettled);
        }
    }

    @Test
    void f78_givenGroupEndsDuringThePauseOfARetry_futureFailsInTime() throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        FaultRig.Options options =
                onGroup(group).set("hbase.client.pause", 500).set("hbase.client.operation.timeout", 5_000);
        try (FaultRig rig = FaultRig.start(1, options)) {
            rig.warmUp();
            rig.server(0)
                    .script()
                    .always(Method.MULTI)
                    .refuse(Refusal.ofRegions(region -> true, RemoteError.tooBusy()));
            WriteLedger.Entry entry = rig.write("0-x");
            rig.mutator.flush();
            await().atMost(FaultRig.LIMIT).until(() -> rig.mutator.state().retried() > 0);
            end(group);
            await().atMost(FaultRig.LIMIT).until(entry::isSettled);
            assertThat(entry.error()).isNotNull();
        }
    }

    @Test
    void f78_networkThreadIsBlocked_closeOfTheConnectionEndsInTime() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (FaultRig rig = FaultRig.start(1, onGroup(group))) {
            rig.warmUp();
            group.execute(() -> {
                try {
                    blocked.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            CompletableFuture<CloseResult> closed = rig.connection.closeAsync(Duration.ofMillis(500));
            try {
                assertThat(closed).succeedsWithin(FaultRig.LIMIT);
            } finally {
                blocked.countDown();
            }
        } finally {
            end(group);
        }
    }

    @Test
    void f63_clientsComeAndGoWhileTheClusterFails_nothingIsLeft() throws Exception {
        for (int cycle = 0; cycle < 20; cycle++) {
            try (FaultRig rig = FaultRig.start(1)) {
                if (cycle % 3 == 1) {
                    rig.server(0).kill();
                } else if (cycle % 3 == 2) {
                    rig.server(0).script().always(Method.MULTI).play(Faults.reset());
                }
                rig.write(20);
                CloseResult result = rig.mutator
                        .closeAsync(Duration.ofMillis(cycle % 3 == 0 ? 20_000 : 50))
                        .get(FaultRig.LIMIT.toSeconds(), TimeUnit.SECONDS);
                assertThat(result.unacknowledged()).hasSize(cycle % 3 == 0 ? 0 : 20);
                rig.ledger.verify(rig.cluster, FaultRig.TABLE);
            }
        }
        // FaultRig.close has found no thread of a client after each.
        await().atMost(FaultRig.LIMIT)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("hbase-test-server")));
    }
}
