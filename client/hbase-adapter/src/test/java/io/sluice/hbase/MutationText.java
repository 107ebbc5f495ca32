package io.sluice.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/** All that is sent of an HBase mutation, as texts: HBase compares mutations by their rows only. */
final class MutationText {
    private MutationText() {}

    /** Kind, row, settings and attributes, then the cells. */
    static List<String> of(Mutation mutation) {
        List<String> texts = new ArrayList<>();
        texts.add(mutation.getClass().getSimpleName() + " " + Bytes.toStringBinary(mutation.getRow()));
        texts.add(mutation.getDurability() + " priority " + mutation.getPriority());
        if (mutation instanceof Delete && mutation.isEmpty()) {
            texts.add("at " + mutation.getTimestamp());
        }
        new TreeMap<>(mutation.getAttributesMap())
                .forEach((name, value) -> texts.add(name + "=" + Bytes.toStringBinary(value)));
        texts.addAll(cells(mutation));
        return texts;
    }

    static List<String> cells(Mutation mutation) {
        List<String> texts = new ArrayList<>();
        for (List<Cell> family : mutation.getFamilyCellMap().values()) {
            for (Cell cell : family) {
                texts.add(cell(
                        CellUtil.cloneRow(cell),
                        CellUtil.cloneFamily(cell),
                        CellUtil.cloneQualifier(cell),
                        cell.getTimestamp(),
                        cell.getType().name(),
                        CellUtil.cloneValue(cell)));
            }
        }
        return texts;
    }

    /** All of a cell that is sent. */
    static String cell(byte[] row, byte[] family, byte[] qualifier, long timestamp, String type, byte[] value) {
        return Bytes.toStringBinary(row) + "/" + Bytes.toStringBinary(family) + ":" + Bytes.toStringBinary(qualifier)
                + "@" + timestamp + "/" + type + "=" + Bytes.toStringBinary(value);
    }
}
