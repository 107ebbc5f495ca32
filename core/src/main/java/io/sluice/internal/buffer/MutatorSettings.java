package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.internal.batch.DispatchSettings;
import java.time.Duration;

/**
 * The settings of one mutator.
 *
 * @param buffer when the buffer is sent
 * @param maxKeyValueBytes largest serialized cell accepted
 * @param backpressure what happens when the budget is used up
 * @param closeTimeout how long {@code close()} waits
 * @param clientTimestamps whether cells without a timestamp get one here
 * @param maxBuffers how many buffers may fill at the same time, a power of two
 * @param dispatch how batches are sent
 */
record MutatorSettings(
        WriteBuffer.Settings buffer,
        int maxKeyValueBytes,
        Backpressure backpressure,
        Duration closeTimeout,
        boolean clientTimestamps,
        int maxBuffers,
        DispatchSettings dispatch) {}
