package io.sluice.testserver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A decoded {@code Multi}, or a {@code Mutate} as a Multi with a single mutation.
 *
 * @param nonceGroup the client's nonce group
 */
public record MultiRequest(List<RegionRequest> regions, long nonceGroup) {

    /** The number of mutations. */
    public int size() {
        return regions.stream().mapToInt(region -> region.operations().size()).sum();
    }

    /**
     * Decodes a {@code MultiRequest} of Client.proto.
     *
     * @throws IllegalArgumentException if anything in it is invalid, including surplus cells
     */
    static MultiRequest decode(byte[] message, byte[] cellBlock) {
        Cells cells = new Cells(CellBlock.decode(cellBlock));
        ProtoMessage request = ProtoMessage.parse(message);
        List<RegionRequest> regions = new ArrayList<>();
        for (ProtoMessage action : request.messages(1)) {
            List<Operation> operations = new ArrayList<>();
            for (ProtoMessage single : action.messages(3)) {
                operations.add(operation((int) single.number(1, 0), single.message(2), cells));
            }
            regions.add(new RegionRequest(regionName(action.message(1)), action.flag(2, false), operations));
        }
        cells.requireNoneLeft();
        return new MultiRequest(regions, request.number(2, 0));
    }

    /** Decodes a {@code MutateRequest} of Client.proto; throws as {@link #decode} does. */
    static MultiRequest decodeMutate(byte[] message, byte[] cellBlock) {
        Cells cells = new Cells(CellBlock.decode(cellBlock));
        ProtoMessage request = ProtoMessage.parse(message);
        Operation operation = operation(0, request.message(2), cells);
        cells.requireNoneLeft();
        return new MultiRequest(
                List.of(new RegionRequest(regionName(request.message(1)), /* atomic= */ false, List.of(operation))),
                request.number(4, 0));
    }

    /** The value of a {@code RegionSpecifier}, which must be a full name. */
    static String regionName(ProtoMessage specifier) {
        if (specifier.number(1, 0) != 1) {
            throw new IllegalArgumentException("region not given by its name");
        }
        return TestRegion.latin(specifier.bytes(2));
    }

    private static Operation operation(int index, ProtoMessage mutation, Cells cells) {
        Operation.Kind kind = Operation.Kind.values()[(int) mutation.number(2, 0)];
        byte[] row = mutation.bytes(1);
        List<StoredCell> own = new ArrayList<>();
        int count = (int) mutation.number(8, 0);
        for (int i = 0; i < count; i++) {
            own.add(cells.next());
        }
        addInlined(mutation, row, own);
        if (own.isEmpty() && row.length == 0) {
            throw new IllegalArgumentException("mutation without row");
        }
        byte[] first = own.isEmpty() ? row : own.get(0).row();
        for (StoredCell cell : own) {
            if (!Arrays.equals(cell.row(), first) || (row.length > 0 && !Arrays.equals(row, first))) {
                throw new IllegalArgumentException("cells of different rows in one mutation");
            }
        }
        return new Operation(index, kind, first, own, mutation.number(9, 0), attributes(mutation));
    }

    /** {@code ColumnValue}s: the form without cells behind the message. */
    private static void addInlined(ProtoMessage mutation, byte[] row, List<StoredCell> own) {
        for (ProtoMessage column : mutation.messages(3)) {
            for (ProtoMessage value : column.messages(2)) {
                own.add(new StoredCell(
                        row,
                        column.bytes(1),
                        value.bytes(1),
                        value.number(3, StoredCell.LATEST),
                        inlinedType(value),
                        value.bytes(2)));
            }
        }
    }

    private static StoredCell.Type inlinedType(ProtoMessage value) {
        if (!value.has(4)) {
            return StoredCell.Type.PUT;
        }
        // MutationProto.DeleteType.
        return switch ((int) value.number(4, 0)) {
            case 0 -> StoredCell.Type.DELETE;
            case 1 -> StoredCell.Type.DELETE_COLUMN;
            case 2 -> StoredCell.Type.DELETE_FAMILY;
            default -> StoredCell.Type.DELETE_FAMILY_VERSION;
        };
    }

    private static Map<String, byte[]> attributes(ProtoMessage mutation) {
        Map<String, byte[]> attributes = new HashMap<>();
        mutation.messages(5).forEach(pair -> attributes.put(pair.text(1), pair.bytes(2)));
        return attributes;
    }

    /** The cells after a message, returned in order. */
    private static final class Cells {
        private final List<StoredCell> all;
        private int next;

        Cells(List<StoredCell> all) {
            this.all = all;
        }

        StoredCell next() {
            if (next == all.size()) {
                throw new IllegalArgumentException("more cells announced than the " + next + " sent");
            }
            return all.get(next++);
        }

        void requireNoneLeft() {
            if (next != all.size()) {
                throw new IllegalArgumentException((all.size() - next) + " cells that belong to no mutation");
            }
        }
    }
}
