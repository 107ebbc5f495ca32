package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Delete;
import io.sluice.Put;
import io.sluice.RowMutations;
import io.sluice.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With timestamps of the client a Put that follows a Delete stays, though a server gives both the same millisecond. */
class ClientTimestampsIT {

    @RegisterExtension
    final Session session = new Session();

    private static Put put(String row, String value) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes(value));
    }

    private void putDeletePut(AsyncBufferedMutator mutator, int rows) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            String row = String.format("r%03d", i);
            futures.add(mutator.mutate(put(row, "first")));
            // By turns the row, the family, and all versions of the column.
            Delete delete = new Delete(bytes(row));
            futures.add(mutator.mutate(
                    switch (i % 3) {
                        case 0 -> delete;
                        case 1 -> delete.addFamily(bytes("f"));
                        default -> delete.addColumns(bytes("f"), bytes("q"));
                    }));
            futures.add(mutator.mutate(put(row, "last")));
        }
        acknowledge(mutator, futures);
    }

    @Test
    void putDeletePut_inATightLoop_lastPutIsRead() throws Exception {
        TableName table = session.table("f");
        putDeletePut(session.mutator(table, builder -> builder.setClientTimestamps(true)), 300);
        assertThat(session.visible(table))
                .hasSize(300)
                .allSatisfy(cell -> assertThat(cell.value()).isEqualTo("last"));
    }

    @Test
    void control_putDeletePut_withTimestampsOfTheServer_isMasked() throws Exception {
        TableName table = session.table("f");
        putDeletePut(session.mutator(table), 300);
        assertThat(session.visible(table)).hasSizeLessThan(300);
    }

    @Test
    void oneRow_inATightLoop_lastPutIsRead() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setClientTimestamps(true));
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            futures.add(mutator.mutate(put("r", "value " + i)));
            futures.add(mutator.mutate(new Delete(bytes("r"))));
        }
        futures.add(mutator.mutate(put("r", "last")));
        acknowledge(mutator, futures);
        assertThat(session.visible(table))
                .singleElement()
                .satisfies(cell -> assertThat(cell.value()).isEqualTo("last"));
    }

    @Test
    void deleteThenPut_together_putStays() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setClientTimestamps(true));
        acknowledge(mutator, mutator.mutate(put("r", "old")));
        RowMutations replace = new RowMutations(bytes("r"));
        replace.add(new Delete(bytes("r")));
        replace.add(put("r", "new"));
        acknowledge(mutator, mutator.mutate(replace));
        assertThat(session.visible(table))
                .singleElement()
                .satisfies(cell -> assertThat(cell.value()).isEqualTo("new"));
    }

    @Test
    void deleteOfTheNewestVersion_isLeftToTheServer() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setClientTimestamps(true));
        acknowledge(mutator, mutator.mutate(put("r", "older")));
        acknowledge(mutator, mutator.mutate(put("r", "newer")));
        acknowledge(mutator, mutator.mutate(new Delete(bytes("r")).addColumn(bytes("f"), bytes("q"))));
        assertThat(session.visible(table))
                .singleElement()
                .satisfies(cell -> assertThat(cell.value()).isEqualTo("older"));
    }

    @Test
    void givenTimestamps_areKept() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table, builder -> builder.setClientTimestamps(true));
        acknowledge(mutator, mutator.mutate(new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), 77, bytes("v"))));
        assertThat(session.everything(table)).containsExactly(CellText.put("r", "f", "q", 77, "v"));
    }
}
