package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras.Part;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.batch.ServerBatch;
import org.jspecify.annotations.Nullable;

/**
 * Copies the cells of a request behind its message, in exactly the order of the mutations there: the server assigns
 * them by counting. Entries that lie next to each other in a block are copied at once.
 */
final class CellCopy {
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

    private void addParts(Batch batch, int entry) {
        byte[] bytes = batch.array(entry);
        int at = batch.offset(entry);
        for (Part part : batch.extras(entry).parts()) {
            if (part.cellCount() > 0) {
                add(bytes, at, part.length());
            }
            at += part.length();
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
