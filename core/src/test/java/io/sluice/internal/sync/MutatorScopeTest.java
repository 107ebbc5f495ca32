package io.sluice.internal.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.BufferFullException;
import io.sluice.Bytes;
import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.MutationScope;
import io.sluice.Put;
import io.sluice.RegionTooBusyException;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.retry.SharedCallback;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MutatorScopeTest {
    private final FakeWriter writer = new FakeWriter();
    private final MutationScope scope = new MutatorScope(writer);

    private record Written(Row row, SharedCallback callback) {}

    /** Settles when told to, or on flush. */
    private static final class FakeWriter implements ScopeWriter {
        private final List<Written> written = new ArrayList<>();
        private int flushes;
        private boolean network;
        private boolean settleOnFlush = true;
        private @Nullable Throwable error;
        private boolean nameless;
        private @Nullable IOException refusal;

        @Override
        public void checkAll(List<? extends Mutation> mutations) {
            if (mutations.stream().anyMatch(Mutation::isEmpty)) {
                throw new IllegalArgumentException("empty");
            }
        }

        @Override
        public synchronized void write(Row row, MutationCallback callback) throws IOException {
            if (refusal != null) {
                throw refusal;
            }
            written.add(new Written(row, (SharedCallback) callback));
        }

        @Override
        public synchronized void flush() {
            flushes++;
            if (settleOnFlush) {
                settleAll();
            }
        }

        synchronized void settleAll() {
            List<Written> settled = new ArrayList<>(written);
            written.clear();
            for (Written one : settled) {
                if (error != null) {
                    one.callback().failed(nameless ? null : one.row(), error);
                }
                one.callback().settled(error);
            }
        }

        synchronized int flushes() {
            return flushes;
        }

        @Override
        public boolean onNetworkThread() {
            return network;
        }
    }

    private static Put put(String row) {
        return new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("v"));
    }

    @Test
    void close_allAcknowledged_returns() throws Exception {
        scope.mutate(put("a"));
        scope.mutate(List.of(put("b"), put("c")));
        scope.mutate(RowMutations.of(List.of(put("d"))));
        scope.close();
        assertThat(writer.flushes).isEqualTo(1);
        assertThat(writer.written).isEmpty();
    }

    @Test
    void close_nothingWritten_doesNotFlush() throws Exception {
        scope.close();
        assertThat(writer.flushes).isZero();
    }

    @Test
    void join_counts_sinceTheLastOne() throws Exception {
        scope.mutate(List.of(put("a"), put("b")));
        assertThat(scope.join()).isEqualTo(2);
        scope.mutate(put("c"));
        assertThat(scope.join()).isEqualTo(1);
        assertThat(scope.join()).isZero();
    }

    @Test
    void close_someFailed_throwsAllOfThemOnce() throws Exception {
        Put first = put("a");
        scope.mutate(first);
        scope.mutate(put("b"));
        writer.error = new RegionTooBusyException("busy");
        RetriesExhaustedWithDetailsException error =
                catchThrowableOfType(RetriesExhaustedWithDetailsException.class, scope::close);
        assertThat(error).hasMessageContaining("Failed 2 actions: RegionTooBusyException: 2 times");
        assertThat(error.getRow(0).getRow()).isEqualTo(first.getRow());
        scope.close();
    }

    @Test
    void join_failureWithoutName_throwsItOnce() throws Exception {
        scope.mutate(put("a"));
        RegionTooBusyException busy = new RegionTooBusyException("busy");
        writer.error = busy;
        writer.nameless = true;
        assertThatThrownBy(scope::join)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be named")
                .hasCause(busy);
        assertThat(scope.join()).isZero();
    }

    @Test
    void mutate_notAccepted_throwsThatAndIsNotWaitedFor() throws Exception {
        IOException refusal = new BufferFullException("No room");
        writer.refusal = refusal;
        assertThatThrownBy(() -> scope.mutate(put("a"))).isSameAs(refusal);
        scope.close();
    }

    @Test
    void mutateList_oneNotAcceptable_writesNone() throws Exception {
        assertThatThrownBy(() -> scope.mutate(List.of(put("a"), new Put(Bytes.toBytes("b")))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(writer.written).isEmpty();
        scope.close();
    }

    @Test
    void mutate_afterClose_refused() throws Exception {
        scope.close();
        assertThatIllegalStateException().isThrownBy(() -> scope.mutate(put("a")));
        assertThat(scope.join()).isZero();
    }

    @Test
    void join_onANetworkThread_throwsInsteadOfWaiting() throws Exception {
        scope.mutate(put("a"));
        writer.network = true;
        assertThatThrownBy(scope::join).isInstanceOf(IOException.class).hasMessageContaining("network thread");
        writer.network = false;
        assertThat(scope.join()).isEqualTo(1);
    }

    @Test
    void join_interrupted_throwsAndKeepsTheFlag() throws Exception {
        writer.settleOnFlush = false;
        scope.mutate(put("a"));
        Thread.currentThread().interrupt();
        assertThatThrownBy(scope::join).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        writer.settleAll();
        assertThat(scope.join()).isEqualTo(1);
    }

    /** Without the flush of who writes while another joins, nothing would send that mutation. */
    @Test
    void join_anotherWritesMeanwhile_waitsForItToo() throws Exception {
        writer.settleOnFlush = false;
        scope.mutate(put("a"));
        CompletableFuture<Long> joined = new CompletableFuture<>();
        Thread joiner = new Thread(() -> {
            try {
                joined.complete(scope.join());
            } catch (IOException e) {
                joined.completeExceptionally(e);
            }
        });
        joiner.start();
        long giveUp = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (writer.flushes() == 0 && System.nanoTime() - giveUp < 0) {
            Thread.onSpinWait();
        }
        scope.mutate(put("b"));
        assertThat(writer.flushes()).isEqualTo(2);
        assertThat(joined).isNotDone();
        writer.settleAll();
        assertThat(joined.get(1, TimeUnit.MINUTES)).isEqualTo(2);
    }
}
