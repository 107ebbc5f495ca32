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

    private static final byte[] NO_BYTES = {};
    private static final byte[] NO_RESULTS = new ProtoWriter()
            .message(
                    MUTATION_ATTRIBUTE,
                    new ProtoWriter()
                            .string(ProtoWriter.PAIR_NAME, MutationExtras.RETURN_RESULTS)
                            .bytes(ProtoWriter.PAIR_VALUE, new byte[] {0}))
            .toByteArray();

    /** Stands for a part of an atomic entry; no entry has it. */
    private static final int NO_SHAPE = -1;

    private final boolean sendsNonces;
    private int shape = NO_SHAPE;
    private MutationKind kind = MutationKind.PUT;
    private int durabilityCode;
    private int cellCount;
    private MutationExtras extras = MutationExtras.NONE;
    private byte[] array = NO_BYTES;
    private int rowOffset;
    private int rowLength;
    private int attributesOffset;

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
        if (cellCount == 0 || hasAttributes()) {
            pointInto(batch, entry, batch.offset(entry) + batch.length(entry));
        }
    }

    private void pointInto(Batch batch, int entry, int end) {
        array = batch.array(entry);
        rowOffset = batch.rowOffset(entry);
        rowLength = batch.rowLength(entry);
        attributesOffset = end - extras.attributeBytes();
    }

    /**
     * Points at a part of an atomic entry, whose row is that of the entry.
     *
     * @param end where the part ends in the array of the entry
     */
    void pointAt(MutationExtras.Part part, Batch batch, int entry, int end) {
        shape = NO_SHAPE;
        kind = part.kind();
        durabilityCode = part.durabilityCode();
        cellCount = part.cellCount();
        extras = part.extras();
        pointInto(batch, entry, end);
    }

    int priority() {
        return extras.priority();
    }

    boolean hasAttributes() {
        return extras.attributeBytes() > 0;
    }

    /** How many bytes of an entry or part of this length are cells, which follow the message: without them it has the row. */
    int cellBytes(int length) {
        return cellCount == 0 ? 0 : length - extras.attributeBytes();
    }

    boolean hasNonce() {
        return sendsNonces && extras.nonce() != 0;
    }

    /** Writes the fields, the last one first. */
    void write(ReverseProtoWriter out) {
        if (hasNonce()) {
            out.number(MUTATION_NONCE, extras.nonce());
        }
        out.number(MUTATION_CELL_COUNT, cellCount);
        if (durabilityCode != 0) {
            out.number(MUTATION_DURABILITY, durabilityCode);
        }
        if (hasAttributes()) {
            // They lie in the entry as they are sent.
            out.raw(array, attributesOffset, extras.attributeBytes());
        }
        if (needsNoResults()) {
            out.raw(NO_RESULTS, 0, NO_RESULTS.length);
        }
        if (cellCount == 0) {
            out.number(MUTATION_TIMESTAMP, extras.timestamp());
        }
        out.number(MUTATION_TYPE, typeOf(kind));
        if (cellCount == 0) {
            int before = out.size();
            out.raw(array, rowOffset, rowLength);
            out.delimiter(MUTATION_ROW, before);
        }
    }

    private boolean needsNoResults() {
        return (kind == MutationKind.INCREMENT || kind == MutationKind.APPEND) && !extras.setsResults();
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
