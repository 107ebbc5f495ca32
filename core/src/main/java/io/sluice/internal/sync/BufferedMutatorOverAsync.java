package io.sluice.internal.sync;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Configuration;
import io.sluice.Mutation;
import io.sluice.TableName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sluice's synchronous mutator: {@link WaitingMutator} with Sluice's mutations and exceptions. */
public final class BufferedMutatorOverAsync implements BufferedMutator {
    private final WaitableMutator mutator;
    private final WaitingMutator waiting;

    /**
     * @param mutator used by this object only, and closed with it
     * @param onClose called when this has closed, before failures are reported
     */
    public BufferedMutatorOverAsync(
            WaitableMutator mutator, ExceptionListener listener, Consumer<BufferedMutator> onClose) {
        this.mutator = mutator;
        waiting = new WaitingMutator(
                mutator,
                failures -> listener.onException(Failure.exception(failures), this),
                () -> onClose.accept(this));
    }

    /** Builds a mutator with the parameters that are set; the others are the builder's. */
    public static WaitableMutator build(AsyncBufferedMutatorBuilder builder, BufferedMutatorParams params) {
        configure(builder, params);
        return (WaitableMutator) builder.build();
    }

    /** Copies the parameters that are set to a builder; the others keep the builder's defaults. */
    static void configure(AsyncBufferedMutatorBuilder builder, BufferedMutatorParams params) {
        if (params.getWriteBufferSize() >= 0) {
            // 0 means the same as in HBase: each mutation fills the buffer.
            builder.setWriteBufferSize(Math.max(1, params.getWriteBufferSize()));
        }
        if (params.getWriteBufferPeriodicFlushTimeoutMs() >= 0) {
            builder.setWriteBufferPeriodicFlush(params.getWriteBufferPeriodicFlushTimeoutMs(), TimeUnit.MILLISECONDS);
        }
        if (params.getMaxKeyValueSize() >= 0) {
            builder.setMaxKeyValueSize(params.getMaxKeyValueSize());
        }
        if (params.getRpcTimeout() >= 0) {
            builder.setRpcTimeout(params.getRpcTimeout(), TimeUnit.MILLISECONDS);
        }
        if (params.getOperationTimeout() >= 0) {
            builder.setOperationTimeout(params.getOperationTimeout(), TimeUnit.MILLISECONDS);
        }
        if (params.getMaxMutations() >= 0) {
            builder.setMaxMutations(params.getMaxMutations());
        }
        builder.setRequestAttributes(params.getRequestAttributes());
    }

    @Override
    public TableName getName() {
        return mutator.getName();
    }

    @Override
    public Configuration getConfiguration() {
        return mutator.getConfiguration();
    }

    @Override
    public void mutate(Mutation mutation) throws IOException {
        waiting.mutate(mutation);
    }

    @Override
    public void mutate(List<? extends Mutation> mutations) throws IOException {
        waiting.mutate(mutations);
    }

    @Override
    public void flush() throws IOException {
        waiting.flush();
    }

    @Override
    public void close() throws IOException {
        waiting.close();
    }

    @Override
    public long getWriteBufferSize() {
        return mutator.getWriteBufferSize();
    }

    @Override
    public int getMaxMutations() {
        return mutator.getMaxMutations();
    }

    @Override
    public long getWriteBufferPeriodicFlushTimeoutMs() {
        return mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS);
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return mutator.getRequestAttributes();
    }
}
