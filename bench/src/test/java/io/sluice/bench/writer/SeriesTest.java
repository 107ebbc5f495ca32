package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.sluice.bench.result.Figure;
import io.sluice.bench.writer.Order.Stage;
import io.sluice.bench.writer.Outcome.Latencies;
import io.sluice.bench.writer.Outcome.Puts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final Order ORDER = Order.unpaced(
            Stage.PUTS, new Target("bench", Map.of("a.key", "a value"), 42), new Load(8, 100, true), 1_000, 20);
    private static final Entrant OURS = Entrant.withDefaults(Contender.SLUICE);
    private static final Outcome SLOW =
            new Outcome(new Puts(1_000, 2_000_000_000L, 4_000_000, 300_000, 6_000_000, 1_000_000), null, null, null);
    private static final Outcome FAST =
            new Outcome(new Puts(1_000, 1_000_000_000L, 2_000_000, 100_000, 2_000_000, 500_000), null, null, null);

    @Test
    void figures_ofTwoJvms_areMedianLowestAndHighestWithTheSamples() {
        Series series = new Series(OURS);
        series.add(ORDER, SLOW);
        series.add(ORDER, FAST);
        assertThat(series.rate()).isEqualTo(new Figure("sluice", 750, 500, 1_000, List.of(500.0, 1_000.0)));
        assertThat(series.clientCpuMicros()).isEqualTo(new Figure("sluice", 3, 2, 4, List.of(4.0, 2.0)));
        assertThat(series.allocatedBytes()).isEqualTo(new Figure("sluice", 200, 100, 300, List.of(300.0, 100.0)));
        assertThat(series.serverCpuMicros()).isEqualTo(new Figure("sluice", 4, 2, 6, List.of(6.0, 2.0)));
        assertThat(series.collectorMicros().samples()).containsExactly(1.0, 0.5);
    }

    @Test
    void figures_afterAFailedRound_areNotNumbers() {
        Series series = new Series(Entrant.withDefaults(Contender.ASYNCHBASE));
        series.add(ORDER, FAST);
        series.add(ORDER, Outcome.failed("died"));
        assertThat(series.isFailed()).isTrue();
        assertThat(series.rate().value()).isNaN();
    }

    @Test
    void syscalls_counted_areForEachPut() {
        Series series = new Series(OURS);
        assertThat(Metric.SYSCALLS.row("x", List.of(series)).figures()).isEmpty();
        series.add(ORDER, new Outcome(null, null, 50L, null));
        assertThat(Metric.SYSCALLS.row("x", List.of(series)).ours().value()).isEqualTo(0.05);
    }

    @Test
    void latency_ofContenderWithoutFutures_isNotInTheRow() {
        Metric p50 = Metric.latency("p50", 10, Latencies::p50Micros);
        List<Series> both = List.of(new Series(OURS), new Series(Entrant.withDefaults(Contender.HBASE_SYNC)));
        assertThat(p50.row("x", both).figures()).extracting(Figure::contender).containsExactly("sluice");
    }

    @Test
    void latency_ofSeveralLingers_isThatOfEach() {
        Series series = new Series(OURS);
        for (int linger : new int[] {1, 10}) {
            series.add(
                    new Order(Stage.PACED, ORDER.target(), ORDER.load(), 1, 1, 1, linger),
                    new Outcome(null, new Latencies(linger * 100, 0, 0), null, null));
        }
        assertThat(series.latency(1, Latencies::p50Micros).value()).isEqualTo(100);
        assertThat(series.latency(10, Latencies::p50Micros).value()).isEqualTo(1_000);
        assertThat(series.latency(100, Latencies::p50Micros).value()).isNaN();
    }

    @Test
    void orderAndOutcome_asJson_areOneLineAndTheSame() {
        Gson gson = new Gson();
        assertThat(gson.toJson(ORDER)).doesNotContain("\n");
        assertThat(gson.fromJson(gson.toJson(ORDER), Order.class)).isEqualTo(ORDER);
        assertThat(gson.fromJson(gson.toJson(SLOW), Outcome.class)).isEqualTo(SLOW);
    }

    @Test
    void due_ofPutsOfAllThreads_isEvenlySpaced() {
        Schedule schedule = new Schedule(500, 1_000_000);
        assertThat(List.of(schedule.due(0), schedule.due(1), schedule.due(3_000_000)))
                .containsExactly(500L, 1_500L, 3_000_000_500L);
    }

    @Test
    void parse_linesOfPerf_findsTheCountOnly() {
        assertThat(SyscallCounter.parse("3632,,raw_syscalls:sys_enter,1002,100.00,,"))
                .isEqualTo(3632);
        assertThat(SyscallCounter.parse("<not supported>,,raw_syscalls:sys_enter,0,100.00,,"))
                .isNull();
        assertThat(SyscallCounter.parse("Error: no permission")).isNull();
    }
}
