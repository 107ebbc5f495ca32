package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.HConstants;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras.Part;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatch.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code MultiRequest} of Client.proto for one request: the constructor measures it, then it is written. The frame checks that
 * both passes give the same size. The cells follow the message.
 */
final class MultiMessage {
    // Client.proto, MultiRequest
    private static final int MULTI_REGION_ACTION = 1;
    private static final int MULTI_NONCE_GROUP = 2;

    // Client.proto, RegionAction
    private static final int REGION_ACTION_REGION = 1;
    private static final int REGION_ACTION_ATOMIC = 2;
    private static final int REGION_ACTION_ACTION = 3;

    // HBase.proto, RegionSpecifier
    private static final int SPECIFIER_TYPE = 1;
    private static final int SPECIFIER_VALUE = 2;
    private static final int SPECIFIER_TYPE_REGION_NAME = 1;

    // Client.proto, Action
    private static final int ACTION_INDEX = 1;
    private static final int ACTION_MUTATION = 2;

    private static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private final ServerBatch request;
    private final Batch batch;
    private final long nonceGroup;
    private final MutationMessage mutation;
    private final int[] regionActionSizes;
    private final int size;
    private final int cellBytes;
    private boolean nonces;
    private int priority = HConstants.PRIORITY_UNSET;
    /** Means nothing: it keeps the compiler from dropping the reads that bring the names into the cache. */
    @SuppressWarnings("UnusedVariable")
    private int lastBytes;

    /** Bytes of the cells of the slices measured so far. */
    private long measuredCellBytes;

    /** Adjacent cells that have not been copied yet. */
    private byte @Nullable [] copied;

    private int copiedFrom;
    private int copiedTo;

    /** @param nonceGroup number of this client, or 0 to send no nonces */
    MultiMessage(ServerBatch request, long nonceGroup) {
        this.request = request;
        this.batch = request.batch();
        this.nonceGroup = nonceGroup;
        mutation = new MutationMessage(nonceGroup != 0);
        List<Slice> slices = request.slices();
        regionActionSizes = new int[slices.size()];
        // First only the names, at both ends: the regions of a large table are far apart in memory, and the processor
        // fetches several at a time if nothing else happens between.
        for (int i = 0; i < regionActionSizes.length; i++) {
            byte[] name = slices.get(i).region().regionName();
            regionActionSizes[i] = name.length;
            lastBytes ^= name.length == 0 ? 0 : name[name.length - 1];
        }
        long total = 0;
        int position = 0;
        for (int i = 0; i < regionActionSizes.length; i++) {
            Slice slice = slices.get(i);
            requireNext(slice, position);
            position = slice.to();
            regionActionSizes[i] = checked(regionActionSize(slice, regionActionSizes[i]));
            total += 1L + ProtoWriter.size(regionActionSizes[i]) + regionActionSizes[i];
        }
        if (position != request.mutationCount()) {
            throw new IllegalStateException(
                    "slices of " + position + " positions in a request of " + request.mutationCount());
        }
        size = checked(nonces ? total + ProtoWriter.fieldSize(nonceGroup) : total);
        cellBytes = checked(measuredCellBytes);
    }

    int messageSize() {
        return size;
    }

    int cellBytes() {
        return cellBytes;
    }

    /** The highest priority of the mutations. */
    int priority() {
        return priority;
    }

    void writeMessage(ProtoWriter out) {
        List<Slice> slices = request.slices();
        for (int i = 0; i < regionActionSizes.length; i++) {
            out.delimiter(MULTI_REGION_ACTION, regionActionSizes[i]);
            writeRegionAction(slices.get(i), out);
        }
        if (nonces) {
            out.number(MULTI_NONCE_GROUP, nonceGroup);
        }
    }

    /**
     * Copies the cells in exactly the order of the mutations in the message: the server assigns them by counting. Adjacent
     * entries of a block are copied at once.
     */
    void writeCells(ByteBuf out) {
        int count = request.mutationCount();
        for (int position = 0; position < count; position++) {
            int entry = request.mutation(position);
            if (batch.kind(entry) == MutationKind.ROW_MUTATIONS) {
                copyParts(entry, out);
            } else if (batch.cellCount(entry) > 0) {
                copy(batch.array(entry), batch.offset(entry), batch.length(entry), out);
            }
        }
        flushCopy(out);
    }

    private void copyParts(int entry, ByteBuf out) {
        byte[] bytes = batch.array(entry);
        int at = batch.offset(entry);
        for (Part part : batch.extras(entry).parts()) {
            if (part.cellCount() > 0) {
                copy(bytes, at, part.length(), out);
            }
            at += part.length();
        }
    }

