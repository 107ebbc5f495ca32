package io.sluice.internal.buffer;

import io.sluice.internal.batch.Batch;
import java.util.function.Consumer;

/**
 * One of a mutator's buffers.
 *
 * @param intake the way into it
 * @param send sends a batch that was taken out of it
 */
record BufferStripe(WriteBuffer buffer, Intake intake, Consumer<Batch> send) {}
