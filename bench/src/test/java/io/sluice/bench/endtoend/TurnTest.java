package io.sluice.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.sluice.bench.writer.Outcome;
import io.sluice.bench.writer.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final Series.Round PUTS = new Series.Round(
            0,
            1_000,
            new Outcome(new Outcome.Puts(1_000, 500_000_000, 4_000, 300_000, 6_000, 1_000), null, null, null));
    private static final Series.Round PACED =
            new Series.Round(10, 100, new Outcome(null, new Outcome.Latencies(100.5, 200, 300), null, null));
    private static final Series.Round FAILED = new Series.Round(0, 1_000, Outcome.failed("died"));
    private static final Turn TURN = new Turn(List.of(
            new Turn.Measured("1 thread", "sluice", List.of(PUTS, PACED)),
            new Turn.Measured("1 thread", "asynchbase", List.of(FAILED)),
            new Turn.Measured("8 threads", "sluice", List.of(PACED))));

    @Test
    void rounds_ofAClientAndASituation_areThose() {
        assertThat(TURN.rounds("1 thread", "sluice")).containsExactly(PUTS, PACED);
        assertThat(TURN.rounds("8 threads", "sluice")).containsExactly(PACED);
        assertThat(TURN.rounds("8 threads", "asynchbase")).isEmpty();
    }

    @Test
    void turn_asJson_isTheSame() {
        Gson gson = new Gson();
        assertThat(gson.fromJson(gson.toJson(TURN), Turn.class)).isEqualTo(TURN);
    }
}
