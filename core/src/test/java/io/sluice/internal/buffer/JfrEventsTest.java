package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.batch.ScriptedSender;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrEventsTest {
    private static final List<String> EVENTS =
            List.of("sluice.Flush", "sluice.Multi", "sluice.Retry", "sluice.AdmissionWait", "sluice.Connect");

    private final EngineFixture fixture = new EngineFixture();

    @TempDir
    Path folder;

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    /** What is done while something may be recorded. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private List<RecordedEvent> record(Work work, String... events) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            // On unless a recording says otherwise.
            EVENTS.forEach(recording::disable);
            for (String event : events) {
                recording.enable(event).withoutThreshold();
            }
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        return sluice(file);
    }

    private static List<RecordedEvent> sluice(Path file) throws IOException {
        List<RecordedEvent> all = RecordingFile.readAllEvents(file);
        Files.delete(file);
        return all.stream()
                .filter(event -> event.getEventType().getName().startsWith("sluice."))
                .toList();
    }

    private void settle() {
        while (fixture.time.advanceToNext()) {
            // Until nothing is left to do.
        }
    }

    private void flushThree(AsyncBufferedMutator mutator) {
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(put("a"), put("b"), put("n")));
        mutator.flush();
        settle();
        assertThat(futures).allMatch(CompletableFuture::isDone);
    }

    @Test
    void flush_ofTwoServers_isOneFlushAndTwoMultis() throws Exception {
        AsyncBufferedMutator mutator = fixture.mutator();
        List<RecordedEvent> events = record(() -> flushThree(mutator), "sluice.Flush", "sluice.Multi");
        RecordedEvent flush = only(events, "sluice.Flush");
        assertThat(flush.getString("table")).isEqualTo("t");
        assertThat(flush.getString("reason")).isEqualTo("EXPLICIT");
        assertThat(flush.getInt("mutations")).isEqualTo(3);
        assertThat(flush.getLong("bytes")).isEqualTo(3L * put("a").encodedSize());
        assertThat(flush.getInt("failed")).isZero();
        assertThat(flush.getString("outcome")).isEqualTo("ok");
        assertThat(flush.getDuration()).isPositive();
        assertThat(flush.getStackTrace()).isNull();
        List<RecordedEvent> multis = named(events, "sluice.Multi");
        assertThat(multis)
                .extracting(multi -> multi.getString("server"))
                .containsExactlyInAnyOrder("rs0:16020", "rs1:16020");
        RecordedEvent first = multis.stream()
                .filter(multi -> "rs0:16020".equals(multi.getString("server")))
                .findFirst()
                .orElseThrow();
        assertThat(first.getString("table")).isEqualTo("t");
        assertThat(first.getInt("regions")).isEqualTo(1);
        assertThat(first.getInt("mutations")).isEqualTo(2);
        assertThat(first.getLong("bytes")).isEqualTo(2L * put("a").encodedSize());
        assertThat(first.getInt("attempt")).isEqualTo(1);
        assertThat(first.getString("outcome")).isEqualTo("ok");
        assertThat(first.getString("cause")).isNull();
        assertThat(first.getDuration()).isPositive();
    }

    @Test
    void retryThenFailure_areTold() throws Exception {
        RegionTooBusyException busy = new RegionTooBusyException("too busy");
        AsyncBufferedMutator mutator = fixture.mutator();
        fixture.sender.inTurn(
                ServerBatchResult.answered(new Throwable[] {null, busy}),
                ServerBatchResult.failed(new NoSuchColumnFamilyException("no f"), false));
        List<RecordedEvent> events = record(
                () -> {
                    var futures = mutator.mutate(List.of(put("a"), put("b")));
                    mutator.flush();
                    settle();
                    assertThat(futures.get(0)).isCompleted();
                    assertThat(futures.get(1)).isCompletedExceptionally();
                },
                "sluice.Flush",
                "sluice.Multi",
                "sluice.Retry");
        RecordedEvent retry = only(events, "sluice.Retry");
        assertThat(retry.getString("table")).isEqualTo("t");
        assertThat(retry.getString("region")).isEqualTo("t,,m.");
        assertThat(retry.getString("server")).isEqualTo("rs0:16020");
        assertThat(retry.getInt("mutations")).isEqualTo(1);
        assertThat(retry.getInt("attempt")).isEqualTo(1);
        assertThat(retry.getString("cause")).isEqualTo(RegionTooBusyException.class.getName());
        assertThat(retry.getString("message")).isEqualTo("too busy");
        assertThat(retry.getDuration("pause")).isBetween(Duration.ofMillis(100), Duration.ofMillis(130));
        List<RecordedEvent> multis = named(events, "sluice.Multi");
        assertThat(multis).extracting(multi -> multi.getInt("attempt")).containsExactly(1, 2);
        assertThat(multis).extracting(multi -> multi.getString("outcome")).containsExactly("partly", "failed");
        assertThat(multis).extracting(multi -> multi.getInt("failed")).containsExactly(1, 1);
        assertThat(multis.get(1).getString("cause")).isEqualTo(NoSuchColumnFamilyException.class.getName());
        RecordedEvent flush = only(events, "sluice.Flush");
        assertThat(flush.getInt("failed")).isEqualTo(1);
        assertThat(flush.getString("outcome")).isEqualTo("partly");
    }

    @Test
    void waitForTheBudget_isTold() throws Exception {
        AsyncBufferedMutator mutator = fixture.builder()
                .setWriteBufferSize(1 << 20)
                .setBackpressure(Backpressure.block(EngineFixture.TOO_LONG))
                .build();
        fixture.sender.hold();
        List<RecordedEvent> events = record(
                () -> {
                    var first = mutator.mutate(put("a", 9_850));
                    fixture.time.run();
                    List<ScriptedSender.Sent> held = fixture.sender.sent();
                    fixture.sender.script(request -> ServerBatchResult.acknowledged());
                    Thread waiting = new Thread(
                            () -> {
                                var unused = mutator.mutate(put("b", 100));
                            },
                            "waiting");
                    waiting.start();
                    while (waiting.getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait();
                    }
                    held.forEach(sent -> sent.answer().complete(ServerBatchResult.acknowledged()));
                    while (!first.isDone()) {
                        fixture.time.run();
                    }
                    waiting.join(60_000);
                    mutator.flush();
                    settle();
                },
                "sluice.AdmissionWait");
        RecordedEvent wait = only(events, "sluice.AdmissionWait");
        assertThat(wait.getString("table")).isEqualTo("t");
        assertThat(wait.getString("waitedFor")).isEqualTo("budget");
        assertThat(wait.getLong("bytes")).isGreaterThan(100);
        assertThat(wait.getLong("limit")).isEqualTo(EngineFixture.BUDGET);
        assertThat(wait.getLong("used")).isBetween(1L, EngineFixture.BUDGET);
        assertThat(wait.getBoolean("admitted")).isTrue();
        assertThat(wait.getDuration()).isPositive();
        assertThat(wait.getThread().getJavaName()).isEqualTo("waiting");
        assertThat(wait.getStackTrace().getFrames())
                .anyMatch(frame -> "mutate".equals(frame.getMethod().getName()));
    }

    @Test
    void waitForAShare_inVain_isTold() throws Exception {
        Shares shares = new Shares(EngineFixture.BUDGET, 0.25);
        WriteEngine engine = fixture.engine(shares, null);
        AsyncBufferedMutator mutator = engine.newBuilder(Regions.TABLE, null)
                .setMaxMutations(1)
                .setBackpressure(Backpressure.block(Duration.ofMillis(1)))
                .build();
        fixture.sender.hold();
        List<RecordedEvent> events = record(
                () -> {
                    while (!shares.isAnyOver()) {
                        var unused = mutator.mutate(put("a", 100));
                    }
                    assertThat(mutator.mutate(put("a", 100))).isCompletedExceptionally();
                },
                "sluice.AdmissionWait");
        List<ScriptedSender.Sent> held = fixture.sender.sent();
        fixture.sender.script(request -> ServerBatchResult.acknowledged());
        held.forEach(sent -> sent.answer().complete(ServerBatchResult.acknowledged()));
        settle();
        RecordedEvent wait = only(events, "sluice.AdmissionWait");
        assertThat(wait.getString("waitedFor")).isEqualTo("share");
        assertThat(wait.getBoolean("admitted")).isFalse();
        assertThat(wait.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(1));
    }

    @Test
    void off_nothingIsTold() throws Exception {
        AsyncBufferedMutator mutator = fixture.mutator();
        assertThat(record(() -> flushThree(mutator), "sluice.Connect")).isEmpty();
        List<RecordedEvent> flushes = record(() -> flushThree(mutator), "sluice.Flush");
        assertThat(flushes).extracting(event -> event.getEventType().getName()).containsExactly("sluice.Flush");
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .sorted((one, other) -> one.getStartTime().compareTo(other.getStartTime()))
                .toList();
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name) {
        assertThat(named(events, name)).hasSize(1);
        return named(events, name).get(0);
    }
}
