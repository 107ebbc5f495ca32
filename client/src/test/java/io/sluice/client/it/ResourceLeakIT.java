package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResourceLeakIT {
    private static final int CYCLES = 20;

    @RegisterExtension
    final Session session = new Session();

    @Test
    void bufferLeaks_oneNotReleased_found() {
        // Netty reports leaks that look alike only once in a JVM.
        ByteBufAllocator.DEFAULT.buffer(16).writeByte(1).touch("lost at " + System.nanoTime());
        // The thread that had this pooled buffer before may still have it on its stack, while it waits for a processor.
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThatThrownBy(BufferLeaks::assertNone)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("ByteBuf"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void openAndClose_manyTimes_descriptorsAndThreadsGivenBack() throws Exception {
        TableName table = session.table("f");
        openWriteClose(
                table, Registry.zooKeeper(session.quorum(), session.server().znodeParent()), 0);
        openWriteClose(table, Registry.rpc(session.server().masterAddress()), 1);
        long descriptors = descriptors();
        int threads = Thread.getAllStackTraces().size();
        for (int cycle = 2; cycle < CYCLES; cycle++) {
            Registry registry = cycle % 2 == 0
                    ? Registry.zooKeeper(session.quorum(), session.server().znodeParent())
                    : Registry.rpc(session.server().masterAddress());
            openWriteClose(table, registry, cycle);
        }
        assertThat(session.visible(table)).hasSize(CYCLES);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(descriptors()).as("file descriptors").isLessThanOrEqualTo(descriptors);
            assertThat(Thread.getAllStackTraces()).as("threads").hasSizeLessThanOrEqualTo(threads);
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void failedOpen_manyTimes_descriptorsGivenBack() throws Exception {
        Configuration conf = new Configuration();
        conf.set("hbase.ipc.client.socket.timeout.connect", "500");
        Registry wrong = Registry.zooKeeper(session.quorum(), "/elsewhere");
        for (int warmUp = 0; warmUp < 2; warmUp++) {
            assertThat(Session.failure(AsyncConnections.builder()
                            .configuration(conf)
                            .registry(wrong)
                            .build()))
                    .isInstanceOf(IOException.class);
        }
        long descriptors = descriptors();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            assertThat(Session.failure(AsyncConnections.builder()
                            .configuration(conf)
                            .registry(wrong)
                            .build()))
                    .isInstanceOf(IOException.class);
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(descriptors));
    }

    private static void openWriteClose(TableName table, Registry registry, int cycle) throws Exception {
        try (AsyncConnection connection = get(AsyncConnections.builder()
                        .configuration(new Configuration())
                        .registry(registry)
                        .build());
                AsyncBufferedMutator mutator = connection.getBufferedMutator(table)) {
            acknowledge(
                    mutator,
                    mutator.mutate(new Put(bytes("r" + cycle)).addColumn(bytes("f"), bytes("q"), 1, bytes("v"))));
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
