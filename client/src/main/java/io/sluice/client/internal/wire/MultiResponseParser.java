package io.sluice.client.internal.wire;

import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.batch.ServerBatchResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code MultiResponse} of Client.proto: the outcome of each mutation of a request.
 *
 * <p>Results of regions come in the order of the slices. Inside a slice the server answers in the order of the rows, so
 * only the index identifies the mutation; in an atomic slice all mutations have the same outcome. Results of Increment and
 * Append are ignored. Creates objects only for mutations that failed. For one thread.
 */
public final class MultiResponseParser {
    // Client.proto, MultiResponse
    private static final int MULTI_RESULT = 1;
    private static final int MULTI_STATISTICS = 3;

    // Client.proto, RegionActionResult
    private static final int REGION_RESULT_ACTION = 1;
    private static final int REGION_RESULT_EXCEPTION = 2;
    private static final int REGION_RESULT_PROCESSED = 3;

    // Client.proto, ResultOrException
    private static final int ACTION_RESULT_INDEX = 1;
    private static final int ACTION_RESULT_EXCEPTION = 3;

    // Client.proto, MultiRegionLoadStats
    private static final int STATISTICS_LOAD = 2;

    // Client.proto, RegionLoadStats
    private static final int LOAD_MEMSTORE = 1;
    private static final int LOAD_HEAP = 2;
    private static final int LOAD_COMPACTION = 3;

    /** HBase's client ignores a heap occupancy below the first, and backs off completely from the second on. */
    private static final int HEAP_LOW = 95;

    private static final int HEAP_HIGH = 98;
    private static final int HEAP_LOW_PRESSURE = 10;
    private static final int FULL = 100;

    /** Mutations of a region that have a result. */
    private final BitSet seen = new BitSet();

    private @Nullable Throwable @Nullable [] errors;
    private @Nullable IOException noResult;
    /** The latest error of an answer and where its bytes are, since thousands of mutations may fail with the same one. */
    private @Nullable IOException lastError;

    private int lastErrorStart;
    private int lastErrorLength;

