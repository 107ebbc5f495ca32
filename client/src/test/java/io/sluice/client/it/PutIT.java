package io.sluice.client.it;

import static io.sluice.client.it.CellText.ANY;
import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Durability;
import io.sluice.Put;
import io.sluice.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PutIT {
    @RegisterExtension
    final Session session = new Session(conf -> conf.setBoolean("sluice.client.verify.cells", true));

    @Test
    void put_oneCell_storedWithTheTimeOfTheServer() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        long before = System.currentTimeMillis();
        acknowledge(mutator, mutator.mutate(new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("v"))));

        List<CellText> cells = session.everything(table);
        assertThat(cells).extracting(CellText::anyTime).containsExactly(put("r", "f", "q", ANY, "v"));
        assertThat(cells.get(0).timestamp()).isBetween(before, System.currentTimeMillis());
    }

    @Test
    void put_manyCellsFamiliesAndTimestamps_eachStored() throws Exception {
        TableName table = session.table("a", "b", "c");
        AsyncBufferedMutator mutator = session.mutator(table);
        Put put = new Put(bytes("r"), 7)
                .addColumn(bytes("c"), bytes("q1"), 1, bytes("c1"))
                .addColumn(bytes("a"), bytes("q2"), bytes("own timestamp"))
                .addColumn(bytes("b"), bytes("q"), 9, bytes("newer"))
                .addColumn(bytes("b"), bytes("q"), 8, bytes("older"))
                .addColumn(bytes("a"), bytes("q1"), Long.MAX_VALUE - 1, bytes("far future"));
        acknowledge(mutator, mutator.mutate(put));

        assertThat(session.everything(table))
                .containsExactly(
                        put("r", "a", "q1", Long.MAX_VALUE - 1, "far future"),
                        put("r", "a", "q2", 7, "own timestamp"),
                        put("r", "b", "q", 9, "newer"),
                        put("r", "b", "q", 8, "older"),
                        put("r", "c", "q1", 1, "c1"));
    }

    @Test
    void put_arraysChangedAfterMutate_storedAsTheyWere() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        byte[] row = bytes("row");
        byte[] value = bytes("value");
        Put put = new Put(row, true).addColumn(bytes("f"), bytes("q"), 1, value);
        CompletableFuture<Void> first = mutator.mutate(put);
        value[0] = 'X';
        row[0] = 'X';
        acknowledge(mutator, first);
        assertThat(session.everything(table)).containsExactly(put("row", "f", "q", 1, "value"));
    }

    @Test
    void put_sameRowTwiceInABatch_laterOneWins() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CompletableFuture<Void>> futures = mutator.mutate(List.of(
                new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("first")),
                new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("second"))));
        acknowledge(mutator, futures);
        assertThat(session.visible(table))
                .extracting(CellText::anyTime)
                .containsExactly(put("r", "f", "q", ANY, "second"));
    }

    @Test
    void put_shortTtl_visibleAndThenGone() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        CompletableFuture<Void> mortal = mutator.mutate(new Put(bytes("mortal"))
                .addColumn(bytes("f"), bytes("q"), bytes("v"))
                .setTTL(3_000));
        CompletableFuture<Void> immortal =
                mutator.mutate(new Put(bytes("other")).addColumn(bytes("f"), bytes("q"), bytes("v")));
        acknowledge(mutator, mortal, immortal);
        assertThat(session.visible(table)).extracting(CellText::row).containsExactly("mortal", "other");
        await().atMost(Session.LIMIT)
                .untilAsserted(() -> assertThat(session.visible(table))
                        .extracting(CellText::row)
                        .containsExactly("other"));
    }

    @Test
    void put_everyDurability_stored() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        List<CellText> expected = new ArrayList<>();
        for (Durability durability : Durability.values()) {
            String row = "r" + durability.ordinal();
            acknowledge(
                    mutator,
                    mutator.mutate(new Put(bytes(row))
                            .addColumn(bytes("f"), bytes("q"), 1, bytes(durability.name()))
                            .setDurability(durability)));
            expected.add(put(row, "f", "q", 1, durability.name()));
        }
        assertThat(expected).hasSize(5);
        assertThat(session.everything(table)).isEqualTo(expected);
    }

    @Test
    void put_attributesOfOperationAndRequest_acceptedAndStored() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(
                table,
                builder ->
                        builder.setRequestAttribute("who", bytes("a test")).setRequestAttribute("empty", new byte[0]));
        assertThat(mutator.getRequestAttributes()).containsOnlyKeys("who", "empty");
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        Map<String, byte[]> attributes = Map.of("a", bytes("1"), "b", new byte[0], "c", new byte[10_000]);
        for (int i = 0; i < 3; i++) {
            Put put = new Put(bytes("r" + i)).addColumn(bytes("f"), bytes("q"), 1, bytes("v" + i));
            put.setId("operation " + i);
            attributes.forEach(put::setAttribute);
            futures.add(mutator.mutate(put));
        }
        acknowledge(mutator, futures);
        assertThat(session.everything(table))
                .containsExactly(
                        put("r0", "f", "q", 1, "v0"), put("r1", "f", "q", 1, "v1"), put("r2", "f", "q", 1, "v2"));
    }

    @Test
    void mutateAll_severalPuts_oneFutureForAll() throws Exception {
        TableName table = session.table("f");
        AsyncBufferedMutator mutator = session.mutator(table);
        CompletableFuture<Void> all = mutator.mutateAll(List.of(
                new Put(bytes("a")).addColumn(bytes("f"), bytes("q"), 1, bytes("1")),
                new Put(bytes("b")).addColumn(bytes("f"), bytes("q"), 1, bytes("2"))));
        acknowledge(mutator, all);
        assertThat(session.everything(table)).containsExactly(put("a", "f", "q", 1, "1"), put("b", "f", "q", 1, "2"));
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().acknowledged()).isEqualTo(2);
    }
}
