package io.sluice.internal.memory;

import io.sluice.LongForm;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of taking, giving back, queueing up and leaving the queue. Every operation gives back what it
 * took, so nothing may be held in the end and nobody may wait for ever.
 *
 * <p>Seen failing when {@code ByteBudget.file} does not call {@code give(0)}: what is given back in between wakes
 * nobody.
 */
@Param(name = "bytes", gen = IntGen.class, conf = "1:3")
@Tag(LongForm.TAG)
public class ByteBudgetModelTest {
    private static final int LIMIT = 3;

    private final ByteBudget budget = new ByteBudget(LIMIT, 2);

    /** Whether the limit was kept. */
    @Operation
    public boolean tryTake(@Param(name = "bytes") int bytes) {
        return !budget.tryTake(bytes) || use(bytes);
    }

    @Operation
    public boolean claim(@Param(name = "bytes") int bytes) {
        ByteBudget.Claim claim = budget.claim(bytes);
        claim.granted().join();
        return (!claim.use() || use(bytes)) && left(claim);
    }

    @Operation
    public boolean claimWithoutWaiting(@Param(name = "bytes") int bytes) {
        ByteBudget.Claim claim = budget.claim(bytes);
        boolean granted = claim.granted().isDone();
        return (!granted || !claim.use() || use(bytes)) && left(claim);
    }

    private static boolean left(ByteBudget.Claim claim) {
        claim.leave();
        return true;
    }

    private boolean use(int bytes) {
        boolean kept = budget.usedBytes() <= LIMIT;
        budget.give(bytes);
        return kept;
    }

    @Operation
    public boolean awaitRoom() {
        budget.ready(1).granted().join();
        return true;
    }

    @Validate
    public void nothingIsHeldInTheEnd() {
        require(budget.usedBytes() == 0, "bytes are lost");
        require(!budget.hasWaiters(), "somebody waits");
    }

    /** Not by AssertJ, whose objects do not let themselves be compared by Lincheck. */
    private static void require(boolean kept, String what) {
        if (!kept) {
            throw new AssertionError(what);
        }
    }

    @Test
    void budget_anyInterleaving_losesNeitherBytesNorWaiters() {
        new ModelCheckingOptions()
                .actorsBefore(0)
                .actorsAfter(0)
                .threads(3)
                .actorsPerThread(2)
                .iterations(LongForm.choose(1, 10))
                .invocationsPerIteration(LongForm.choose(150, 500))
                .check(getClass());
    }
}
