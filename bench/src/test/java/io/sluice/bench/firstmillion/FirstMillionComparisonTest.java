package io.sluice.bench.firstmillion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.bench.firstmillion.FirstMillionComparison.Length;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.Row;
import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import io.sluice.bench.writer.FirstPutsMeasured;
import io.sluice.bench.writer.FirstPutsMeasured.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FirstMillionComparisonTest {
    private static final Length LENGTH = new Length(2, 1_000, 2, 3);
    private static final String LABEL = "100 bytes, 8 threads, callbacks, ";

    /** Each part takes as many milliseconds and as much processor time as the one before. */
    private static FirstPutsMeasured jvm(@Nullable Double firstMillis, int parts, double millis, long cpuMillis) {
        return new FirstPutsMeasured(
                firstMillis,
                IntStream.rangeClosed(1, parts)
                        .mapToObj(part -> new Part(
                                part * millis,
                                part * cpuMillis * 1_000_000,
                                part * cpuMillis * 400_000,
                                part * cpuMillis * 100_000,
                                500,
                                part * 2_000_000L,
                                part * 7_000_000L,
                                9_000_000))
                        .toList());
    }

    private static Map<Entrant, List<FirstPutsMeasured>> measured() {
        Map<Entrant, List<FirstPutsMeasured>> measured = new LinkedHashMap<>();
        measured.put(
                Entrant.withDefaults(Contender.SLUICE),
                List.of(jvm(10.0, 3, 100, 10), jvm(20.0, 3, 200, 20), jvm(30.0, 3, 900, 30)));
        measured.put(Entrant.withDefaults(Contender.SLUICE_FUTURES), List.of(jvm(10.0, 3, 100, 10)));
        measured.put(Entrant.withDefaults(Contender.HBASE_ASYNC), List.of(jvm(15.0, 2, 400, 100)));
        measured.put(Entrant.withDefaults(Contender.HBASE_SYNC), List.of(jvm(null, 2, 300, 90)));
        measured.put(Entrant.withDefaults(Contender.ASYNCHBASE), List.of());
        return measured;
    }

    private static Row row(List<Row> rows, String label, String unit) {
        return rows.stream()
                .filter(row -> row.label().equals(LABEL + label) && row.unit().equals(unit))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rows_severalJvms_areMediansFromTheStartOn() {
        List<Row> rows = FirstMillionComparison.rows(Map.of(FirstSituation.LONG, measured()), LENGTH);

        assertThat(row(rows, "first put acknowledged", "ms").figures())
                .extracting(Figure::contender, Figure::value)
                .containsExactly(
                        tuple("sluice", 20.0), tuple("hbase-client async", 15.0), tuple("asynchbase", Double.NaN));
        Figure ours = row(rows, "first 2,000 puts", "ms").ours();
        assertThat(ours).isEqualTo(new Figure("sluice", 400, 200, 1_800, List.of(200.0, 400.0, 1_800.0)));
        assertThat(row(rows, "puts 1,001 to 2,000", "us of CPU a put").ours().value())
                .isEqualTo(20);
        assertThat(row(rows, "puts 2,001 to 3,000", "us of CPU a put").figures())
                .hasSize(1);
        assertThat(row(rows, "first 1,000 puts", "ms of CPU of the rest").ours().value())
                .isEqualTo(10);
        assertThat(row(rows, "first 1,000 puts", "MB of memory at most").ours().value())
                .isEqualTo(9);
        assertThat(rows.stream().map(row -> row.label() + row.unit())).doesNotHaveDuplicates();
    }

    @Test
    void goals_bothForms_areComparedWithTheBestPeer() {
        FirstMillionComparison comparison = new FirstMillionComparison();
        List<Row> rows = FirstMillionComparison.rows(Map.of(FirstSituation.LONG, measured()), LENGTH);

        List<Goal> goals = comparison.goals(rows);

        assertThat(goals).hasSize(10);
        assertThat(goals.subList(0, 5))
                .extracting(Goal::text, Goal::actual, Goal::met)
                .containsExactly(
                        tuple("at least 1 x hbase-client async", 0.75, false),
                        tuple("at least 1.5 x hbase-client sync", 1.5, true),
                        tuple("at least 2 x asynchbase", Double.NaN, false),
                        tuple("at least 5 x hbase-client async", 5.0, true),
                        tuple("at most 1.3 x " + LABEL + "puts 2,001 to 3,000 (us of CPU a put)", 1.0, true));
    }

    @Test
    void goals_peerThatWasTuned_areBesideItsBetterForm() {
        Map<Entrant, List<FirstPutsMeasured>> measured = measured();
        measured.put(
                new Entrant(Contender.HBASE_ASYNC, Map.of("hbase.client.write.buffer", "8388608")),
                List.of(jvm(12.0, 2, 250, 60)));

        List<Goal> goals = new FirstMillionComparison()
                .goals(FirstMillionComparison.rows(Map.of(FirstSituation.LONG, measured), LENGTH));

        assertThat(goals.subList(0, 4))
                .extracting(Goal::text, Goal::actual)
                .containsExactly(
                        tuple("at least 1 x hbase-client async, tuned", 0.6),
                        tuple("at least 1.5 x hbase-client async, tuned", 1.25),
                        tuple("at least 2 x asynchbase", Double.NaN),
                        tuple("at least 5 x hbase-client async, tuned", 3.0));
    }

    @Test
    void goals_floor_isNoPeer() {
        Map<Entrant, List<FirstPutsMeasured>> measured = measured();
        measured.put(Entrant.withDefaults(Contender.FLOOR), List.of(jvm(5.0, 2, 100, 10)));

        List<Goal> goals = new FirstMillionComparison()
                .goals(FirstMillionComparison.rows(Map.of(FirstSituation.LONG, measured), LENGTH));

        assertThat(goals.subList(0, 4))
                .extracting(Goal::text, Goal::actual)
                .containsExactly(
                        tuple("at least 1 x hbase-client async (floor: 3)", 0.75),
                        tuple("at least 1.5 x hbase-client sync (floor: 3)", 1.5),
                        tuple("at least 2 x asynchbase", Double.NaN),
                        tuple("at least 5 x hbase-client async (floor: 10)", 5.0));
    }
}
