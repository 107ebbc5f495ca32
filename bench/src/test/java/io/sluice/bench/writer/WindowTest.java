package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final int SIZE = 1_000;

    @Test
    void enter_full_waitsUntilAPortionHasSettled() throws Exception {
        Window window = new Window(SIZE);
        for (int i = 0; i < SIZE; i++) {
            window.enter();
        }
        CompletableFuture<Void> next = CompletableFuture.runAsync(() -> enter(window));
        for (int i = 0; i < 99; i++) {
            window.acknowledged();
        }
        assertThat(next).isNotDone();

        window.failed();

        next.join();
        for (int i = 0; i < SIZE - 100 + 1; i++) {
            window.acknowledged();
        }
        window.awaitEmpty();
        assertThat(window.acknowledgedCount()).isEqualTo(SIZE);
        assertThat(window.failedCount()).isOne();
    }

    private static void enter(Window window) {
        try {
            window.enter();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
