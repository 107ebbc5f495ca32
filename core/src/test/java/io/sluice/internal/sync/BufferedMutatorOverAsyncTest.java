package io.sluice.internal.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.BufferFullException;
import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Bytes;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutatorClosedException;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.NotServingRegionException;
import io.sluice.Put;
import io.sluice.RegionTooBusyException;
import io.sluice.RetriesExhaustedException;
import io.sluice.RetriesExhaustedException.Attempt;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.retry.SharedCallback;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BufferedMutatorOverAsyncTest {
    private static final ServerName RS1 = ServerName.valueOf("rs1", 16020, 1);

    private final WaitableMutator async = mock(WaitableMutator.class);
    private final List<Accepted> accepted = new ArrayList<>();
    /** Empty to accept a mutation. */
    private final Deque<Optional<IOException>> next = new ArrayDeque<>();

    private final List<RetriesExhaustedWithDetailsException> heard = new ArrayList<>();
    private final List<BufferedMutator> closed = new ArrayList<>();

    private record Accepted(Put put, SharedCallback callback) {
        void fail(Throwable error) {
            callback.failed(new Put(put), error);
            callback.settled(error);
        }

        void acknowledge() {
            callback.settled(null);
        }
    }

    @BeforeEach
    void script() throws Exception {
        doAnswer(call -> {
                    Optional<IOException> refusal = next.isEmpty() ? Optional.empty() : next.remove();
                    if (refusal.isPresent()) {
                        throw refusal.get();
                    }
                    accepted.add(new Accepted(call.getArgument(0), call.getArgument(1)));
                    return null;
                })
                .when(async)
                .write(any(), any());
        when(async.flush(any())).thenReturn(new FlushResult(0, 0, 0, Duration.ZERO));
    }

    private BufferedMutator throwing() {
        return new BufferedMutatorOverAsync(
                async, new BufferedMutatorParams(TableName.valueOf("t")).getListener(), closed::add);
    }

    private BufferedMutator listening() {
        return new BufferedMutatorOverAsync(async, (error, mutator) -> heard.add(error), closed::add);
    }

    private static Put put(String row) {
        return new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("v"));
    }

    private static RetriesExhaustedException exhausted(Throwable cause) {
        return new RetriesExhaustedException("gave up", List.of(new Attempt(Instant.EPOCH, RS1, cause)), true);
    }

    @Test
    void mutate_earlierFailed_throwsOnceWithDetails() throws Exception {
        BufferedMutator mutator = throwing();
        Put bad = put("bad");
        mutator.mutate(bad);
        mutator.mutate(put("good"));
        accepted.get(0).fail(new NoSuchColumnFamilyException("no f in t"));
        accepted.get(1).acknowledge();

        RetriesExhaustedWithDetailsException error =
                catchThrowableOfType(RetriesExhaustedWithDetailsException.class, () -> mutator.mutate(put("next")));
        assertThat(error)
                .hasMessageStartingWith("Failed 1 action: NoSuchColumnFamilyException: 1 time; first: Put row 'bad': ")
                .hasMessageContaining("no f in t")
                .hasCauseInstanceOf(NoSuchColumnFamilyException.class);
        assertThat(error.getNumExceptions()).isEqualTo(1);
        assertThat(error.getRow(0).getRow()).isEqualTo(bad.getRow());
        assertThat(error.getHostnamePort(0)).isEmpty();
        assertThat(error.mayHaveClusterIssues()).isFalse();
        assertThat(error.mayHaveBeenApplied()).isFalse();
        assertThat(accepted).as("the one of the call that throws, too").hasSize(3);

        assertThatCode(() -> mutator.mutate(put("again"))).doesNotThrowAnyException();
    }

    @Test
    void flush_refusedByAServer_namesTheServer() throws Exception {
        BufferedMutator mutator = throwing();
        mutator.mutate(put("a"));
        NoSuchColumnFamilyException refusal = new NoSuchColumnFamilyException("no f");
        RetriesExhaustedException.note(
                refusal, "a", "t", Duration.ZERO, List.of(new Attempt(Instant.EPOCH, RS1, refusal)), false);
        accepted.get(0).fail(refusal);
        RetriesExhaustedWithDetailsException error =
                catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
        assertThat(error.getHostnamePort(0)).isEqualTo("rs1:16020");
    }

    @Test
    void flush_severalFailed_waitsThenThrowsAll() throws Exception {
        BufferedMutator mutator = throwing();
        mutator.mutate(List.of(put("a"), put("b"), put("c"), put("d")));
        when(async.flush(any())).thenAnswer(call -> {
            accepted.get(0).fail(exhausted(new RegionTooBusyException("busy")));
            accepted.get(1).acknowledge();
            accepted.get(2).fail(exhausted(new RegionTooBusyException("busy")));
            accepted.get(3).fail(exhausted(new NotServingRegionException("moved")));
            return new FlushResult(1, 3, 0, Duration.ZERO);
        });

        RetriesExhaustedWithDetailsException error =
                catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush);
        assertThat(error)
                .hasMessageStartingWith("Failed 3 actions: RegionTooBusyException: 2 times,"
                        + " NotServingRegionException: 1 time; first: Put row 'a': ")
                .hasMessageContaining("gave up")
                .hasMessageEndingWith("servers with issues: rs1:16020");
        assertThat(error.getCauses()).hasSize(3).allMatch(RetriesExhaustedException.class::isInstance);
        assertThat(error.getCause(2)).hasCauseInstanceOf(NotServingRegionException.class);
        assertThat(error.getRow(1).getRow()).isEqualTo(Bytes.toBytes("c"));
        assertThat(error.getHostnamePort(2)).isEqualTo("rs1:16020");
        assertThat(error.mayHaveClusterIssues()).isTrue();
        assertThat(error.mayHaveBeenApplied()).isTrue();
        assertThat(error.getExhaustiveDescription())
                .contains("#0 'a' from rs1:16020", "#1 'c'", "#2 'd'", "NotServingRegionException: moved");
    }

    @Test
    void listener_given_isToldAndNothingThrown() throws Exception {
        BufferedMutator mutator = listening();
        mutator.mutate(put("bad"));
        accepted.get(0).fail(new NoSuchColumnFamilyException("no f"));
        mutator.flush();
        mutator.flush();
        mutator.close();
        assertThat(heard).hasSize(1);
        assertThat(heard.get(0).getRow(0).getRow()).isEqualTo(Bytes.toBytes("bad"));
    }

    @Test
    void listener_writesTheRowAgain_isAccepted() throws Exception {
        BufferedMutator mutator = new BufferedMutatorOverAsync(
                async,
                (error, self) -> {
                    heard.add(error);
                    assertThatCode(() -> self.mutate((Mutation) error.getRow(0)))
                            .doesNotThrowAnyException();
                },
                closed::add);
        mutator.mutate(put("bad"));
        accepted.get(0).fail(new RegionTooBusyException("busy"));
        mutator.flush();
        assertThat(heard).hasSize(1);
        assertThat(accepted).hasSize(2);
    }

    @Test
    void listener_throwsAnError_allFailuresAreReportedByTheNextCall() throws Exception {
        StackOverflowError overflow = new StackOverflowError();
        BufferedMutator mutator = new BufferedMutatorOverAsync(
                async,
                (error, self) -> {
                    heard.add(error);
                    if (heard.size() == 1) {
                        throw overflow;
                    }
                },
                closed::add);
        mutator.mutate(List.of(put("a"), put("b"), put("c")));
        RegionTooBusyException busy = new RegionTooBusyException("busy");
        accepted.get(0).fail(busy);
        accepted.get(1).fail(busy);
        accepted.get(2).callback().failed(null, busy);
        assertThatThrownBy(mutator::flush).isSameAs(overflow);
        assertThatThrownBy(mutator::flush)
                .isExactlyInstanceOf(IOException.class)
                .hasCause(busy);
        assertThat(heard)
                .extracting(RetriesExhaustedWithDetailsException::getNumExceptions)
                .containsExactly(2, 2);
        assertThatCode(mutator::flush).doesNotThrowAnyException();
    }

    @Test
    void mutate_manyTimes_allShareOneCallback() throws Exception {
        BufferedMutator mutator = throwing();
        mutator.mutate(put("a"));
        mutator.mutate(List.of(put("b"), put("c")));
        assertThat(accepted)
                .extracting(Accepted::callback)
                .hasSize(3)
                .containsOnly(accepted.get(0).callback());
    }

    @Test
    void flush_failureWithoutName_throwsItOnce() throws Exception {
        BufferedMutator mutator = throwing();
        mutator.mutate(put("a"));
        RegionTooBusyException busy = new RegionTooBusyException("busy");
        accepted.get(0).callback().failed(null, busy);
        assertThatThrownBy(mutator::flush)
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("cannot be named")
                .hasMessageContaining("busy")
                .hasCause(busy);
        assertThatCode(mutator::flush).doesNotThrowAnyException();
    }

    @Test
    void flush_failuresWithAndWithoutName_reportsBoth() throws Exception {
        BufferedMutator listening = listening();
        listening.mutate(List.of(put("a"), put("b")));
        RegionTooBusyException busy = new RegionTooBusyException("busy");
        accepted.get(0).callback().failed(null, busy);
        accepted.get(1).fail(new NoSuchColumnFamilyException("no f"));
        assertThatThrownBy(listening::flush).hasCause(busy);
        assertThat(heard).hasSize(1);

        BufferedMutator throwing = throwing();
        throwing.mutate(List.of(put("a"), put("b")));
        accepted.get(2).callback().failed(null, busy);
        accepted.get(3).fail(new NoSuchColumnFamilyException("no f"));
        assertThatThrownBy(throwing::flush)
                .isInstanceOf(RetriesExhaustedWithDetailsException.class)
                .satisfies(error -> assertThat(error.getSuppressed())
                        .singleElement()
                        .satisfies(other -> assertThat(other).hasCause(busy)));
    }

    @Test
    void mutate_notAccepted_throwsThatAndReportsNoRow() throws Exception {
        BufferedMutator mutator = throwing();
        for (IOException refusal :
                List.of(new BufferFullException("No room"), new InterruptedIOException("interrupted"))) {
            next.add(Optional.of(refusal));
            assertThatThrownBy(() -> mutator.mutate(put("a"))).isSameAs(refusal);
        }
        assertThatCode(mutator::flush).doesNotThrowAnyException();
    }

    @Test
    void mutateList_someNotAccepted_namesThem() {
        BufferedMutator mutator = throwing();
        next.add(Optional.empty());
        next.add(Optional.of(new BufferFullException("No room")));
        RetriesExhaustedWithDetailsException error = catchThrowableOfType(
                RetriesExhaustedWithDetailsException.class, () -> mutator.mutate(List.of(put("a"), put("b"))));
        assertThat(error.getNumExceptions()).isEqualTo(1);
        assertThat(error.getRow(0).getRow()).isEqualTo(Bytes.toBytes("b"));
        assertThat(error.getCause(0)).isInstanceOf(BufferFullException.class);
        assertThat(error.mayHaveBeenApplied()).isFalse();
    }

    @Test
    void mutateList_noneAccepted_throwsWhy() {
        BufferedMutator mutator = throwing();
        BufferFullException first = new BufferFullException("No room");
        next.add(Optional.of(first));
        next.add(Optional.of(new BufferFullException("No room")));
        assertThatThrownBy(() -> mutator.mutate(List.of(put("a"), put("b")))).isSameAs(first);
        assertThatCode(mutator::close).doesNotThrowAnyException();
    }

    @Test
    void closed_eachCallButClose_throwsIllegalStateAsHBases() throws Exception {
        BufferedMutator mutator = throwing();
        mutator.close();
        for (int i = 0; i < 2; i++) {
            next.add(Optional.of(new MutatorClosedException("of t")));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> mutator.mutate(put("a")))
                .withMessageContaining("of t")
                .withCauseInstanceOf(MutatorClosedException.class);
        assertThatIllegalStateException().isThrownBy(() -> mutator.mutate(List.of(put("a"))));
        assertThatIllegalStateException().isThrownBy(mutator::flush);
        assertThatCode(mutator::close).doesNotThrowAnyException();
    }

    @Test
    void configure_bufferOfNothing_sendsEachMutationAtOnce() {
        AsyncBufferedMutatorBuilder builder = mock(AsyncBufferedMutatorBuilder.class);
        BufferedMutatorOverAsync.configure(
                builder, new BufferedMutatorParams(TableName.valueOf("t")).writeBufferSize(0));
        verify(builder).setWriteBufferSize(1);
    }

    @Test
    void close_unacknowledged_closesAndThrows() throws Exception {
        BufferedMutator mutator = throwing();
        mutator.mutate(put("a"));
        doAnswer(call -> {
                    accepted.get(0).fail(new MutatorClosedException("not acknowledged"));
                    return null;
                })
                .doNothing()
                .when(async)
                .close();
        assertThatThrownBy(mutator::close)
                .isInstanceOf(RetriesExhaustedWithDetailsException.class)
                .hasMessageContaining("MutatorClosedException: 1 time")
                .hasMessageContaining("'a'");
        assertThat(closed).containsExactly(mutator);
        verify(async).close();
        assertThatCode(mutator::close).doesNotThrowAnyException();
    }

    @Test
    void flush_interrupted_throwsAndKeepsTheFlag() throws Exception {
        BufferedMutator mutator = throwing();
        when(async.flush(any())).thenThrow(new InterruptedException());
        assertThatThrownBy(mutator::flush).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void close_interrupted_throwsAndKeepsTheFlag() {
        BufferedMutator mutator = throwing();
        doAnswer(call -> {
                    Thread.currentThread().interrupt();
                    return null;
                })
                .when(async)
                .close();
        assertThatThrownBy(mutator::close).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(closed).containsExactly(mutator);
    }

    @Test
    void params_set_goToTheBuilder() {
        AsyncBufferedMutatorBuilder builder = mock(AsyncBufferedMutatorBuilder.class);
        BufferedMutatorParams params = new BufferedMutatorParams(TableName.valueOf("t"))
                .writeBufferSize(1)
                .setWriteBufferPeriodicFlushTimeoutMs(0)
                .maxKeyValueSize(3)
                .rpcTimeout(4)
                .operationTimeout(5)
                .setMaxMutations(6)
                .setRequestAttribute("k", new byte[] {7});
        BufferedMutatorOverAsync.configure(builder, params);
        verify(builder).setWriteBufferSize(1);
        verify(builder).setWriteBufferPeriodicFlush(0, TimeUnit.MILLISECONDS);
        verify(builder).setMaxKeyValueSize(3);
        verify(builder).setRpcTimeout(4, TimeUnit.MILLISECONDS);
        verify(builder).setOperationTimeout(5, TimeUnit.MILLISECONDS);
        verify(builder).setMaxMutations(6);
        verify(builder).setRequestAttributes(params.getRequestAttributes());
    }

    @Test
    void params_notSet_keepTheDefaults() {
        AsyncBufferedMutatorBuilder builder = mock(AsyncBufferedMutatorBuilder.class);
        BufferedMutatorOverAsync.configure(builder, new BufferedMutatorParams(TableName.valueOf("t")));
        verify(builder).setRequestAttributes(any());
        verifyNoMoreInteractions(builder);
    }

    @Test
    void params_clone_isIndependent() {
        BufferedMutator.ExceptionListener listener = (error, mutator) -> heard.add(error);
        BufferedMutatorParams params = new BufferedMutatorParams(TableName.valueOf("t"))
                .writeBufferSize(17)
                .listener(listener)
                .setRequestAttribute("a", new byte[] {1});
        BufferedMutatorParams copy = params.clone();
        params.writeBufferSize(18).setRequestAttribute("b", new byte[] {2});
        assertThat(copy.getTableName()).isEqualTo(TableName.valueOf("t"));
        assertThat(copy.getWriteBufferSize()).isEqualTo(17);
        assertThat(copy.getListener()).isSameAs(listener);
        assertThat(copy.getRequestAttributes()).containsOnlyKeys("a");
    }
}
