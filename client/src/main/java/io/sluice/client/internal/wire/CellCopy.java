package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras.Part;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.cell.BigEndian;
import org.jspecify.annotations.Nullable;

/**
 * Copies the cells of a request behind its message, in exactly the order of the mutations there: the server assigns
 * them by counting. Entries that lie next to each other in a block are copied at once.
 */
final class CellCopy {
    /** Bytes before the row of a cell, and of the head that stands for the cells of a mutation without any. */
    private static final int ROW_DISTANCE = 14;

    private final ByteBuf out;
    private byte @Nullable [] array;
    private int from;
    private int to;

    private CellCopy(ByteBuf out) {
        this.out = out;
    }

    static void copy(ServerBatch request, ByteBuf out) {
        CellCopy copy = new CellCopy(out);
        Batch batch = request.batch();
        int count = request.mutationCount();
        for (int position = 0; position < count; position++) {
            int entry = request.mutation(position);
            if (batch.kind(entry) == MutationKind.ROW_MUTATIONS) {
                copy.addParts(batch, entry);
            } else if (batch.cellCount(entry) > 0) {
                copy.add(batch.array(entry), batch.offset(entry), batch.length(entry));
            }
        }
        copy.flush();
    }

    /** Bytes of the cells of an entry; what stands for the cells of a part without any does not count. */
    static int cellBytes(Batch batch, int entry) {
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            return batch.cellCount(entry) == 0 ? 0 : batch.length(entry);
        }
        byte[] array = batch.array(entry);
        int at = batch.offset(entry);
        int end = at + batch.length(entry);
        int bytes = 0;
        for (Part part : batch.extras(entry).parts()) {
            int length = partLength(array, at, end, part.cellCount());
            bytes += part.cellCount() == 0 ? 0 : length;
            at += length;
        }
        if (at != end) {
            throw new IllegalStateException("the parts of an atomic entry end at " + at + ", the entry at " + end);
        }
        return bytes;
    }

    /** Bytes of a part in its block. */
    static int partLength(byte[] array, int start, int end, int cellCount) {
        if (cellCount == 0) {
            requireInside(start + ROW_DISTANCE, end);
            int length = ROW_DISTANCE + (BigEndian.getShort(array, start + ROW_DISTANCE - Short.BYTES) & 0xffff);
            requireInside((long) start + length, end);
            return length;
        }
        int at = start;
        for (int cell = 0; cell < cellCount; cell++) {
            requireInside(at + Integer.BYTES, end);
            int length = BigEndian.getInt(array, at);
            requireInside(length < 0 ? Long.MAX_VALUE : (long) at + Integer.BYTES + length, end);
            at += Integer.BYTES + length;
        }
        return at - start;
    }

    private static void requireInside(long at, int end) {
        if (at > end) {
            throw new IllegalStateException("a part of an atomic entry reaches to " + at + ", the entry to " + end);
        }
    }

    private void addParts(Batch batch, int entry) {
        byte[] bytes = batch.array(entry);
        int at = batch.offset(entry);
        int end = at + batch.length(entry);
        for (Part part : batch.extras(entry).parts()) {
            int length = partLength(bytes, at, end, part.cellCount());
            if (part.cellCount() > 0) {
                add(bytes, at, length);
            }
            at += length;
        }
    }

    private void add(byte[] bytes, int offset, int length) {
        if (bytes == array && offset == to) {
            to += length;
            return;
        }
        flush();
        array = bytes;
        from = offset;
        to = offset + length;
    }

    private void flush() {
        if (array != null) {
            out.writeBytes(array, from, to - from);
        }
    }
}
