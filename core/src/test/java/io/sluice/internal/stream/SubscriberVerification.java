package io.sluice.internal.stream;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.internal.buffer.LiveEngine;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;

/** What the rules of reactive streams ask of a subscriber; TestNG runs it, see {@link ReactiveStreamsTest}. */
public final class SubscriberVerification extends FlowSubscriberBlackboxVerification<Mutation> {
    private static final int PREFETCH = 4;

    private final LiveEngine engine = new LiveEngine(1 << 20);
    private final AsyncBufferedMutator mutator = engine.builder().build();

    public SubscriberVerification() {
        super(new TestEnvironment(1_000));
    }

    @AfterClass
    public void closeEngine() {
        engine.close();
    }

    @Override
    public Flow.Subscriber<Mutation> createFlowSubscriber() {
        return mutator.asSubscriber(PREFETCH);
    }

    @Override
    public Mutation createElement(int element) {
        return new Put(Bytes.toBytes(element)).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("v"));
    }
}
