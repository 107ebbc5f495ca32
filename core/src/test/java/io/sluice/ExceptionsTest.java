package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked // Null is among what is tested.
class ExceptionsTest {

    private static final ServerName RS1 = ServerName.valueOf("rs1", 16020, 1);
    private static final ServerName RS3 = ServerName.valueOf("rs3", 16020, 3);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 3);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void throttling_hbasesTextForRandomWaits_parsed(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            long wait = random.nextLong(1L << (1 + random.nextInt(36)));
            String text = "";
            try {
                org.apache.hadoop.hbase.quotas.RpcThrottlingException.throwWriteSizeExceeded(wait);
            } catch (org.apache.hadoop.hbase.quotas.RpcThrottlingException e) {
                text = e.toString();
            }
            RpcThrottlingException parsed = RpcThrottlingException.parse(text);
            assertThat(parsed).as(text).isNotNull();
            assertThat(parsed.getWaitInterval()).as(text).isEqualTo(wait);
            assertThat(parsed).hasMessage(text);
        }
    }

    @Test
    void throttling_designPapersText_parsed() {
        assertThat(RpcThrottlingException.parse("number of requests exceeded - wait 1min, 30sec, 0ms"))
                .isNotNull()
                .satisfies(e -> assertThat(e.getWaitInterval()).isEqualTo(90_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "quota exceeded", "x - wait ", "x - wait 5sec", "x - wait 99999999999ms", "- wait -1ms"})
    void throttling_otherText_null(String text) {
        assertThat(RpcThrottlingException.parse(text)).isNull();
    }

    @Test
    void regionMoved_hbasesText_parsed() {
        var theirs = new org.apache.hadoop.hbase.exceptions.RegionMovedException(
                org.apache.hadoop.hbase.ServerName.valueOf("rs3.example.org", 16020, 1_795_242_947_021L), 77);
        RegionMovedException ours = RegionMovedException.parse(theirs + "\n\tat somewhere");
        assertThat(ours).isNotNull().hasMessage(theirs.getMessage());
        assertThat(ours.getServerName()).isEqualTo(ServerName.valueOf("rs3.example.org", 16020, 1_795_242_947_021L));
        assertThat(ours.getHostname()).isEqualTo("rs3.example.org");
        assertThat(ours.getPort()).isEqualTo(16020);
        assertThat(ours.getLocationSeqNum()).isEqualTo(77);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Region moved",
                "hostname=h port=99999 startCode=1. As of locationSeqNum=2.",
                "hostname=h port=x startCode=1. As of locationSeqNum=2.",
                "hostname=h port=1 startCode=99999999999999999999. As of locationSeqNum=2.",
                "hostname= port=1 startCode=1. As of locationSeqNum=2."
            })
    void regionMoved_otherText_null(String text) {
        assertThat(RegionMovedException.parse(text)).isNull();
    }

    @Test
    void retriesExhausted_message_countsByCauseAndServerLastFirst() {
        List<RetriesExhaustedException.Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            attempts.add(attempt(RS1, new NotServingRegionException("moved")));
        }
        for (int i = 0; i < 9; i++) {
            attempts.add(attempt(RS3, new RegionTooBusyException("busy")));
        }
        RetriesExhaustedException error = RetriesExhaustedException.of(
                RetriesExhaustedException.subject("Put", new byte[] {'u', 0, 0x17}, TableName.valueOf("t")),
                "t,,17.abc.",
                Duration.ofMinutes(2),
                attempts,
                false);
        assertThat(error)
                .hasMessage("Put row 'u\\x00\\x17' of 't' failed after 16 attempts in 120.0 s; region t,,17.abc.; last:"
                        + " RegionTooBusyException from rs3:16020 (9×), NotServingRegionException from rs1:16020 (7×)")
                .hasCause(attempts.get(15).cause());
        assertThat(error.getAttempts()).isEqualTo(attempts);
        assertThat(error.mayHaveBeenApplied()).isFalse();
    }

    @Test
    void retriesExhausted_manyCauses_messageStaysShort() {
        List<RetriesExhaustedException.Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            attempts.add(attempt(ServerName.valueOf("rs" + i, 1, 1), new RemoteException("a.b.Odd", "x", false)));
        }
        RetriesExhaustedException error =
                RetriesExhaustedException.of("Put", "r", Duration.ofMillis(49), attempts, true);
        assertThat(error.getMessage())
                .startsWith("Put failed after 8 attempts in 0.0 s; region r; last: Odd from rs7:1 (1×), ")
                .endsWith("Odd from rs3:1 (1×) and 3 more; may have been applied");
        assertThat(error.mayHaveBeenApplied()).isTrue();
    }

    @Test
    void retriesExhausted_noOrOneAttempt_saysSo() {
        RetriesExhaustedException none =
                RetriesExhaustedException.of("Put", "r", Duration.ofSeconds(1), List.of(), false);
        assertThat(none)
                .hasMessage("Put failed after 0 attempts in 1.0 s; region r")
                .hasNoCause();
        RetriesExhaustedException one = RetriesExhaustedException.of(
                "Put", "r", Duration.ofSeconds(1), List.of(attempt(null, new IOException("x"))), false);
        assertThat(one).hasMessage("Put failed after 1 attempt in 1.0 s; region r; last: IOException (1×)");
    }

    @Test
    void retriesExhausted_serialized_isTheSame() throws IOException, ClassNotFoundException {
        RetriesExhaustedException error =
                new RetriesExhaustedException("m", List.of(attempt(RS1, new RegionMovedException(RS3, 4))), true);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(error);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            RetriesExhaustedException read = (RetriesExhaustedException) in.readObject();
            assertThat(read).hasMessage("m");
            assertThat(read.mayHaveBeenApplied()).isTrue();
            assertThat(read.getAttempts()).singleElement().satisfies(attempt -> {
                assertThat(attempt.server()).isEqualTo(RS1);
                assertThat(((RegionMovedException) attempt.cause()).getServerName())
                        .isEqualTo(RS3);
            });
        }
    }

    private static RetriesExhaustedException.Attempt attempt(ServerName server, Throwable cause) {
        return new RetriesExhaustedException.Attempt(Instant.EPOCH, server, cause);
    }

    @Test
    void mutatorClosed_message_startsWithAlreadyClosed() {
        assertThat(new MutatorClosedException("mutator for 't'")).hasMessage("Already closed: mutator for 't'");
        assertThat(new MutatorClosedException("Already closed")).hasMessage("Already closed");
    }

    @Test
    void remote_carriesClassAndFlag() {
        RemoteException error = new RemoteException("org.example.Veto", "no", true);
        assertThat(error).hasMessage("org.example.Veto: no").isInstanceOf(HBaseIOException.class);
        assertThat(error.getClassName()).isEqualTo("org.example.Veto");
        assertThat(error.isDoNotRetry()).isTrue();
    }

    @Test
    void overloaded_isWhatCallsDroppedSay() {
        assertThat(new CallQueueTooBigException("x").isServerOverloaded()).isTrue();
        assertThat(new CallDroppedException("x").isServerOverloaded()).isTrue();
        assertThat(new HBaseServerException(false, "x").isServerOverloaded()).isFalse();
    }

    @Test
    void missingOrDisabledTable_isNamed() {
        TableName table = TableName.valueOf("ns:t");
        assertThat(new TableNotFoundException(table)).hasMessageContaining("ns:t");
        assertThat(new TableNotEnabledException(table)).hasMessageContaining("ns:t");
    }

    @Test
    void attemptsOf_refusalThatCarriesTheErrorsOfOthers_areItsOwn() {
        IOException refusal = new DoNotRetryIOException("no such family");
        IOException other = new CallTimeoutException("late");
        Instant now = Instant.EPOCH;
        List<RetriesExhaustedException.Attempt> others =
                List.of(new RetriesExhaustedException.Attempt(now, null, other));
        refusal.addSuppressed(new RetriesExhaustedException("of another mutation", others, true));
        assertThat(RetriesExhaustedException.attemptsOf(refusal)).isEmpty();

        List<RetriesExhaustedException.Attempt> own =
                List.of(new RetriesExhaustedException.Attempt(now, null, refusal));
        RetriesExhaustedException.note(refusal, "Put row 'r' of 't'", "t,,1.", Duration.ofSeconds(1), own, false);
        assertThat(RetriesExhaustedException.attemptsOf(refusal)).isEqualTo(own);
        assertThat(refusal.getSuppressed()[1].getStackTrace()).isEmpty();
    }
}
