package io.sluice.internal.batch;

import io.sluice.Append;
import io.sluice.Cell;
import io.sluice.CellBuilderFactory;
import io.sluice.CellBuilderType;
import io.sluice.Delete;
import io.sluice.Durability;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.batch.MutationExtras.Part;
import io.sluice.internal.cell.AttributeCodec;
import io.sluice.internal.cell.CellReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Makes mutations anew from the entries of a batch, to hand them back. */
final class EntryDecoder {
    private EntryDecoder() {}

    /** The mutation of an entry, or {@code RowMutations} if the entry is atomic. */
    static Row row(Batch batch, int entry) throws IOException {
        List<Mutation> mutations = mutations(batch, entry);
        return batch.kind(entry) == MutationKind.ROW_MUTATIONS ? RowMutations.of(mutations) : mutations.get(0);
    }

    /** The mutation of an entry, or all of them if the entry is atomic. */
    static List<Mutation> mutations(Batch batch, int entry) {
        byte[] row = batch.row(entry);
        MutationExtras extras = batch.extras(entry);
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            Part whole = new Part(
                    batch.kind(entry),
                    batch.durabilityCode(entry),
                    batch.cellCount(entry),
                    batch.length(entry),
                    extras);
            return List.of(mutation(row, whole, batch.array(entry), batch.offset(entry)));
        }
        List<Mutation> parts = new ArrayList<>();
        int offset = batch.offset(entry);
        for (Part part : extras.parts()) {
            parts.add(mutation(row, part, batch.array(entry), offset));
            offset += part.length();
        }
        return parts;
    }

    private static Mutation mutation(byte[] row, Part part, byte[] array, int offset) {
        MutationExtras extras = part.extras();
        int body = part.bodyLength();
        Mutation mutation = switch (part.kind()) {
            case PUT -> new Put(row, extras.timestamp());
            case DELETE -> new Delete(row, extras.timestamp());
            case INCREMENT -> new Increment(row);
            case APPEND -> new Append(row);
            case ROW_MUTATIONS -> throw new IllegalStateException("an atomic entry has parts");
        };
        if (part.cellCount() > 0) {
            mutation.expectEncodedSize(body);
            CellReader cells = new CellReader(array, offset, body);
            while (cells.next()) {
                add(mutation, cell(row, cells));
            }
        }
        mutation.setDurability(Durability.values()[part.durabilityCode()]);
        mutation.setPriority(extras.priority());
        AttributeCodec.decode(array, offset + body, extras.attributeBytes(), mutation::setAttribute);
        return mutation;
    }

    private static Cell cell(byte[] row, CellReader at) {
        return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                .setRow(row)
                .setFamily(at.array(), at.familyOffset(), at.familyLength())
                .setQualifier(at.array(), at.qualifierOffset(), at.qualifierLength())
                .setTimestamp(at.timestamp())
                .setType(type(at.typeCode()))
                .setValue(at.array(), at.valueOffset(), at.valueLength())
                .build();
    }

    private static Cell.Type type(byte code) {
        for (Cell.Type type : Cell.Type.values()) {
            if (type.getCode() == code) {
                return type;
            }
        }
        throw new IllegalStateException("no cell type has the code " + code);
    }

    private static void add(Mutation mutation, Cell cell) {
        try {
            if (mutation instanceof Put put) {
                put.add(cell);
            } else if (mutation instanceof Delete delete) {
                delete.add(cell);
            } else if (mutation instanceof Increment increment) {
                increment.add(cell);
            } else if (mutation instanceof Append append) {
                append.add(cell);
            }
        } catch (IOException e) {
            // Says that the cell's row is not the mutation's: it was read from the same entry.
            throw new IllegalStateException(e);
        }
    }
}
