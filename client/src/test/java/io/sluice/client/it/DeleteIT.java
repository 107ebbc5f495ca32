package io.sluice.client.it;

import static io.sluice.client.it.CellText.DELETE;
import static io.sluice.client.it.CellText.DELETE_COLUMN;
import static io.sluice.client.it.CellText.DELETE_FAMILY;
import static io.sluice.client.it.CellText.DELETE_FAMILY_VERSION;
import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.marker;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Delete;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.embedded.ScanOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each test begins with two rows: versions 1, 2, 3 of a:q and versions 1, 3 of a:p and b:q. */
class DeleteIT {
    private static final byte[] ROW = bytes("r");

    @RegisterExtension
    final Session session = new Session(conf -> conf.setBoolean("sluice.client.verify.cells", true));

    @Test
    void delete_row_hidesItOnly() throws Exception {
        TableName table = afterDelete(new Delete(ROW));
        assertThat(visible(table)).isEqualTo(otherRow());
        assertThat(markers(table)).extracting(CellText::type).containsExactly(DELETE_FAMILY, DELETE_FAMILY);
        assertThat(markers(table)).extracting(CellText::family).containsExactly("a", "b");
    }

    @Test
    void delete_rowUpToATimestamp_newerVersionsStay() throws Exception {
        TableName table = afterDelete(new Delete(ROW, 2));
        assertThat(visibleOfRow(table))
                .containsExactly(put("r", "a", "p", 3, "p3"), put("r", "a", "q", 3, "q3"), put("r", "b", "q", 3, "q3"));
        assertThat(markers(table))
                .containsExactly(marker("r", "a", "", 2, DELETE_FAMILY), marker("r", "b", "", 2, DELETE_FAMILY));
    }

