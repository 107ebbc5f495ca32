package io.sluice.internal.flow;

import io.sluice.LongForm;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of entering, waiting, leaving the queue and giving places back. Every request gives its place
 * back, so in the end nobody may wait and no place may be taken.
 *
 * <p>Seen failing when {@code RequestWindow.enter} does not call {@code letIn()}: a place that is given back in between is
 * not taken.
 */
@Tag(LongForm.TAG)
public class RequestWindowModelTest {
    private final RequestWindow window = new RequestWindow(WindowSize.fixed(1), new AtomicInteger());

    /** Whether the window was kept. */
    @Operation
    public boolean request() {
        if (window.tryEnter()) {
            return answered();
        }
        RequestWindow.Waiting unused = window.enter(this::answered);
        return true;
    }

    @Operation
    public boolean requestThatGivesUp() {
        RequestWindow.Waiting waiting = window.enter(this::answered);
        boolean unused = waiting.cancel();
        return true;
    }

    private boolean answered() {
        boolean kept = window.state().inFlight() == 1;
        window.leave();
        return kept;
    }

    @Validate
    public void nobodyWaitsInTheEnd() {
        require(window.state().inFlight() == 0, "a place is lost");
        require(window.state().waiting() == 0, "somebody waits");
    }

    /** Not by AssertJ, whose objects do not let themselves be compared by Lincheck. */
    private static void require(boolean kept, String what) {
        if (!kept) {
            throw new AssertionError(what);
        }
    }

    @Test
    void window_anyInterleaving_nobodyIsForgotten() {
        new ModelCheckingOptions()
                .actorsBefore(0)
                .actorsAfter(0)
                .threads(2)
                .actorsPerThread(2)
                .iterations(LongForm.choose(4, 20))
                .invocationsPerIteration(LongForm.choose(400, 2_000))
                .check(getClass());
    }
}
