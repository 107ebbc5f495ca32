package io.sluice.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Bytes;
import io.sluice.MutationSubscriber;
import io.sluice.Put;
import io.sluice.RegionTooBusyException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow.Subscription;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

class SinkSubscriberTest {
    private final FakeSink sink = new FakeSink();
    private final Source source = new Source();

    /** Counts what is asked of it. */
    private static final class Source implements Subscription {
        private long requested;
        private int requests;
        private int cancels;

        @Override
        public void request(long more) {
            requested += more;
            requests++;
        }

        @Override
        public void cancel() {
            cancels++;
        }
    }

    private MutationSubscriber subscribed(int prefetch) {
        MutationSubscriber subscriber = new SinkSubscriber(sink, prefetch);
        subscriber.onSubscribe(source);
        return subscriber;
    }

    private static Put put(String row) {
        return new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("v"));
    }

    private static void send(MutationSubscriber subscriber, int count) {
        IntStream.range(0, count).forEach(i -> subscriber.onNext(put("r" + i)));
    }

    @Test
    void demand_room_followsAcceptanceNotAcknowledgement() {
        MutationSubscriber subscriber = subscribed(100);
        assertThat(source.requested).isEqualTo(100);
        send(subscriber, 74);
        assertThat(source.requests).as("not for each").isEqualTo(1);
        send(subscriber, 1);
        assertThat(source.requested).isEqualTo(175);
        send(subscriber, 100);
        assertThat(source.requested).isEqualTo(250);
        assertThat(sink.accepted).hasSize(175);
    }

    @Test
    void demand_prefetchOne_asksForEach() {
        MutationSubscriber subscriber = subscribed(1);
        send(subscriber, 3);
        assertThat(source.requested).isEqualTo(4);
    }

    @Test
    void demand_noRoomAtTheStart_waitsForIt() {
        sink.room = 0;
        MutationSubscriber subscriber = subscribed(10);
        assertThat(source.requested).isZero();
        sink.giveRoom(1);
        assertThat(source.requested).isEqualTo(10);
        assertThat(subscriber.completion()).isNotDone();
    }

    @Test
    void demand_roomUsedUp_stopsAndHoldsWhatWasAskedFor() {
        sink.room = 4;
        MutationSubscriber subscriber = subscribed(8);
        send(subscriber, 8);
        assertThat(sink.accepted).containsExactly("r0", "r1", "r2", "r3");
        assertThat(source.requested).isEqualTo(8);

        sink.giveRoom(2);
        assertThat(sink.accepted).hasSize(6);
        assertThat(source.requested).as("two are still held").isEqualTo(8);
        sink.giveRoom(2);
        assertThat(sink.accepted).containsExactly("r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7");
        assertThat(source.requested).as("no room for more").isEqualTo(8);
        sink.giveRoom(1);
        assertThat(source.requested).isEqualTo(16);
    }

    @Test
    void onComplete_unsettled_flushesAndCompletesWithTheLast() {
        MutationSubscriber subscriber = subscribed(10);
        send(subscriber, 2);
        subscriber.onComplete();
        assertThat(sink.flushes).isEqualTo(1);
        sink.settle(null);
        assertThat(subscriber.completion()).isNotDone();
        sink.settle(null);
        assertThat(subscriber.completion()).isCompletedWithValue(2L);
        assertThat(source.cancels).isZero();
    }

    @Test
    void onComplete_nothingReceived_completes() {
        MutationSubscriber subscriber = subscribed(10);
        subscriber.onComplete();
        assertThat(subscriber.completion()).isCompletedWithValue(0L);
    }

    @Test
    void onComplete_someHeldForRoom_writesThemFirst() {
        sink.room = 1;
        MutationSubscriber subscriber = subscribed(3);
        send(subscriber, 3);
        subscriber.onComplete();
        assertThat(sink.flushes).isZero();
        sink.acknowledgeAll();
        sink.giveRoom(2);
        assertThat(sink.flushes).isEqualTo(1);
        sink.acknowledgeAll();
        assertThat(subscriber.completion()).isCompletedWithValue(3L);
    }

    @Test
    void onError_unsettled_writesThemAndFailsWithIt() {
        MutationSubscriber subscriber = subscribed(10);
        send(subscriber, 2);
        IllegalStateException error = new IllegalStateException("source broke");
        subscriber.onError(error);
        assertThat(sink.flushes).isEqualTo(1);
        assertThat(subscriber.completion()).isNotDone();
        sink.acknowledgeAll();
        assertThatThrownBy(() -> subscriber.completion().join()).hasCause(error);
        assertThat(source.cancels).isZero();
    }

    @Test
    void mutation_failed_cancelsOnceAndFailsWhenTheRestHasSettled() {
        MutationSubscriber subscriber = subscribed(10);
        send(subscriber, 15);
        RegionTooBusyException error = new RegionTooBusyException("busy");
        RegionTooBusyException other = new RegionTooBusyException("busy too");
        sink.settle(error);
        sink.settle(error);
        sink.settle(other);
        assertThat(source.cancels).isEqualTo(1);
        assertThat(sink.flushes).isEqualTo(1);
        assertThat(subscriber.completion()).isNotDone();
        long requested = source.requested;
        send(subscriber, 2); // Was on its way when the cancellation went out.
        assertThat(source.requested).isEqualTo(requested);
        assertThat(sink.flushes).isEqualTo(3);
        sink.acknowledgeAll();
        assertThat(sink.accepted).hasSize(17);
        assertThatThrownBy(() -> subscriber.completion().join()).hasCause(error);
        assertThat(error.getSuppressed()).containsExactly(other);
    }

    @Test
    void mutation_manyFailures_suppressesFew() {
        MutationSubscriber subscriber = subscribed(100);
        send(subscriber, 50);
        RegionTooBusyException first = new RegionTooBusyException("first");
        sink.settle(first);
        for (int i = 0; i < 49; i++) {
            sink.settle(new RegionTooBusyException("busy"));
        }
        assertThat(subscriber.completion()).isCompletedExceptionally();
        assertThat(first.getSuppressed()).hasSize(10);
    }

    @Test
    void mutation_thatCanNeverBeWritten_cancelsAndFails() {
        MutationSubscriber subscriber = subscribed(4);
        subscriber.onNext(put("a"));
        subscriber.onNext(new Put(Bytes.toBytes("empty")));
        assertThat(source.cancels).isEqualTo(1);
        sink.acknowledgeAll();
        assertThatThrownBy(() -> subscriber.completion().join()).hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mutation_afterCompletion_isIgnored() {
        MutationSubscriber subscriber = subscribed(4);
        subscriber.cancel();
        assertThat(subscriber.completion()).isCompletedExceptionally();
        send(subscriber, 1);
        assertThat(sink.accepted).isEmpty();
    }

    @Test
    void cancel_unsettled_writesThemAndSaysSo() {
        MutationSubscriber subscriber = subscribed(4);
        send(subscriber, 1);
        subscriber.cancel();
        subscriber.cancel();
        assertThat(source.cancels).isEqualTo(1);
        assertThat(subscriber.completion()).isNotDone();
        sink.acknowledgeAll();
        assertThatThrownBy(() -> subscriber.completion().join()).isInstanceOf(CancellationException.class);
    }

    @Test
    void cancel_beforeTheSubscription_cancelsItWhenItComes() {
        MutationSubscriber subscriber = new SinkSubscriber(sink, 4);
        subscriber.cancel();
        subscriber.onSubscribe(source);
        assertThat(source.cancels).isEqualTo(1);
        assertThat(source.requested).isZero();
    }

    @Test
    void onSubscribe_second_isCancelled() {
        MutationSubscriber subscriber = subscribed(4);
        Source second = new Source();
        subscriber.onSubscribe(second);
        assertThat(second.cancels).isEqualTo(1);
        assertThat(second.requested).isZero();
        assertThat(source.cancels).isZero();
    }

    @Test
    void completion_completedByItsUser_hasNoEffect() {
        MutationSubscriber subscriber = subscribed(4);
        assertThat(subscriber.completion().cancel(true)).isTrue();
        subscriber.onComplete();
        assertThat(subscriber.completion()).isCompletedWithValue(0L);
    }

    /** A source that sends inside request, as many do; the stack must not grow with the stream. */
    @Test
    void request_answeredAtOnce_doesNotRecur() {
        int total = 100_000;
        MutationSubscriber subscriber = new SinkSubscriber(sink, 2);
        subscriber.onSubscribe(new Subscription() {
            private int sent;

            @Override
            public void request(long more) {
                for (long i = 0; i < more && sent < total; i++) {
                    subscriber.onNext(put("r"));
                    if (++sent == total) {
                        subscriber.onComplete();
                    }
                }
            }

            @Override
            public void cancel() {
                throw new AssertionError("cancelled");
            }
        });
        sink.acknowledgeAll();
        assertThat(subscriber.completion()).isCompletedWithValue((long) total);
    }

    @Test
    @NullUnmarked
    void arguments_bad_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SinkSubscriber(sink, 0))
                .withMessageContaining("0");
        MutationSubscriber subscriber = subscribed(1);
        assertThatNullPointerException().isThrownBy(() -> subscriber.onNext(null));
        assertThatNullPointerException().isThrownBy(() -> subscriber.onError(null));
        assertThatNullPointerException().isThrownBy(() -> subscriber.onSubscribe(null));
    }
}