    @Test
    void delete_family_otherFamilyStays() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addFamily(bytes("a")));
        assertThat(visibleOfRow(table)).containsExactly(put("r", "b", "q", 3, "q3"), put("r", "b", "q", 1, "q1"));
        assertThat(markers(table)).extracting(CellText::type).containsExactly(DELETE_FAMILY);
    }

    @Test
    void delete_familyUpToATimestamp_newerVersionsStay() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addFamily(bytes("a"), 2));
        assertThat(visibleOfRow(table))
                .containsExactly(
                        put("r", "a", "p", 3, "p3"),
                        put("r", "a", "q", 3, "q3"),
                        put("r", "b", "q", 3, "q3"),
                        put("r", "b", "q", 1, "q1"));
        assertThat(markers(table)).containsExactly(marker("r", "a", "", 2, DELETE_FAMILY));
    }

    @Test
    void delete_familyVersion_onlyThatVersionGoes() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addFamilyVersion(bytes("a"), 3));
        assertThat(visibleOfRow(table))
                .containsExactly(
                        put("r", "a", "p", 1, "p1"),
                        put("r", "a", "q", 2, "q2"),
                        put("r", "a", "q", 1, "q1"),
                        put("r", "b", "q", 3, "q3"),
                        put("r", "b", "q", 1, "q1"));
        assertThat(markers(table)).containsExactly(marker("r", "a", "", 3, DELETE_FAMILY_VERSION));
    }

    @Test
    void delete_latestVersionOfAColumn_theOneBeforeShows() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addColumn(bytes("a"), bytes("q")));
        assertThat(visibleOfRow(table))
                .containsExactly(
                        put("r", "a", "p", 3, "p3"),
                        put("r", "a", "p", 1, "p1"),
                        put("r", "a", "q", 2, "q2"),
                        put("r", "a", "q", 1, "q1"),
                        put("r", "b", "q", 3, "q3"),
                        put("r", "b", "q", 1, "q1"));
        assertThat(markers(table)).containsExactly(marker("r", "a", "q", 3, DELETE));
    }

    @Test
    void delete_columnAtATimestamp_onlyThatVersionGoes() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addColumn(bytes("a"), bytes("q"), 2));
        assertThat(visibleOfRow(table))
                .contains(put("r", "a", "q", 3, "q3"), put("r", "a", "q", 1, "q1"))
                .doesNotContain(put("r", "a", "q", 2, "q2"))
                .hasSize(6);
        assertThat(markers(table)).containsExactly(marker("r", "a", "q", 2, DELETE));
    }

    @Test
    void delete_allVersionsOfAColumn_columnGoes() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addColumns(bytes("a"), bytes("q")));
        assertThat(visibleOfRow(table))
                .containsExactly(
                        put("r", "a", "p", 3, "p3"),
                        put("r", "a", "p", 1, "p1"),
                        put("r", "b", "q", 3, "q3"),
                        put("r", "b", "q", 1, "q1"));
        assertThat(markers(table)).extracting(CellText::type).containsExactly(DELETE_COLUMN);
    }

    @Test
    void delete_columnUpToATimestamp_newerVersionsStay() throws Exception {
        TableName table = afterDelete(new Delete(ROW).addColumns(bytes("a"), bytes("q"), 2));
        assertThat(visibleOfRow(table))
                .contains(put("r", "a", "q", 3, "q3"))
                .doesNotContain(put("r", "a", "q", 2, "q2"), put("r", "a", "q", 1, "q1"))
                .hasSize(5);
        assertThat(markers(table)).containsExactly(marker("r", "a", "q", 2, DELETE_COLUMN));
    }

    @Test
    void delete_severalKindsInOne_eachApplies() throws Exception {
        Delete delete = new Delete(ROW)
                .addFamily(bytes("b"), 1)
                .addColumns(bytes("a"), bytes("p"), 5)
                .addColumn(bytes("a"), bytes("q"), 1);
        TableName table = afterDelete(delete);
        assertThat(visibleOfRow(table))
                .containsExactly(put("r", "a", "q", 3, "q3"), put("r", "a", "q", 2, "q2"), put("r", "b", "q", 3, "q3"));
        assertThat(markers(table))
                .containsExactlyInAnyOrder(
                        marker("r", "b", "", 1, DELETE_FAMILY),
                        marker("r", "a", "p", 5, DELETE_COLUMN),
                        marker("r", "a", "q", 1, DELETE));
    }

    private TableName afterDelete(Delete delete) throws Exception {
        TableName table = session.table("a", "b");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(mutator, mutator.mutate(List.of(versions("r"), versions("s"))));
        acknowledge(mutator, mutator.mutate(delete));
        return table;
    }

    private static Put versions(String row) {
        return new Put(bytes(row))
                .addColumn(bytes("a"), bytes("p"), 1, bytes("p1"))
                .addColumn(bytes("a"), bytes("p"), 3, bytes("p3"))
                .addColumn(bytes("a"), bytes("q"), 1, bytes("q1"))
                .addColumn(bytes("a"), bytes("q"), 2, bytes("q2"))
                .addColumn(bytes("a"), bytes("q"), 3, bytes("q3"))
                .addColumn(bytes("b"), bytes("q"), 1, bytes("q1"))
                .addColumn(bytes("b"), bytes("q"), 3, bytes("q3"));
    }

    private static List<CellText> otherRow() {
        return List.of(
                put("s", "a", "p", 3, "p3"),
                put("s", "a", "p", 1, "p1"),
                put("s", "a", "q", 3, "q3"),
                put("s", "a", "q", 2, "q2"),
                put("s", "a", "q", 1, "q1"),
                put("s", "b", "q", 3, "q3"),
                put("s", "b", "q", 1, "q1"));
    }

    /** All versions of all rows that are not deleted. */
    private List<CellText> visible(TableName table) throws Exception {
        List<CellText> cells = new ArrayList<>();
        session.stock()
                .scan(
                        table.getNameAsString(),
                        new ScanOptions(false, 5, 0, Long.MAX_VALUE, List.of()),
                        cell -> cells.add(CellText.of(cell)));
        return cells;
    }

    /** All versions of the row of the delete; the other row must be as it was. */
    private List<CellText> visibleOfRow(TableName table) throws Exception {
        List<CellText> cells = visible(table);
        assertThat(cells).filteredOn(cell -> cell.row().equals("s")).isEqualTo(otherRow());
        return cells.stream().filter(cell -> cell.row().equals("r")).toList();
    }

    private List<CellText> markers(TableName table) throws Exception {
        return session.everything(table).stream()
                .filter(cell -> cell.type() != CellText.PUT)
                .toList();
    }
}
