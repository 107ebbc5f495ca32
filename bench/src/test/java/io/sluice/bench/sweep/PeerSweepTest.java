package io.sluice.bench.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class PeerSweepTest {
    private static final SweptSetting SIZE = new SweptSetting(Contender.ASYNCHBASE, "size", List.of("1", "2"));
    private static final SweptSetting TICK = new SweptSetting(Contender.ASYNCHBASE, "tick", List.of("3"));
    private static final PeerSweep SWEEP = new PeerSweep(Contender.ASYNCHBASE, List.of(SIZE, TICK));

    private static Entrant with(String key, String value) {
        return new Entrant(Contender.ASYNCHBASE, Map.of(key, value));
    }

    private static ToDoubleFunction<Entrant> rates(double defaults, double one, double two, double three) {
        Map<Entrant, Double> rates = Map.of(
                Entrant.withDefaults(Contender.ASYNCHBASE),
                defaults,
                with("size", "1"),
                one,
                with("size", "2"),
                two,
                with("tick", "3"),
                three);
        return rates::get;
    }

    @Test
    void alone_settings_areTheDefaultsAndEachValue() {
        assertThat(SWEEP.alone())
                .containsExactly(
                        Entrant.withDefaults(Contender.ASYNCHBASE),
                        with("size", "1"),
                        with("size", "2"),
                        with("tick", "3"));
    }

    @Test
    void alone_onlyTheFirstValues_hasNoMore() {
        assertThat(new PeerSweep(Contender.ASYNCHBASE, List.of(SIZE.withFirst(1), TICK.withFirst(9))).alone())
                .containsExactly(Entrant.withDefaults(Contender.ASYNCHBASE), with("size", "1"), with("tick", "3"));
    }

    @Test
    void together_severalBetterThanTheDefault_areTheBestOfEach() {
        assertThat(SWEEP.together(rates(10, 11, 12, 13)))
                .containsExactly(new Entrant(Contender.ASYNCHBASE, Map.of("size", "2", "tick", "3")));
    }

    @Test
    void together_oneBetterThanTheDefault_hasBeenMeasuredAlready() {
        assertThat(SWEEP.together(rates(10, 11, 9, 10))).isEmpty();
    }

    @Test
    void finalists_areTheDefaultsTheFastestAndTheBestTogether() {
        SweptSetting many = new SweptSetting(Contender.ASYNCHBASE, "size", List.of("1", "2", "4", "8"));
        PeerSweep sweep = new PeerSweep(Contender.ASYNCHBASE, List.of(many, TICK));
        Map<Entrant, Double> rates = Map.of(
                Entrant.withDefaults(Contender.ASYNCHBASE),
                10.0,
                with("size", "1"),
                9.0,
                with("size", "2"),
                14.0,
                with("size", "4"),
                Double.NaN,
                with("size", "8"),
                13.0,
                with("tick", "3"),
                11.0);
        assertThat(sweep.finalists(rates::get))
                .containsExactly(
                        Entrant.withDefaults(Contender.ASYNCHBASE),
                        with("size", "2"),
                        with("size", "8"),
                        with("tick", "3"),
                        new Entrant(Contender.ASYNCHBASE, Map.of("size", "2", "tick", "3")));
    }

    @Test
    void best_failedOne_isNeverTheBest() {
        List<Entrant> all = SWEEP.alone();
        assertThat(PeerSweep.best(all, rates(10, Double.NaN, 9, Double.NaN))).isEqualTo(all.get(0));
    }

    @Test
    void properties_ofTheBest_areReadAsItsSettings() {
        assertThat(PeerSweep.properties(new Entrant(Contender.ASYNCHBASE, Map.of("tick", "3", "size", "2"))))
                .isEqualTo("ASYNCHBASE.size=2\nASYNCHBASE.tick=3");
        assertThat(PeerSweep.label(with("size", "1"))).isEqualTo("asynchbase, size=1");
    }
}