    private void copy(byte[] bytes, int offset, int length, ByteBuf out) {
        if (bytes == copied && offset == copiedTo) {
            copiedTo += length;
            return;
        }
        flushCopy(out);
        copied = bytes;
        copiedFrom = offset;
        copiedTo = offset + length;
    }

    private void flushCopy(ByteBuf out) {
        if (copied != null) {
            out.writeBytes(copied, copiedFrom, copiedTo - copiedFrom);
        }
    }

    /** Bytes of the cells of an entry, without the bytes of parts that have no cells. */
    private int cellBytes(int entry) {
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            return batch.cellCount(entry) == 0 ? 0 : batch.length(entry);
        }
        long all = 0;
        int bytes = 0;
        for (Part part : batch.extras(entry).parts()) {
            all += part.length();
            bytes += part.cellCount() == 0 ? 0 : part.length();
        }
        if (all != batch.length(entry)) {
            throw new IllegalStateException(
                    "parts of " + all + " bytes in an atomic entry of " + batch.length(entry) + " bytes");
        }
        return bytes;
    }

    private static void requireNext(Slice slice, int position) {
        if (slice.from() != position || slice.to() < slice.from()) {
            throw new IllegalStateException("slice " + slice.from() + ".." + slice.to() + " at position " + position);
        }
        if (slice.atomic() && slice.to() != slice.from() + 1) {
            throw new IllegalStateException("atomic slice of " + (slice.to() - slice.from()) + " entries");
        }
    }

    private static int checked(long bytes) {
        if (bytes > MAX_BYTES) {
            throw new IllegalStateException("a request of " + bytes + " bytes; at most " + MAX_BYTES + " are possible");
        }
        return (int) bytes;
    }

    private long regionActionSize(Slice slice, int nameLength) {
        long bytes = ProtoWriter.delimitedSize(specifierSize(nameLength));
        if (slice.atomic()) {
            bytes += 2;
            int entry = atomicEntry(slice);
            measuredCellBytes += cellBytes(entry);
            priority = Math.max(priority, batch.extras(entry).priority());
            List<Part> parts = batch.extras(entry).parts();
            for (int i = 0; i < parts.size(); i++) {
                mutation.pointAt(parts.get(i), batch, entry);
                bytes += actionFieldSize(i);
            }
            return bytes;
        }
        for (int position = slice.from(); position < slice.to(); position++) {
            int entry = request.mutation(position);
            mutation.pointAt(batch, entry);
            measuredCellBytes += cellBytes(entry);
            priority = Math.max(priority, mutation.priority());
            bytes += actionFieldSize(position - slice.from());
        }
        return bytes;
    }

    private void writeRegionAction(Slice slice, ProtoWriter out) {
        byte[] regionName = slice.region().regionName();
        out.delimiter(REGION_ACTION_REGION, specifierSize(regionName.length));
        out.number(SPECIFIER_TYPE, SPECIFIER_TYPE_REGION_NAME);
        out.bytes(SPECIFIER_VALUE, regionName);
        if (slice.atomic()) {
            out.number(REGION_ACTION_ATOMIC, 1);
            int entry = atomicEntry(slice);
            List<Part> parts = batch.extras(entry).parts();
            for (int i = 0; i < parts.size(); i++) {
                mutation.pointAt(parts.get(i), batch, entry);
                writeAction(i, out);
            }
            return;
        }
        for (int position = slice.from(); position < slice.to(); position++) {
            mutation.pointAt(batch, request.mutation(position));
            writeAction(position - slice.from(), out);
        }
    }

    private static int specifierSize(int nameLength) {
        return 2 + ProtoWriter.delimitedSize(nameLength);
    }

    private long actionFieldSize(int index) {
        nonces |= mutation.hasNonce();
        long actionSize = actionSize(index, checked(mutation.size()));
        return 1 + ProtoWriter.size(actionSize) + actionSize;
    }

    private static long actionSize(int index, int mutationSize) {
        return (long) ProtoWriter.fieldSize(index) + 1 + ProtoWriter.size(mutationSize) + mutationSize;
    }

    private void writeAction(int index, ProtoWriter out) {
        int mutationSize = (int) mutation.size();
        out.delimiter(REGION_ACTION_ACTION, (int) actionSize(index, mutationSize));
        out.number(ACTION_INDEX, index);
        out.delimiter(ACTION_MUTATION, mutationSize);
        mutation.write(out);
    }

    private int atomicEntry(Slice slice) {
        int entry = request.mutation(slice.from());
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            throw new IllegalStateException("a single mutation in an atomic slice");
        }
        return entry;
    }
}
