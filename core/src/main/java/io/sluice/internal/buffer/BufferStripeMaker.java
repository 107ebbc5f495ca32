package io.sluice.internal.buffer;

import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.pace.RowClock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the buffers of one mutator.
 *
 * @param stamps gives mutations their timestamps, or null
 * @param send sends a batch that was swapped out
 */
record BufferStripeMaker(
        WriteEngine engine,
        TableName table,
        MutatorSettings settings,
        TableNumbers numbers,
        @Nullable RowClock stamps,
        Consumer<Batch> send)
        implements BufferStripes.Maker {

    @Override
    public BufferStripe make(Runnable crowded, Runnable aged) {
        WriteEngine.Parts parts = engine.parts();
        WriteBuffer buffer = new WriteBuffer(
                table,
                parts.allocator(),
                parts.budget(),
                parts.clock(),
                new WriteBuffer.Trigger(settings.writeBufferBytes(), settings.maxMutations()));
        buffer.prepareBy(new BatchPreparation(
                () -> parts.locator().regions(table), stamps, parts.clock(), numbers, engine.tracer()));
        Consumer<Batch> sending = batch -> {
            buffer.forgetWhenSettled(batch);
            send.accept(batch);
        };
        FlushTimer flushTimer = new FlushTimer(
                buffer,
                parts.timer(),
                parts.clock(),
                settings.periodicFlushNanos(),
                sending.andThen(batch -> aged.run()));
        Intake intake =
                new Intake(buffer, flushTimer, parts.budget(), sending, new Intake.Pressure(engine::flushAll, crowded));
        return new BufferStripe(buffer, intake, sending);
    }
}
