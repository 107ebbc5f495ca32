package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.MutationScope;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RetriesExhaustedWithDetailsException;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.sync.BufferedMutatorOverAsync;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The synchronous mutator and the scope over the whole engine: who waits for a mutation finds its failure. */
class BlockingFacesTest {
    private static final int ROUNDS = 200;
    private static final int ROWS = 40;

    private static String text(byte[] row) {
        return new String(row, StandardCharsets.US_ASCII);
    }

    /** Refuses the rows that contain "bad". */
    private static ServerBatchResult refuseBad(ServerBatch request) {
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        for (int i = 0; i < errors.length; i++) {
            String row = text(request.batch().row(request.mutation(i)));
            errors[i] = row.contains("bad") ? new NoSuchColumnFamilyException("no f for " + row) : null;
        }
        return ServerBatchResult.answered(errors);
    }

    /** Rows of both regions, some of them bad. */
    private static String row(int round, int i) {
        return (i % 2 == 0 ? "a" : "z") + (i % 7 == round % 7 ? "bad" : "good") + round + "-" + i;
    }

    private static List<String> bad(int round) {
        List<String> bad = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            if (row(round, i).contains("bad")) {
                bad.add(row(round, i));
            }
        }
        return bad;
    }

    private static void assertNames(RetriesExhaustedWithDetailsException error, List<String> expected) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < error.getNumExceptions(); i++) {
            String row = text(error.getRow(i).getRow());
            rows.add(row);
            assertThat(error.getRow(i)).hasToString(put(row, 10).toString());
            assertThat(error.getCause(i)).hasMessageContaining("no f for " + row);
        }
        assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void flush_someRefused_findsEachOfThem() throws Exception {
        try (LiveEngine engine = new LiveEngine(50_000)) {
            engine.script(BlockingFacesTest::refuseBad);
            BufferedMutatorParams params = new BufferedMutatorParams(Regions.TABLE);
            List<RetriesExhaustedWithDetailsException> heard = new ArrayList<>();
            BufferedMutator mutator = new BufferedMutatorOverAsync(
                    BufferedMutatorOverAsync.build(engine.builder(), params),
                    (error, from) -> heard.add(error),
                    closed -> {});
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < ROWS; i++) {
                    mutator.mutate(put(row(round, i), 10));
                }
                mutator.flush();
                List<String> found = new ArrayList<>();
                for (RetriesExhaustedWithDetailsException error : heard) {
                    for (int i = 0; i < error.getNumExceptions(); i++) {
                        found.add(text(error.getRow(i).getRow()));
                    }
                }
                assertThat(found).containsExactlyInAnyOrderElementsOf(bad(round));
                heard.clear();
            }
            mutator.close();
        }
    }

    @Test
    void join_completionsOnAnExecutor_findsEachFailure() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (LiveEngine engine = new LiveEngine(50_000)) {
            engine.script(BlockingFacesTest::refuseBad);
            MutationScope scope = engine.builder(executor).build().openScope();
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < ROWS; i++) {
                    scope.mutate(put(row(round, i), 10));
                }
                RetriesExhaustedWithDetailsException error =
                        catchThrowableOfType(RetriesExhaustedWithDetailsException.class, scope::join);
                assertNames(error, bad(round));
            }
            assertThat(scope.join()).isEqualTo((long) ROUNDS * ROWS - failures());
        } finally {
            executor.shutdown();
        }
    }

    private static long failures() {
        long failures = 0;
        for (int round = 0; round < ROUNDS; round++) {
            failures += bad(round).size();
        }
        return failures;
    }
}
