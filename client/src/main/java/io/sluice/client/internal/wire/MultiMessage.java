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

/** {@code MultiRequest} of Client.proto for one request, and the cells that follow it: first the message, then its cells. */
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

    private final ServerBatch request;
    private final Batch batch;
    private final long nonceGroup;
    private final MutationMessage mutation;
    private boolean nonces;
    private int priority = HConstants.PRIORITY_UNSET;
    private long cellBytes;
    /** Whether a mutation outside atomic entries has attributes. */
    private boolean attributes;

    /** Means nothing: it keeps the compiler from dropping the reads that bring the names into the cache. */
    @SuppressWarnings("UnusedVariable")
    private int lastBytes;

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
        checkSlices();
    }

    /**
     * Looks at the slices, and at both ends of their regions' names: the regions of a large table are far apart in memory,
     * and the processor fetches several at a time if little else happens between.
     */
    private void checkSlices() {
        List<Slice> slices = request.slices();
        int position = 0;
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            requireNext(slice, position);
            position = slice.to();
            byte[] name = slice.region().regionName();
            lastBytes ^= name.length == 0 ? 0 : name[name.length - 1];
        }
        if (position != request.mutationCount()) {
            throw new IllegalStateException(
                    "slices of " + position + " positions in a request of " + request.mutationCount());
        }
    }

    /** Bytes of the cells of the message that was written. */
    long cellBytes() {
        return cellBytes;
    }

    /** The highest priority of the mutations that were written. */
    int priority() {
        return priority;
    }

    /** Writes the message, once. */
    void writeMessage(ReverseProtoWriter out) {
        List<Slice> slices = request.slices();
        for (int i = slices.size() - 1; i >= 0; i--) {
            int before = out.size();
            writeRegionAction(slices.get(i), out);
            out.delimiter(MULTI_REGION_ACTION, before);
        }
        if (nonces) {
            // Before the regions, since only now it is known: the fields of a message may have any order.
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
                int bytes = attributes ? batch.bodyLength(entry) : batch.length(entry);
                copy(batch.array(entry), batch.offset(entry), bytes, out);
            }
        }
        flushCopy(out);
    }

    private void copyParts(int entry, ByteBuf out) {
        byte[] bytes = batch.array(entry);
        int at = batch.offset(entry);
        for (Part part : batch.extras(entry).parts()) {
            if (part.cellCount() > 0) {
                copy(bytes, at, part.bodyLength(), out);
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

    private static void requireNext(Slice slice, int position) {
        if (slice.from() != position || slice.to() < slice.from()) {
            throw new IllegalStateException("slice " + slice.from() + ".." + slice.to() + " at position " + position);
        }
        if (slice.atomic() && slice.to() != slice.from() + 1) {
            throw new IllegalStateException("atomic slice of " + (slice.to() - slice.from()) + " entries");
        }
    }

    private void writeRegionAction(Slice slice, ReverseProtoWriter out) {
        if (slice.atomic()) {
            writeAtomicActions(request.mutation(slice.from()), out);
        } else {
            writeActions(slice, out);
        }
        int before = out.size();
        out.bytes(SPECIFIER_VALUE, slice.region().regionName());
        out.number(SPECIFIER_TYPE, SPECIFIER_TYPE_REGION_NAME);
        out.delimiter(REGION_ACTION_REGION, before);
    }

    private void writeActions(Slice slice, ReverseProtoWriter out) {
        for (int position = slice.to() - 1; position >= slice.from(); position--) {
            int entry = request.mutation(position);
            mutation.pointAt(batch, entry);
            priority = Math.max(priority, mutation.priority());
            attributes |= mutation.hasAttributes();
            cellBytes += mutation.cellBytes(batch.length(entry));
            writeAction(position - slice.from(), out);
        }
    }

    private void writeAtomicActions(int entry, ReverseProtoWriter out) {
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            throw new IllegalStateException("a single mutation in an atomic slice");
        }
        priority = Math.max(priority, batch.extras(entry).priority());
        List<Part> parts = batch.extras(entry).parts();
        int end = batch.offset(entry) + batch.length(entry);
        for (int i = parts.size() - 1; i >= 0; i--) {
            Part part = parts.get(i);
            mutation.pointAt(part, batch, entry, end);
            end -= part.length();
            cellBytes += mutation.cellBytes(part.length());
            writeAction(i, out);
        }
        if (end != batch.offset(entry)) {
            throw new IllegalStateException("the parts of an atomic entry do not fill it");
        }
        out.number(REGION_ACTION_ATOMIC, 1);
    }

    private void writeAction(int index, ReverseProtoWriter out) {
        int before = out.size();
        nonces |= mutation.hasNonce();
        mutation.write(out);
        out.delimiter(ACTION_MUTATION, before);
        out.number(ACTION_INDEX, index);
        out.delimiter(REGION_ACTION_ACTION, before);
    }
}
