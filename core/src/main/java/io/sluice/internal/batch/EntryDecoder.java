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
        CellReader cells = new CellReader();
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            cells.reset(batch.array(entry), batch.offset(entry), batch.cellCount(entry) == 0 ? 0 : batch.length(entry));
            Durability durability = Durability.values()[batch.durabilityCode(entry)];
            return List.of(mutation(
                    batch.kind(entry), row, durability, batch.cellCount(entry), batch.length(entry), extras, cells));
        }
        List<Mutation> parts = new ArrayList<>();
        int offset = batch.offset(entry);
        int end = offset + batch.length(entry);
        for (MutationExtras.Part part : extras.parts()) {
            // Read to the end of the entry: the reader stops after the part's cells.
            cells.reset(batch.array(entry), offset, part.cellCount() == 0 ? 0 : end - offset);
            Durability durability = Durability.values()[part.durabilityCode()];
            parts.add(mutation(part.kind(), row, durability, part.cellCount(), part.length(), part.extras(), cells));
            offset += part.length();
        }
        return parts;
    }

    private static Mutation mutation(
            MutationKind kind,
            byte[] row,
            Durability durability,
            int cellCount,
            int bytes,
            MutationExtras extras,
            CellReader cells) {
        Mutation mutation = switch (kind) {
            case PUT -> new Put(row, extras.timestamp());
            case DELETE -> new Delete(row, extras.timestamp());
            case INCREMENT -> new Increment(row);
            case APPEND -> new Append(row);
            case ROW_MUTATIONS -> throw new IllegalStateException("an atomic entry has parts");
        };
        mutation.expectEncodedSize(cellCount == 0 ? 0 : bytes);
        for (int i = 0; i < cellCount; i++) {
            cells.next();
            add(mutation, cell(row, cells));
        }
        mutation.setDurability(durability);
        mutation.setPriority(extras.priority());
        extras.attributes().forEach(mutation::setAttribute);
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
