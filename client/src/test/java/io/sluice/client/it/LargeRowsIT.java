package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.CellText.text;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Delete;
import io.sluice.HConstants;
import io.sluice.Put;
import io.sluice.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LargeRowsIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void put_tenThousandCells_allStored() throws Exception {
        TableName table = session.table("a", "b");
        AsyncBufferedMutator mutator = session.mutator(table);
        Put put = new Put(bytes("r"), 3);
        List<CellText> expected = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            String family = i < 5_000 ? "a" : "b";
            String qualifier = String.format("%05d", i);
            put.addColumn(bytes(family), bytes(qualifier), bytes("v" + i));
            expected.add(put("r", family, qualifier, 3, "v" + i));
        }
        acknowledge(mutator, mutator.mutate(put));
        assertThat(session.everything(table).equals(expected))
                .as("10,000 cells read back as written")
                .isTrue();
    }

    @Test
    void put_valuesOfNoneAndFiveMegabytes_bothUnchanged() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        byte[] value = new byte[5_000_000];
        new Random(42).nextBytes(value);
        CompletableFuture<Void> empty =
                mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), 1, new byte[0]));
        CompletableFuture<Void> large = mutator.mutate(new Put(bytes("b")).addColumn(bytes("f"), bytes("q"), 1, value));
        CompletableFuture<Void> none =
                mutator.mutate(new Put(bytes("c")).addColumn(bytes("f"), bytes("q"), 1, (byte[]) null));
        acknowledge(mutator, empty, large, none);
        List<CellText> cells = session.everything(table);
        assertThat(cells).hasSize(3);
        assertThat(cells.get(0)).isEqualTo(put("a", "f", "q", 1, ""));
        assertThat(cells.get(1).value().equals(text(value)))
                .as("5 MB read back as written")
                .isTrue();
        assertThat(cells.get(2)).isEqualTo(put("c", "f", "q", 1, ""));
    }

    @Test
    void put_largeValuesInManyRows_eachUnchanged() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        Random random = new Random(7);
        List<CellText> expected = new ArrayList<>();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        // Around the size of a block, 64 KiB, and of the half from which on a mutation has a block of its own.
        for (int length : new int[] {1, 32_600, 32_700, 32_768, 65_400, 65_536, 65_600, 300_000, 1_000_000}) {
            byte[] value = new byte[length];
            random.nextBytes(value);
            String row = String.format("%08d", length);
            futures.add(mutator.mutate(new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), 1, value)));
            expected.add(put(row, "f", "q", 1, text(value)));
        }
        acknowledge(mutator, futures);
        assertThat(session.everything(table).equals(expected))
                .as("values read back as written")
                .isTrue();
    }

    @Test
    void put_emptyAndNullQualifier_sameColumn() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        acknowledge(
                mutator,
                mutator.mutate(new Put(bytes("a")).addColumn(bytes("f"), new byte[0], 1, bytes("v"))),
                mutator.mutate(new Put(bytes("b")).addColumn(bytes("f"), (byte[]) null, 1, bytes("w"))));
        assertThat(session.everything(table)).containsExactly(put("a", "f", "", 1, "v"), put("b", "f", "", 1, "w"));
    }

    @Test
    void put_longestRowAndFamily_stored() throws Exception {
        String family = "f".repeat(127);
        TableName table = session.table(family);
        AsyncBufferedMutator mutator = session.mutator(table);
        byte[] row = new byte[HConstants.MAX_ROW_LENGTH];
        Arrays.fill(row, (byte) 0xff);
        byte[] qualifier = new byte[40_000];
        acknowledge(mutator, mutator.mutate(new Put(row).addColumn(bytes(family), qualifier, 1, bytes("v"))));
        assertThat(session.everything(table)).containsExactly(put(text(row), family, text(qualifier), 1, "v"));
    }

    @Test
    void delete_longestRowWithoutCells_rowGone() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        byte[] row = new byte[HConstants.MAX_ROW_LENGTH];
        acknowledge(mutator, mutator.mutate(new Put(row).addColumn(bytes("f"), bytes("q"), 1, bytes("v"))));
        acknowledge(mutator, mutator.mutate(new Delete(row)));
        assertThat(session.visible(table)).isEmpty();
    }

    @Test
    void put_tenFamilies_allStored() throws Exception {
        List<String> families = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            families.add("f" + i);
        }
        TableName table = session.table(families.toArray(String[]::new));
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CellText> expected = new ArrayList<>();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 100; i < 200; i++) {
            List<String> order = new ArrayList<>(families);
            Collections.shuffle(order, new Random(i));
            Put put = new Put(bytes("r" + i), i);
            for (String family : order) {
                put.addColumn(bytes(family), bytes("q"), bytes(family + i));
            }
            futures.add(mutator.mutate(put));
            for (String family : families) {
                expected.add(put("r" + i, family, "q", i, family + i));
            }
        }
        acknowledge(mutator, futures);
        assertThat(session.everything(table)).isEqualTo(expected);
    }
}
