package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static io.sluice.client.it.Session.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** All five events of a small budget, a table that is cut anew, and a real server. */
class JfrEventsIT {
    @RegisterExtension
    final Session session =
            new Session(conf -> {}, builder -> builder.bufferBudget(16 << 10).blockSize(1 << 10));

    @TempDir
    Path folder;

    @Test
    void writes_withARetry_areToldByAllFiveEvents() throws Exception {
        Path file = folder.resolve("it.jfr");
        TableName table = session.table(List.of(bytes("m")), "f");
        try (Recording recording = new Recording()) {
            for (String name : List.of("Flush", "Multi", "Retry", "AdmissionWait", "Connect")) {
                recording.enable("sluice." + name).withoutThreshold();
            }
            recording.start();
            AsyncBufferedMutator mutator = session.mutator(table);
            int regions = get(session.connection().preloadRegions(table));
            // What is known of the regions is wrong from now on.
            session.server().client().disableTable(table.getNameAsString());
            CompletableFuture<Void> early = mutator.mutate(row("a", 0));
            mutator.flush();
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            await().atMost(Session.LIMIT).until(() -> mutator.state().retried() > 0);
            session.server().client().enableTable(table.getNameAsString());
            for (int i = 0; i < 2_000; i++) {
                futures.add(mutator.mutate(row(i % 2 == 0 ? "a" : "z", i)));
            }
            acknowledge(mutator, futures);
            assertThat(regions).isEqualTo(2);
            Session.assertNothingHeld(mutator);
            // Acknowledged, or refused since the table was disabled.
            assertThat(early).isDone();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(named(events, "Flush")).isNotEmpty().allSatisfy(flush -> {
            assertThat(flush.getString("table")).isEqualTo(table.toString());
            assertThat(flush.getInt("mutations")).isPositive();
            assertThat(flush.getDuration()).isPositive();
        });
        assertThat(named(events, "Flush").stream()
                        .mapToInt(flush -> flush.getInt("mutations"))
                        .sum())
                .isGreaterThanOrEqualTo(2_001);
        assertThat(named(events, "Multi")).anySatisfy(multi -> {
            assertThat(multi.getString("outcome")).isEqualTo("ok");
            assertThat(multi.getLong("bytes")).isPositive();
        });
        assertThat(named(events, "Retry")).isNotEmpty().allSatisfy(retry -> {
            assertThat(retry.getString("cause")).isNotBlank();
            assertThat(retry.getInt("attempt")).isPositive();
        });
        assertThat(named(events, "AdmissionWait")).isNotEmpty().allSatisfy(wait -> {
            assertThat(wait.getLong("limit")).isEqualTo(16 << 10);
            assertThat(wait.getBoolean("admitted")).isTrue();
        });
        assertThat(named(events, "Connect")).isNotEmpty().anySatisfy(connect -> {
            assertThat(connect.getString("service")).isEqualTo("ClientService");
            assertThat(connect.getString("outcome")).isEqualTo("ok");
            assertThat(connect.getString("server")).contains(":");
        });
    }

    private static Put row(String prefix, int i) {
        return new Put(bytes(prefix + i)).addColumn(bytes("f"), bytes("q"), i + 1, bytes("value " + i));
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("sluice." + name))
                .toList();
    }
}
