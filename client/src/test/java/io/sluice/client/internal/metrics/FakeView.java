package io.sluice.client.internal.metrics;

import io.sluice.internal.metrics.ClientNumbers;
import java.util.Map;

/** A connection with two event loops and nothing else; what is counted, the test counts. */
final class FakeView {
    private FakeView() {}

    static ClientView create() {
        return new ClientView(
                new ClientNumbers(),
                Map::of,
                table -> 0,
                () -> Map.of("rs1:16020", new ClientView.Window(4, 3, 2)),
                Map::of,
                () -> 7,
                () -> 1,
                100,
                () -> 5,
                () -> 3,
                () -> 2,
                65_536,
                () -> 11,
                2,
                loop -> loop);
    }
}
