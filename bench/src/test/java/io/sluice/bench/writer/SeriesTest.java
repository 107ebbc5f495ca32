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
    private static final Order ORDER = new Order(
            Stage.PUTS, new Target("bench", Map.of("a.key", "a value"), 42), new Load(8, 100, true), 1_000, 20, 0);
    private static final Outcome SLOW =
            new Outcome(new Puts(1_000, 2_000_000_000L, 4_000_000, 300_000, 6_000_000), null, null, null);
    private static final Outcome FAST =
            new Outcome(new Puts(1_000, 1_000_000_000L, 2_000_000, 100_000, 2_000_000), null, null, null);

    @Test
    void figures_ofTwoRounds_areMeanLowestAndHighest() {
        Series series = new Series(Contender.SLUICE);
        series.add(ORDER, SLOW);
        series.add(ORDER, FAST);
        assertThat(series.rate()).isEqualTo(new Figure("sluice", 750, 500, 1_000));
        assertThat(series.clientCpuMicros()).isEqualTo(new Figure("sluice", 3, 2, 4));
        assertThat(series.allocatedBytes()).isEqualTo(new Figure("sluice", 200, 100, 300));
        assertThat(series.serverCpuMicros()).isEqualTo(new Figure("sluice", 4, 2, 6));
    }

    @Test
    void figures_afterAFailedRound_areNotNumbers() {
        Series series = new Series(Contender.ASYNCHBASE);
        series.add(ORDER, FAST);
        series.add(ORDER, Outcome.failed("died"));
        assertThat(series.isFailed()).isTrue();
        assertThat(series.rate().value()).isNaN();
    }

    @Test
    void syscalls_counted_areForEachPut() {
        Series series = new Series(Contender.SLUICE);
        assertThat(Metric.SYSCALLS.row("x", List.of(series)).figures()).isEmpty();
        series.add(ORDER, new Outcome(null, null, 50L, null));
        assertThat(Metric.SYSCALLS.row("x", List.of(series)).ours().value()).isEqualTo(0.05);
    }

    @Test
    void latency_ofContenderWithoutFutures_isNotInTheRow() {
        Metric p50 = Metric.latency("p50 us", Latencies::p50Micros);
        List<Series> both = List.of(new Series(Contender.SLUICE), new Series(Contender.HBASE_SYNC));
        assertThat(p50.row("x", both).figures()).extracting(Figure::contender).containsExactly("sluice");
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