    /**
     * Reads an answer.
     *
     * @param reader at the beginning of the message
     * @throws MalformedMessageException if the answer does not fit the request; then none of it can be relied on
     */
    public ServerBatchResult parse(ProtoReader reader, ServerBatch request) throws MalformedMessageException {
        // A malformed answer may have left these behind.
        errors = null;
        noResult = null;
        lastError = null;
        List<Slice> slices = request.slices();
        int answered = 0;
        int pressure = 0;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            if (field == MULTI_STATISTICS) {
                pressure = Math.max(pressure, readPressure(reader));
                continue;
            }
            if (field != MULTI_RESULT) {
                reader.skip();
                continue;
            }
            if (answered == slices.size()) {
                throw new MalformedMessageException(
                        "Malformed answer: more than the " + slices.size() + " results of regions asked for");
            }
            int outer = reader.enter();
            readRegion(reader, request, slices.get(answered++));
            reader.leave(outer);
        }
        if (answered != slices.size()) {
            throw new MalformedMessageException(
                    "Malformed answer: " + answered + " results of regions where " + slices.size() + " were asked for");
        }
        return finish().withPressure(pressure);
    }

    private ServerBatchResult finish() {
        @Nullable Throwable[] all = errors;
        if (all == null) {
            return ServerBatchResult.acknowledged();
        }
        errors = null;
        return ServerBatchResult.answered(all);
    }

    private void readRegion(ProtoReader reader, ServerBatch request, Slice slice) throws MalformedMessageException {
        int mutations = slice.to() - slice.from();
        seen.clear();
        boolean processed = false;
        IOException regionError = null;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case REGION_RESULT_ACTION -> {
                    int outer = reader.enter();
                    readAction(reader, request, slice);
                    reader.leave(outer);
                }
                case REGION_RESULT_EXCEPTION -> regionError = readError(reader);
                case REGION_RESULT_PROCESSED -> processed = reader.bool();
                default -> reader.skip();
            }
        }
        if (regionError != null) {
            Arrays.fill(errors(request), slice.from(), slice.to(), regionError);
        } else if (seen.cardinality() < mutations && !(slice.atomic() && processed)) {
            failUnseen(request, slice);
        }
    }

    private void readAction(ProtoReader reader, ServerBatch request, Slice slice) throws MalformedMessageException {
        long index = 0;
        IOException error = null;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case ACTION_RESULT_INDEX -> index = reader.varint();
                case ACTION_RESULT_EXCEPTION -> error = readError(reader);
                default -> reader.skip();
            }
        }
        int mutations = slice.to() - slice.from();
        int position = slice.atomic() ? 0 : (int) Math.min(index & Long.MAX_VALUE, Integer.MAX_VALUE);
        if (position >= mutations) {
            throw new MalformedMessageException("Malformed answer: result of mutation " + Long.toUnsignedString(index)
                    + " of a region with " + mutations);
        }
        if (error != null) {
            errors(request)[slice.from() + position] = error;
        }
        seen.set(position);
    }

    /** Reads a {@code NameBytesPair}. */
    private IOException readError(ProtoReader reader) throws MalformedMessageException {
        int outer = reader.enter();
        int length = reader.remaining();
        IOException error = lastError;
        if (error == null || length != lastErrorLength || !reader.repeats(lastErrorStart, length)) {
            error = RemoteErrors.inBody(
                    reader.firstLine(ProtoWriter.PAIR_NAME), reader.firstLine(ProtoWriter.PAIR_VALUE));
            lastError = error;
            lastErrorStart = reader.position();
            lastErrorLength = length;
        }
        reader.leave(outer);
        return error;
    }

    private @Nullable Throwable[] errors(ServerBatch request) {
        @Nullable Throwable[] all = errors;
        if (all == null) {
            all = new Throwable[request.mutationCount()];
            errors = all;
        }
        return all;
    }

    private void failUnseen(ServerBatch request, Slice slice) {
        if (noResult == null) {
            noResult = new IOException(
                    "no result: the server answered the request without a word on this mutation, which may have been"
                            + " applied");
        }
        int mutations = slice.to() - slice.from();
        for (int i = seen.nextClearBit(0); i < mutations; i = seen.nextClearBit(i + 1)) {
            errors(request)[slice.from() + i] = noResult;
        }
    }

    /**
     * Reads {@code MultiRegionLoadStats}, which is empty unless the server's {@code hbase.client.backpressure.enabled} is true.
     *
     * @return the highest pressure of any region in percent: of its memstore, the server's heap, or compactions
     */
    private static int readPressure(ProtoReader reader) throws MalformedMessageException {
        int most = 0;
        int outer = reader.enter();
        while (reader.seek(STATISTICS_LOAD)) {
            int region = reader.enter();
            most = Math.max(most, readRegionPressure(reader));
            reader.leave(region);
        }
        reader.leave(outer);
        return most;
    }

    private static int readRegionPressure(ProtoReader reader) throws MalformedMessageException {
        int most = 0;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case LOAD_MEMSTORE, LOAD_COMPACTION -> most = Math.max(most, percent(reader.varint()));
                case LOAD_HEAP -> most = Math.max(most, ofHeap(percent(reader.varint())));
                default -> reader.skip();
            }
        }
        return most;
    }

    private static int percent(long value) {
        return (int) Math.max(0, Math.min(FULL, value));
    }

    private static int ofHeap(int percent) {
        if (percent < HEAP_LOW) {
            return 0;
        }
        int above = Math.min(percent, HEAP_HIGH) - HEAP_LOW;
        return HEAP_LOW_PRESSURE + (FULL - HEAP_LOW_PRESSURE) * above / (HEAP_HIGH - HEAP_LOW);
    }
}
