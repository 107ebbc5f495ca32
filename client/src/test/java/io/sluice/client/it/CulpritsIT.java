package io.sluice.client.it;

import static io.sluice.client.it.CellText.bytes;
import static io.sluice.client.it.CellText.text;
import static io.sluice.client.it.Session.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.DoNotRetryIOException;
import io.sluice.Increment;
import io.sluice.Mutation;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.TableName;
import io.sluice.embedded.EmbeddedOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutations that HBase refuses, and with them all others of the region that came in the same request. */
class CulpritsIT {
    private static final int COUNT = 2_000;
    private static final int LARGEST_CELL = 64 << 10;
    private static final byte[] FAMILY = bytes("f");
    private static final byte[] QUALIFIER = bytes("q");

    @RegisterExtension
    static final OwnHBase HBASE = new OwnHBase(
            EmbeddedOptions.defaults().withSetting("hbase.server.keyvalue.maxsize", Integer.toString(LARGEST_CELL)));

    private static AsyncBufferedMutator mutator(TableName table) {
        return HBASE.connection()
                .getBufferedMutatorBuilder(table)
                .setWriteBufferSize(16 << 20)
                .setMaxRequestSize(16 << 20)
                .setMaxRequestRows(COUNT)
                .setRetryPause(20, TimeUnit.MILLISECONDS)
                .setMaxAttempts(5)
                .disableWriteBufferPeriodicFlush()
                .build();
    }

    private static Put row(int number) {
        return new Put(bytes(name(number))).addColumn(FAMILY, QUALIFIER, bytes("value " + number));
    }

    private static String name(int number) {
        return String.format("row%05d", number);
    }

    private static Set<Integer> culprits(int count) {
        return count == 1 ? Set.of(777) : Set.of(0, 1, 999, 1_500, 1_999);
    }

    /** Writes rows, of which some are bad, in few requests; returns the error of each bad one. */
    private static List<Throwable> write(TableName table, Set<Integer> bad, Function<Integer, Mutation> culprit)
            throws Exception {
        AsyncBufferedMutator mutator = mutator(table);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            futures.add(mutator.mutate(bad.contains(i) ? culprit.apply(i) : row(i)));
        }
        mutator.flush();
        List<Throwable> errors = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            if (bad.contains(i)) {
                errors.add(failure(futures.get(i)));
            } else {
                assertThat(futures.get(i)).as("row %d", i).succeedsWithin(Session.LIMIT);
            }
        }
        // The counters follow the futures by a moment.
        Session.assertNothingHeld(mutator);
        assertThat(mutator.state().failed()).isEqualTo(bad.size());
        mutator.close();
        return errors;
    }

    private static List<String> innocents(Set<Integer> bad) {
        return IntStream.range(0, COUNT)
                .filter(i -> !bad.contains(i))
                .mapToObj(CulpritsIT::name)
                .toList();
    }

    @ParameterizedTest(name = "culprits={0}")
    @ValueSource(ints = {1, 5})
    void mutate_cellsTooLargeForTheServer_onlyTheyFail(int count) throws Exception {
        TableName table = HBASE.table(List.of());
        Set<Integer> bad = culprits(count);
        List<Throwable> errors =
                write(table, bad, i -> new Put(bytes(name(i))).addColumn(FAMILY, QUALIFIER, new byte[LARGEST_CELL]));
        assertThat(errors)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(DoNotRetryIOException.class)
                        .hasMessageContaining("exceeds limit of " + LARGEST_CELL)
                        .hasMessageEndingWith("hbase.server.keyvalue.maxsize of the server"));
        // The first batch is small, and such a cell alone in it.
        assertThat(errors)
                .filteredOn(error -> !String.valueOf(error.getMessage()).contains(name(0)))
                .allSatisfy(error ->
                        assertThat(RetriesExhaustedException.attemptsOf(error)).hasSizeGreaterThan(1));
        assertThat(HBASE.rows(table)).isEqualTo(innocents(bad));
    }

    @ParameterizedTest(name = "culprits={0}")
    @ValueSource(ints = {1, 5})
    void mutate_familyUnknown_onlyTheyFailAtOnce(int count) throws Exception {
        TableName table = HBASE.table(List.of(bytes(name(1_000))));
        Set<Integer> bad = culprits(count);
        List<Throwable> errors =
                write(table, bad, i -> new Put(bytes(name(i))).addColumn(bytes("nope"), QUALIFIER, bytes("v")));
        assertThat(errors)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(NoSuchColumnFamilyException.class)
                        .hasMessageContaining("; it has " + Bytes.toString(FAMILY))
                        .hasMessageNotContaining("BLOOMFILTER"));
        // The server names each one itself: nothing was sent twice.
        assertThat(errors)
                .allSatisfy(error ->
                        assertThat(RetriesExhaustedException.attemptsOf(error)).hasSize(1));
        assertThat(HBASE.rows(table)).isEqualTo(innocents(bad));
    }

    /** A time to live that is no number is found by an unchecked exception, which fails the call as a whole. */
    @Test
    void mutate_serverFailsTheWholeCallForOne_innocentsAreWrittenAndIncrementsCountOnce() throws Exception {
        TableName table = HBASE.table(List.of(bytes("row01000")));
        AsyncBufferedMutator mutator = mutator(table);
        List<CompletableFuture<Void>> innocents = new ArrayList<>();
        List<CompletableFuture<Void>> bad = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            if (i == 150) {
                Put culprit = row(10 * i);
                culprit.setAttribute("_ttl", new byte[] {1, 2, 3});
                bad.add(mutator.mutate(culprit));
            } else if (i % 10 == 0) {
                innocents.add(mutator.mutate(new Increment(bytes(name(10 * i))).addColumn(FAMILY, QUALIFIER, 1)));
            } else {
                innocents.add(mutator.mutate(row(10 * i)));
            }
        }
        mutator.flush();
        for (CompletableFuture<Void> future : innocents) {
            assertThat(future).succeedsWithin(Session.LIMIT);
        }
        Throwable error = failure(bad.get(0));
        assertThat(error)
                .isInstanceOf(RetriesExhaustedException.class)
                .hasMessageContaining("Put row 'row01500'")
                .hasMessageContaining("may have been applied");
        Session.assertNothingHeld(mutator);
        mutator.close();
        List<CellText> cells = HBASE.cells(table);
        assertThat(cells).hasSize(199);
        assertThat(cells.stream()
                        .filter(cell ->
                                cell.row().endsWith("00") && !cell.value().startsWith("value")))
                .hasSize(19)
                .allSatisfy(cell -> assertThat(cell.value()).isEqualTo(text(Bytes.toBytes(1L))));
    }
}
