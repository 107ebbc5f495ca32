package io.sluice.testserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The contents of a table: every cell of every row, in the order of application. Guarded by the cluster's lock. */
final class CellStore {
    private final Map<String, List<StoredCell>> rows = new TreeMap<>();
    /** Results of Increments and Appends by nonce. */
    private final Map<Nonce, List<StoredCell>> results = new HashMap<>();

    private final IntSupplier keptValueBytes;

    private record Nonce(long group, long nonce) {}

    /** @param keptValueBytes maximum number of bytes stored of a value */
    CellStore(IntSupplier keptValueBytes) {
        this.keptValueBytes = keptValueBytes;
    }

    /** Applies a mutation; returns the cells of its result, which only Increments and Appends have. */
    List<StoredCell> apply(Operation operation, long nonceGroup, long nowMillis) {
        if (operation.kind() == Operation.Kind.INCREMENT || operation.kind() == Operation.Kind.APPEND) {
            Nonce nonce = new Nonce(nonceGroup, operation.nonce());
            List<StoredCell> known = operation.nonce() == 0 ? null : results.get(nonce);
            if (known != null) {
                return known;
            }
            List<StoredCell> result = change(operation, nowMillis);
            if (operation.nonce() != 0) {
                results.put(nonce, result);
            }
            return result;
        }
        for (StoredCell cell : operation.cells()) {
            add(stamped(cell, nowMillis));
        }
        return List.of();
    }

    private List<StoredCell> change(Operation operation, long nowMillis) {
        List<StoredCell> result = new ArrayList<>();
        for (StoredCell cell : operation.cells()) {
            byte[] before = value(cell.row(), cell.family(), cell.qualifier());
            byte[] after = operation.kind() == Operation.Kind.INCREMENT
                    ? sum(before, cell.value())
                    : joined(before, cell.value());
            StoredCell changed = stamped(cell, nowMillis).withValue(after);
            add(changed);
            result.add(changed);
        }
        return result;
    }

    private static byte[] sum(byte @Nullable [] before, byte[] delta) {
        if (delta.length != Long.BYTES || (before != null && before.length != Long.BYTES)) {
            throw new IllegalArgumentException("Increment of a value that is not an 8-byte number");
        }
        long sum = (before == null ? 0 : ByteBuffer.wrap(before).getLong())
                + ByteBuffer.wrap(delta).getLong();
        return ByteBuffer.allocate(Long.BYTES).putLong(sum).array();
    }

    private static byte[] joined(byte @Nullable [] before, byte[] more) {
        if (before == null) {
            return more;
        }
        byte[] all = Arrays.copyOf(before, before.length + more.length);
        System.arraycopy(more, 0, all, before.length, more.length);
        return all;
    }

    private static StoredCell stamped(StoredCell cell, long nowMillis) {
        return cell.timestamp() == StoredCell.LATEST ? cell.at(nowMillis) : cell;
    }

    private void add(StoredCell whole) {
        int kept = keptValueBytes.getAsInt();
        StoredCell cell = whole.value().length > kept ? whole.withValue(Arrays.copyOf(whole.value(), kept)) : whole;
        rows.computeIfAbsent(TestRegion.latin(cell.row()), row -> new ArrayList<>())
                .add(cell);
    }

    List<StoredCell> applied(byte[] row) {
        return List.copyOf(rows.getOrDefault(TestRegion.latin(row), List.of()));
    }

    List<byte[]> rows() {
        return rows.keySet().stream()
                .map(row -> row.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    /**
     * The value that a reader sees: that of the newest cell that no Delete hides; of several with the same timestamp,
     * the one applied last.
     */
    byte @Nullable [] value(byte[] row, byte[] family, byte[] qualifier) {
        List<StoredCell> cells = rows.getOrDefault(TestRegion.latin(row), List.of()).stream()
                .filter(cell -> Arrays.equals(cell.family(), family))
                .toList();
        StoredCell newest = null;
        for (StoredCell cell : cells) {
            if (cell.type() == StoredCell.Type.PUT
                    && Arrays.equals(cell.qualifier(), qualifier)
                    && cells.stream().noneMatch(delete -> hides(delete, cell))
                    && (newest == null || newest.timestamp() <= cell.timestamp())) {
                newest = cell;
            }
        }
        return newest == null ? null : newest.value();
    }

    private static boolean hides(StoredCell delete, StoredCell put) {
        boolean column = Arrays.equals(delete.qualifier(), put.qualifier());
        return switch (delete.type()) {
            case PUT -> false;
            case DELETE -> column && delete.timestamp() == put.timestamp();
            case DELETE_COLUMN -> column && delete.timestamp() >= put.timestamp();
            case DELETE_FAMILY -> delete.timestamp() >= put.timestamp();
            case DELETE_FAMILY_VERSION -> delete.timestamp() == put.timestamp();
        };
    }
}
