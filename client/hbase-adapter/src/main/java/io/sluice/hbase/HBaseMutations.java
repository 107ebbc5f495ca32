package io.sluice.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * Converts Sluice's mutations to HBase's, as {@link SluiceMutations} converts them: only failed ones, for which the program's
 * own objects are not kept.
 */
final class HBaseMutations {
    private HBaseMutations() {}

    static Mutation of(io.sluice.Mutation ours) {
        Mutation theirs;
        try {
            theirs = withCells(ours);
        } catch (IOException e) {
            throw new IllegalStateException("a cell is not of the row of its mutation " + ours, e);
        }
        theirs.setDurability(Durability.valueOf(ours.getDurability().name()));
        theirs.setPriority(ours.getPriority());
        ours.getAttributesMap().forEach(theirs::setAttribute);
        return theirs;
    }

    private static Mutation withCells(io.sluice.Mutation ours) throws IOException {
        if (ours instanceof io.sluice.Put) {
            Put put = new Put(ours.getRow(), ours.getTimestamp());
            for (Cell cell : cells(ours)) {
                put.add(cell);
            }
            return put;
        }
        if (ours instanceof io.sluice.Delete) {
            Delete delete = new Delete(ours.getRow(), ours.getTimestamp());
            for (Cell cell : cells(ours)) {
                delete.add(cell);
            }
            return delete;
        }
        if (ours instanceof io.sluice.Increment) {
            Increment increment = new Increment(ours.getRow());
            for (Cell cell : cells(ours)) {
                increment.add(cell);
            }
            return increment;
        }
        Append append = new Append(ours.getRow());
        for (Cell cell : cells(ours)) {
            append.add(cell);
        }
        return append;
    }

    private static List<Cell> cells(io.sluice.Mutation ours) {
        return ours.getFamilyCellMap().values().stream()
                .flatMap(List::stream)
                .map(HBaseMutations::cell)
                .toList();
    }

    private static Cell cell(io.sluice.Cell ours) {
        return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                .setRow(ours.getRowArray(), ours.getRowOffset(), ours.getRowLength())
                .setFamily(ours.getFamilyArray(), ours.getFamilyOffset(), ours.getFamilyLength())
                .setQualifier(ours.getQualifierArray(), ours.getQualifierOffset(), ours.getQualifierLength())
                .setTimestamp(ours.getTimestamp())
                .setType(Cell.Type.valueOf(ours.getType().name()))
                .setValue(ours.getValueArray(), ours.getValueOffset(), ours.getValueLength())
                .build();
    }
}
