package io.sluice.client.internal.wire;

import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.MutationKind;

/**
 * {@code MutationProto} of Client.proto. One object is pointed at all mutations of a request, one after the other.
 *
 * <p>A mutation with cells has no row in its message: the server takes it from the first cell. One without cells (a
 * Delete of a whole row) has row and timestamp instead. Nobody reads the results of Increment and Append, so the server is
 * told not to send them, unless the user has set that attribute.
 */
final class MutationMessage {
    // Client.proto, MutationProto
    private static final int MUTATION_ROW = 1;
    private static final int MUTATION_TYPE = 2;
    private static final int MUTATION_TIMESTAMP = 4;
    private static final int MUTATION_ATTRIBUTE = 5;
    private static final int MUTATION_DURABILITY = 6;
    private static final int MUTATION_CELL_COUNT = 8;
    private static final int MUTATION_NONCE = 9;

    // Client.proto, MutationProto.MutationType
    private static final int TYPE_APPEND = 0;
    private static final int TYPE_INCREMENT = 1;
    private static final int TYPE_PUT = 2;
    private static final int TYPE_DELETE = 3;

    /** HBase's {@code Mutation.RETURN_RESULTS}. */
    static final String RETURN_RESULTS = "_rr_";

    private static final byte[] FALSE = {0};
    /** Tag and length of the attribute, then tag, length and bytes of its name and value. */
    private static final int NO_RESULTS_SIZE = 2 + 2 + RETURN_RESULTS.length() + 2 + FALSE.length;

    /** Stands for a part of an atomic entry; no entry has it. */
    private static final int NO_SHAPE = -1;

    private final boolean sendsNonces;
    private int shape = NO_SHAPE;
    private MutationKind kind = MutationKind.PUT;
    private int durabilityCode;
    private int cellCount;
    private MutationExtras extras = MutationExtras.NONE;
    private byte[] array = FALSE;
    private int rowOffset;
    private int rowLength;
    private long size;

    MutationMessage(boolean sendsNonces) {
        this.sendsNonces = sendsNonces;
    }

    void pointAt(Batch batch, int entry) {
        int nextShape = batch.shape(entry);
        MutationExtras nextExtras = batch.extras(entry);
        if (nextShape == shape && nextExtras == extras) {
            // Most mutations of a request have the same message, since the row is in the first cell. A mutation without
            // cells has its own extras.
            return;
        }
        shape = nextShape;
        kind = batch.kind(entry);
        durabilityCode = batch.durabilityCode(entry);
        cellCount = batch.cellCount(entry);
        extras = nextExtras;
        if (cellCount == 0) {
            array = batch.array(entry);
            rowOffset = batch.rowOffset(entry);
            rowLength = batch.rowLength(entry);
        }
        size = measure();
    }

    /** Points at a part of an atomic entry, whose row is that of the entry. */
    void pointAt(MutationExtras.Part part, Batch batch, int entry) {
        shape = NO_SHAPE;
        kind = part.kind();
        durabilityCode = part.durabilityCode();
        cellCount = part.cellCount();
        extras = part.extras();
        array = batch.array(entry);
        rowOffset = batch.rowOffset(entry);
        rowLength = batch.rowLength(entry);
        size = measure();
    }

    int priority() {
        return extras.priority();
    }

    boolean hasNonce() {
        return sendsNonces && extras.nonce() != 0;
    }

    /** Bytes of the message. */
    long size() {
        return size;
    }

    private long measure() {
        long bytes = 2L + ProtoWriter.fieldSize(cellCount);
        if (durabilityCode != 0) {
            bytes += ProtoWriter.fieldSize(durabilityCode);
        }
        if (cellCount == 0) {
            bytes += ProtoWriter.delimitedSize(rowLength) + ProtoWriter.fieldSize(extras.timestamp());
        }
        bytes += ProtoWriter.pairsSize(extras.attributes());
        bytes += hasNonce() ? ProtoWriter.fieldSize(extras.nonce()) : 0;
        return needsNoResults() ? bytes + NO_RESULTS_SIZE : bytes;
    }

    void write(ProtoWriter out) {
        if (cellCount == 0) {
            out.delimiter(MUTATION_ROW, rowLength);
            out.raw(array, rowOffset, rowLength);
        }
        out.number(MUTATION_TYPE, typeOf(kind));
        if (cellCount == 0) {
            out.number(MUTATION_TIMESTAMP, extras.timestamp());
        }
        if (needsNoResults()) {
            out.pair(MUTATION_ATTRIBUTE, RETURN_RESULTS, FALSE);
        }
        out.pairs(MUTATION_ATTRIBUTE, extras.attributes());
        if (durabilityCode != 0) {
            out.number(MUTATION_DURABILITY, durabilityCode);
        }
        out.number(MUTATION_CELL_COUNT, cellCount);
        if (hasNonce()) {
            out.number(MUTATION_NONCE, extras.nonce());
        }
    }

    private boolean needsNoResults() {
        return (kind == MutationKind.INCREMENT || kind == MutationKind.APPEND)
                && !extras.attributes().containsKey(RETURN_RESULTS);
    }

    private static int typeOf(MutationKind kind) {
        return switch (kind) {
            case PUT -> TYPE_PUT;
            case DELETE -> TYPE_DELETE;
            case INCREMENT -> TYPE_INCREMENT;
            case APPEND -> TYPE_APPEND;
            case ROW_MUTATIONS -> throw new IllegalStateException("an atomic entry outside an atomic slice");
        };
    }
}
