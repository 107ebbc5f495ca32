package io.sluice.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.ServerName;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HBaseErrorsTest {

    static Stream<IOException> typed() {
        return Stream.of(
                new io.sluice.DoNotRetryIOException("m"),
                new io.sluice.TableNotFoundException("m"),
                new io.sluice.TableNotEnabledException("m"),
                new io.sluice.NotServingRegionException("m"),
                new io.sluice.RegionTooBusyException("m"),
                new io.sluice.CallQueueTooBigException("m"),
                new io.sluice.CallDroppedException("m"),
                new io.sluice.RegionOpeningException("m"),
                new io.sluice.RequestTooBigException("m"),
                new io.sluice.FailedSanityCheckException("m"),
                new io.sluice.NoSuchColumnFamilyException("m"),
                new io.sluice.RegionServerStoppedException("m"),
                new io.sluice.RegionServerAbortedException("m"),
                new io.sluice.WrongRegionException("m"),
                new io.sluice.ServerNotRunningYetException("m"),
                new io.sluice.CallTimeoutException("m"),
                new io.sluice.AccessDeniedException("m"),
                new io.sluice.WrongRowIOException("m"));
    }

    @ParameterizedTest
    @MethodSource("typed")
    void typed_hasHBasesClassAndTheMessage(IOException ours) {
        IOException theirs = HBaseErrors.of(ours);
        assertThat(theirs.getClass().getName()).startsWith("org.apache.hadoop.hbase.");
        assertThat(theirs.getClass().getSimpleName()).isEqualTo(ours.getClass().getSimpleName());
        assertThat(theirs).hasMessageContaining("m");
        assertThat(theirs.getSuppressed()).containsExactly(ours);
    }

    /** A class that a server could name, and that must not run anything here. */
    static final class Named extends IOException {
        private static final AtomicInteger MADE = new AtomicInteger();

        public Named(String message) {
            super(message);
            MADE.incrementAndGet();
        }
    }

    @Test
    void remote_namesAClassThatIsHere_isNotMadeOfIt() {
        IOException theirs = HBaseErrors.of(new io.sluice.RemoteException(Named.class.getName(), "x", false));
        assertThat(Named.MADE).hasValue(0);
        assertThat(theirs)
                .isInstanceOfSatisfying(
                        RemoteWithExtrasException.class,
                        named -> assertThat(named.getClassName()).isEqualTo(Named.class.getName()));
    }

    @Test
    void remote_final_isOneThatProgramsDoNotRetry() {
        IOException theirs = HBaseErrors.of(
                new io.sluice.RemoteException("org.apache.hadoop.hbase.NamespaceNotFoundException", "no ns", true));
        assertThat(theirs)
                .isInstanceOf(org.apache.hadoop.hbase.DoNotRetryIOException.class)
                .hasMessage("org.apache.hadoop.hbase.NamespaceNotFoundException: no ns")
                .hasCauseInstanceOf(RemoteWithExtrasException.class);
    }

    @Test
    void exhausted_hasTheAttemptsInHBasesTypes() {
        Attempt first = new Attempt(
                Instant.EPOCH, ServerName.valueOf("rs1", 16020, 1), new io.sluice.RegionTooBusyException("busy"));
        Attempt second = new Attempt(Instant.EPOCH, null, new io.sluice.NotServingRegionException("moved"));
        IOException theirs =
                HBaseErrors.of(new io.sluice.RetriesExhaustedException("gave up", List.of(first, second), false));
        assertThat(theirs)
                .isInstanceOf(RetriesExhaustedException.class)
                .hasMessageContaining("attempts=2")
                .hasMessageContaining("rs1")
                .hasMessageContaining("RegionTooBusyException")
                .hasCauseInstanceOf(org.apache.hadoop.hbase.NotServingRegionException.class);
    }

    @Test
    void refused_isExhaustedWithTheServerAsHBases() {
        io.sluice.NoSuchColumnFamilyException refusal = new io.sluice.NoSuchColumnFamilyException("no f");
        Attempt only = new Attempt(Instant.EPOCH, ServerName.valueOf("rs1", 16020, 1), refusal);
        io.sluice.RetriesExhaustedException.note(refusal, "Put", "t", Duration.ZERO, List.of(only), false);
        assertThat(HBaseErrors.ofMutation(refusal))
                .isInstanceOf(RetriesExhaustedException.class)
                .hasMessageContaining("attempts=1")
                .hasMessageContaining("rs1,16020,1")
                .hasCauseInstanceOf(org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException.class)
                .satisfies(theirs -> assertThat(theirs.getSuppressed()).containsExactly(refusal));
    }

    static Stream<Arguments> attempts() {
        return Stream.of(
                Arguments.of(
                        new io.sluice.TableNotEnabledException("off"),
                        org.apache.hadoop.hbase.NotServingRegionException.class),
                Arguments.of(
                        new io.sluice.CallTimeoutException("no region"),
                        org.apache.hadoop.hbase.exceptions.TimeoutIOException.class));
    }

    @ParameterizedTest
    @MethodSource("attempts")
    void attempt_withoutServer_endsAsHBases(IOException ours, Class<?> theirs) {
        Attempt attempt = new Attempt(Instant.EPOCH, null, ours);
        assertThat(HBaseErrors.ofMutation(new io.sluice.RetriesExhaustedException("gave up", List.of(attempt), false)))
                .cause()
                .isInstanceOf(theirs)
                .hasMessageContaining(ours.getMessage());
    }

    @Test
    void closed_isAPlainOneAsHBases() {
        assertThat(HBaseErrors.of(new io.sluice.MutatorClosedException("the mutator is closed")))
                .hasMessageStartingWith("Already closed")
                .hasCauseInstanceOf(io.sluice.MutatorClosedException.class);
    }

    @Test
    void future_failed_failsWithHBasesClassAndNoWrapper() {
        CompletableFuture<Void> ours = new CompletableFuture<>();
        CompletableFuture<Void> theirs = HBaseErrors.translated(ours);
        assertThat(theirs).isNotDone();
        ours.completeExceptionally(new io.sluice.RegionTooBusyException("busy"));
        assertThatThrownBy(theirs::get).hasCauseInstanceOf(org.apache.hadoop.hbase.RegionTooBusyException.class);
        CompletableFuture<Void> done = new CompletableFuture<>();
        done.complete(null);
        assertThat(HBaseErrors.translated(done)).isCompletedWithValue(null);
    }
}
