package io.sluice.loader.write;

import io.sluice.Bytes;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Put;
import io.sluice.loader.input.BrokenLineException;
import java.util.List;

/** Shows a row as it would be stored, in the style of HBase's shell. */
public final class RowText {
    private static final int MAX_VALUE_BYTES = 100;

    private RowText() {}

    /** Returns the text of a row, or why there is none. */
    public static String of(RowSource.Row row) {
        try {
            return of(row.put());
        } catch (BrokenLineException e) {
            return "  line " + row.line() + " does not make a row: " + OneLine.of(String.valueOf(e.getMessage()));
        }
    }

    private static String of(Put put) {
        StringBuilder text = new StringBuilder("  row ").append(Bytes.toStringBinary(put.getRow()));
        for (List<Cell> cells : put.getFamilyCellMap().values()) {
            for (Cell cell : cells) {
                byte[] value = CellUtil.cloneValue(cell);
                text.append(System.lineSeparator())
                        .append("    ")
                        .append(Bytes.toStringBinary(CellUtil.cloneFamily(cell)))
                        .append(':')
                        .append(Bytes.toStringBinary(CellUtil.cloneQualifier(cell)))
                        .append(" = ")
                        .append(Bytes.toStringBinary(value, 0, Math.min(MAX_VALUE_BYTES, value.length)))
                        .append(value.length > MAX_VALUE_BYTES ? " ... (" + value.length + " bytes)" : "");
            }
        }
        return text.toString();
    }
}
