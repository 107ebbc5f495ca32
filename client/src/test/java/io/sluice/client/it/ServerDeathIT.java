package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.failure;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.FamilyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Kills a server of its own; nothing may hang on that. */
class ServerDeathIT {
    private static final TableName TABLE = TableName.valueOf("t");

    @Test
    void mutate_serverKilled_everyFutureCompletesAndCloseReturns() throws Exception {
        EmbeddedHBase server = EmbeddedHBase.start(EmbeddedOptions.defaults().withFastStart());
        try {
            server.client().createTable("t", List.of(FamilyOptions.of("f")), List.of());
            AsyncConnection connection = get(AsyncConnections.builder()
                    .configuration(new Configuration())
                    .registry(Registry.zooKeeper("localhost:" + server.zooKeeperPort(), server.znodeParent()))
                    .build());
            writeWhileItDies(server, connection);
            connection.close();
        } finally {
            server.close();
            Path log = server.logFile();
            Files.deleteIfExists(log);
            Files.deleteIfExists(server.folder());
        }
        Session.assertNoThreads();
    }

    private static void writeWhileItDies(EmbeddedHBase server, AsyncConnection connection) throws Exception {
        // With all the time there is: the first write of a connection may take a while.
        AsyncBufferedMutator first = connection.getBufferedMutator(TABLE);
        acknowledge(first, first.mutate(row(0)));
        AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(TABLE)
                .setOperationTimeout(3, TimeUnit.SECONDS)
                .setMaxMutations(100)
                .build();

        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 1; i <= 5_000; i++) {
            futures.add(mutator.mutate(row(i)));
            if (i == 2_500) {
                ProcessHandle child = ProcessHandle.of(server.pid()).orElseThrow();
                assertThat(child.destroyForcibly()).isTrue();
                get(server.onExit());
            }
        }
        mutator.flush();
        int failed = 0;
        for (CompletableFuture<Void> future : futures) {
            try {
                get(future);
            } catch (ExecutionException e) {
                assertThat(e.getCause()).isInstanceOf(IOException.class);
                failed++;
            }
        }
        // All that came after its end, and what it had not answered.
        assertThat(failed).isGreaterThanOrEqualTo(2_500);
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().failed()).isEqualTo(failed);
        assertThat(mutator.state().acknowledged()).isEqualTo(futures.size() - failed);

        CompletableFuture<Void> buffered = mutator.mutate(row(5_001));
        CloseResult result = get(mutator.closeAsync(Duration.ofSeconds(1)));
        assertThat(result.failed() + result.unacknowledged().size()).isEqualTo(1);
        assertThat(failure(buffered)).isInstanceOf(IOException.class);
    }

    private static Put row(int i) {
        return new Put(bytes("r" + i)).addColumn(bytes("f"), bytes("q"), bytes("v" + i));
    }
}
