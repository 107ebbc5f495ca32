package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void enter_full_waitsForOneThatSettles() throws Exception {
        Window window = new Window(2);
        window.enter();
        window.enter();
        CompletableFuture<Void> third = CompletableFuture.runAsync(() -> enter(window));
        assertThat(third).isNotDone();
        window.failed();
        third.join();
        window.acknowledged();
        window.acknowledged();
        window.awaitEmpty();
        assertThat(window.acknowledgedCount()).isEqualTo(2);
        assertThat(window.failedCount()).isEqualTo(1);
    }

    private static void enter(Window window) {
        try {
            window.enter();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
