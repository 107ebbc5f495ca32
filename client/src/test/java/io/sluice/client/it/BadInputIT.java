package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.put;
import static io.sluice.client.it.Session.acknowledge;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Append;
import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Cell;
import io.sluice.CellBuilderFactory;
import io.sluice.CellBuilderType;
import io.sluice.Delete;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.WrongRowIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is refused is refused at once, says why, and leaves no trace in the table; the mutator goes on. */
@SuppressWarnings("NullAway.Init") // BeforeEach sets the fields.
class BadInputIT {
    private static final byte[] ROW = bytes("r");
    private static final byte[] FAMILY = bytes("f");
    private static final byte[] QUALIFIER = bytes("q");
    private static final int BUDGET = 1 << 20;

    @RegisterExtension
    final Session session = new Session(conf -> {}, builder -> builder.bufferBudget(BUDGET));

    private TableName table;
    private AsyncBufferedMutator mutator;

    @BeforeEach
    void openMutator() throws Exception {
        table = session.table("f");
        mutator = session.mutator(table, builder -> builder.setMaxKeyValueSize(100_000));
    }

    @AfterEach
    void onlyGoodRowStored() throws Exception {
        acknowledge(mutator, mutator.mutate(new Put(bytes("good")).addColumn(FAMILY, QUALIFIER, 1, bytes("v"))));
        assertThat(session.everything(table)).containsExactly(put("good", "f", "q", 1, "v"));
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().acknowledged()).isEqualTo(1);
        assertThat(mutator.state().failed()).isZero();
    }

    @Test
    void row_empty_refused() {
        assertRefused(() -> new Put(new byte[0]), "row", "empty");
        assertRefused(() -> new Delete(new byte[0]), "row", "empty");
        assertRefused(() -> new Increment(new byte[0]), "row", "empty");
        assertRefused(() -> new Append(new byte[0]), "row", "empty");
        assertRefused(() -> new RowMutations(new byte[0]), "row", "empty");
    }

    @Test
    void row_tooLong_refused() {
        byte[] row = new byte[32_768];
        assertRefused(() -> new Put(row), "row", "32768", "32767");
        assertRefused(() -> new Delete(row), "row", "32768", "32767");
        assertRefused(() -> new Put(row, 0, row.length), "row", "32768", "32767");
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without null checks may do.
    void rowOrFamily_null_refused() {
        assertRefused(() -> new Put((byte[]) null), "row", "null");
        assertRefused(() -> new Delete((byte[]) null), "row", "null");
        assertRefused(() -> new Put(ROW).addColumn(null, QUALIFIER, bytes("v")), "family", "null");
        assertRefused(() -> new Delete(ROW).addFamily(null), "family", "null");
    }

    @Test
    void family_emptyOrTooLong_refused() {
        byte[] none = new byte[0];
        byte[] tooLong = new byte[128];
        assertRefused(() -> new Put(ROW).addColumn(none, QUALIFIER, bytes("v")), "family", "empty");
        assertRefused(() -> new Delete(ROW).addFamily(none), "family", "empty");
        assertRefused(() -> new Put(ROW).addColumn(tooLong, QUALIFIER, bytes("v")), "family", "128", "127");
        assertRefused(() -> new Increment(ROW).addColumn(tooLong, QUALIFIER, 1), "family", "128", "127");
        assertRefused(() -> new Append(ROW).addColumn(tooLong, QUALIFIER, bytes("v")), "family", "128", "127");
    }

    @Test
    void timestamp_negative_refused() {
        assertRefused(() -> new Put(ROW, -1), "timestamp", "-1");
        assertRefused(() -> new Delete(ROW, -2), "timestamp", "-2");
        assertRefused(() -> new Put(ROW).addColumn(FAMILY, QUALIFIER, -3, bytes("v")), "timestamp", "-3");
        assertRefused(() -> new Put(ROW).setTimestamp(Long.MIN_VALUE), "timestamp", "-9223372036854775808");
        assertRefused(() -> new Put(ROW).setTTL(-5), "TTL", "-5");
    }

    @Test
    void cell_ofAnotherRow_refused() {
        var cell = CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                .setRow(bytes("other"))
                .setFamily(FAMILY)
                .setType(Cell.Type.Put)
                .build();
        assertThatThrownBy(() -> new Put(ROW).add(cell))
                .isInstanceOf(WrongRowIOException.class)
                .hasMessageContaining("other")
                .hasMessageContaining("'r'");
    }

    @Test
    void mutation_withoutCells_refused() {
        assertRefused(() -> mutator.mutate(new Put(ROW)), "No columns", "Put", "'r'");
        assertRefused(() -> mutator.mutate(new Increment(ROW)), "No columns", "Increment");
        assertRefused(() -> mutator.mutate(new Append(ROW)), "No columns", "Append");
        assertRefused(() -> mutator.mutate(new RowMutations(ROW)), "no mutation", "'r'");
    }

    @Test
    void cell_overTheLimit_refused() {
        Put large = new Put(ROW).addColumn(FAMILY, QUALIFIER, new byte[100_000]);
        assertRefused(
                () -> mutator.mutate(large),
                "KeyValue size too large",
                Integer.toString(large.maxCellSize()),
                "100000",
                "hbase.client.keyvalue.maxsize");
        assertRefused(() -> mutator.mutate(RowMutations.of(List.of(large))), "KeyValue size too large", "100000");
    }

    @Test
    void cell_exactlyTheLimit_accepted() throws Exception {
        int overhead =
                new Put(bytes("good")).addColumn(FAMILY, QUALIFIER, new byte[0]).maxCellSize();
        Put largest = new Put(bytes("good")).addColumn(FAMILY, QUALIFIER, 2, new byte[100_000 - overhead]);
        AsyncBufferedMutator other = session.mutator(session.table("f"), b -> b.setMaxKeyValueSize(100_000));
        acknowledge(other, other.mutate(largest));
    }

    @Test
    void mutation_overTheBudget_refused() {
        AsyncBufferedMutator unlimited = session.mutator(table, builder -> builder.setMaxKeyValueSize(0));
        assertRefused(
                () -> unlimited.mutate(new Put(ROW).addColumn(FAMILY, QUALIFIER, new byte[BUDGET])),
                "'r'",
                Integer.toString(BUDGET),
                "bufferBudget");
    }

    @Test
    void list_oneBadElement_noneAccepted() {
        List<Mutation> mutations = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            mutations.add(new Put(bytes("r" + i)).addColumn(FAMILY, QUALIFIER, bytes("v")));
        }
        mutations.set(7, new Put(bytes("r7")));
        assertRefused(() -> mutator.mutate(mutations), "mutation 7 of 10", "none was accepted", "No columns");
        assertRefused(() -> mutator.mutateAll(mutations), "mutation 7 of 10", "none was accepted", "No columns");
        assertThat(mutator.state().pending()).isZero();
        assertThat(mutator.state().budgetUsedBytes()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without null checks may do.
    void list_nullElement_noneAccepted() {
        List<Mutation> mutations =
                new ArrayList<>(Arrays.asList(new Put(ROW).addColumn(FAMILY, QUALIFIER, bytes("v")), null));
        assertRefused(() -> mutator.mutate(mutations), "mutation 1 of 2", "none was accepted");
        assertThat(mutator.state().pending()).isZero();
    }

    @Test
    void tableName_illegal_refused() {
        List<String> illegal = List.of(
                "",
                "a b",
                "a/b",
                ".a",
                "-a",
                "a:b:c",
                ":a",
                "a:",
                "n-s:t",
                "a\u0000",
                "zookeeper",
                "-ROOT-",
                "a\u20ac");
        for (String name : illegal) {
            assertRefused(() -> TableName.valueOf(name), "table name", name.equals("a\u0000") ? "U+0000" : name);
        }
    }

    @Test
    void tableName_meta_refused() {
        assertRefused(() -> session.connection().getBufferedMutator(TableName.META_TABLE_NAME), "hbase:meta");
    }

    @Test
    void settings_illegal_refused() {
        var builder = session.connection().getBufferedMutatorBuilder(table);
        assertRefused(() -> builder.setWriteBufferSize(0), "writeBufferSize", "0");
        assertRefused(() -> builder.setOperationTimeout(-1, TimeUnit.SECONDS), "operationTimeout", "-1");
        assertRefused(() -> builder.setMaxAttempts(0), "maxAttempts", "0");
        assertRefused(() -> builder.setRetryPause(-1, TimeUnit.SECONDS), "retryPause", "-1");
        assertRefused(() -> builder.setMaxRequestRows(0), "maxRequestRows", "0");
        assertRefused(() -> builder.setBackpressure(Backpressure.block(Duration.ofSeconds(-1))), "negative");
    }

    @Test
    void mutate_refusedBetweenGoodOnes_goodOnesStored() throws Exception {
        TableName other = session.table("f");
        AsyncBufferedMutator writer = session.mutator(other);
        CompletableFuture<Void> first = writer.mutate(new Put(bytes("a")).addColumn(FAMILY, QUALIFIER, 1, bytes("1")));
        assertRefused(() -> writer.mutate(new Put(bytes("b"))), "No columns");
        CompletableFuture<Void> last = writer.mutate(new Put(bytes("c")).addColumn(FAMILY, QUALIFIER, 1, bytes("3")));
        acknowledge(writer, first, last);
        assertThat(session.everything(other)).containsExactly(put("a", "f", "q", 1, "1"), put("c", "f", "q", 1, "3"));
    }

    private static void assertRefused(ThrowingCallable call, String... texts) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.getMessage()).contains(texts));
    }
}
