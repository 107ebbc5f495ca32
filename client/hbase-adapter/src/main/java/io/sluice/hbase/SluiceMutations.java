package io.sluice.hbase;

import io.sluice.internal.cell.CellEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Converts HBase's mutations to Sluice's; {@link HBaseMutations} converts them back: cells with their timestamps, attributes (TTL, ACL and the like), durability,
 * priority.
 */
final class SluiceMutations {
    private SluiceMutations() {}

    /** @throws IllegalArgumentException if Sluice does not know its kind or one of its parts */
    static io.sluice.Mutation of(Mutation theirs) {
        io.sluice.Mutation ours;
        try {
            ours = withCells(theirs);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (theirs.getDurability() != Durability.USE_DEFAULT) {
            ours.setDurability(
                    io.sluice.Durability.valueOf(theirs.getDurability().name()));
        }
        ours.setPriority(theirs.getPriority());
        Map<String, byte[]> attributes = theirs.getAttributesMap();
        if (!attributes.isEmpty()) {
            attributes.forEach(ours::setAttribute);
        }
        return ours;
    }

    /**
     * @param theirs mutations
     * @throws IllegalArgumentException as {@link #of(Mutation)}
     */
    static List<io.sluice.Mutation> of(List<?> theirs) {
        List<io.sluice.Mutation> ours = new ArrayList<>(theirs.size());
        for (Object mutation : theirs) {
            ours.add(of((Mutation) mutation));
        }
        return ours;
    }

    /** @throws IllegalArgumentException as {@link #of(Mutation)} */
    static io.sluice.RowMutations of(RowMutations theirs) {
        io.sluice.RowMutations ours = new io.sluice.RowMutations(theirs.getRow());
        try {
            for (Mutation mutation : theirs.getMutations()) {
                ours.add(of(mutation));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return ours;
    }

    private static io.sluice.Mutation withCells(Mutation theirs) throws IOException {
        if (theirs instanceof Put put) {
            return of(put);
        }
        if (theirs instanceof Delete delete) {
            io.sluice.Delete ours = new io.sluice.Delete(delete.getRow(), delete.getTimestamp());
            for (List<Cell> cells : delete.getFamilyCellMap().values()) {
                for (Cell cell : cells) {
                    ours.add(new CellView(cell));
                }
            }
            return ours;
        }
        if (theirs instanceof Increment increment) {
            refuseTimeRange(increment.getTimeRange(), increment);
            io.sluice.Increment ours = new io.sluice.Increment(increment.getRow());
            for (List<Cell> cells : increment.getFamilyCellMap().values()) {
                for (Cell cell : cells) {
                    ours.add(new CellView(cell));
                }
            }
            return ours;
        }
        if (theirs instanceof Append append) {
            refuseTimeRange(append.getTimeRange(), append);
            io.sluice.Append ours = new io.sluice.Append(append.getRow());
            for (List<Cell> cells : append.getFamilyCellMap().values()) {
                for (Cell cell : cells) {
                    ours.add(new CellView(cell));
                }
            }
            return ours;
        }
        throw new IllegalArgumentException("Sluice writes Put, Delete, Increment and Append, not a "
                + theirs.getClass().getName());
    }

    /** The row is kept, since nothing refers to this Put once it is in the buffer; the rest is copied once. */
    private static io.sluice.Put of(Put put) throws IOException {
        io.sluice.Put ours = new io.sluice.Put(put.getRow(), true);
        ours.expectEncodedSize(encodedSize(put));
        for (List<Cell> cells : put.getFamilyCellMap().values()) {
            for (Cell cell : cells) {
                ours.add(new CellView(cell));
            }
        }
        return ours;
    }

    /** @return 0 if a part breaks a limit, which is found when its cell is added */
    private static int encodedSize(Put put) {
        long bytes = 0;
        for (List<Cell> cells : put.getFamilyCellMap().values()) {
            for (Cell cell : cells) {
                if (cell.getFamilyLength() < 1) {
                    return 0;
                }
                bytes += CellEncoder.encodedSize(
                        cell.getRowLength(), cell.getFamilyLength(), cell.getQualifierLength(), cell.getValueLength());
            }
        }
        return bytes > CellEncoder.MAX_ENCODED_BYTES ? 0 : (int) bytes;
    }

    private static void refuseTimeRange(TimeRange range, Mutation mutation) {
        if (!range.isAllTime()) {
            throw new IllegalArgumentException("Sluice does not send the time range " + range + " of a "
                    + mutation.getClass().getSimpleName());
        }
    }
}
