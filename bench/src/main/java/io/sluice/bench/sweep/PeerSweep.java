package io.sluice.bench.sweep;

import io.sluice.bench.writer.Contender;
import io.sluice.bench.writer.Entrant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Chooses the settings of one peer to measure, and the best of them. */
final class PeerSweep {
    /** Single values that are measured again. */
    private static final int MOST_ALONE = 3;

    private final Entrant defaults;
    private final List<SweptSetting> settings;

    PeerSweep(Contender contender, List<SweptSetting> settings) {
        defaults = Entrant.withDefaults(contender);
        this.settings = settings;
    }

    /** Returns the defaults, and each value of each setting alone. */
    List<Entrant> alone() {
        List<Entrant> all = new ArrayList<>();
        all.add(defaults);
        settings.forEach(setting -> all.addAll(setting.entrants()));
        return all;
    }

    /**
     * Returns those worth more JVMs: the defaults, the fastest of {@link #alone}, and the {@link #together}.
     *
     * @param rates puts/s; NaN for what failed
     */
    List<Entrant> finalists(ToDoubleFunction<Entrant> rates) {
        List<Entrant> all = new ArrayList<>(alone());
        all.remove(defaults);
        all.sort(byRate(rates).reversed());
        List<Entrant> finalists = new ArrayList<>(all.subList(0, Math.min(MOST_ALONE, all.size())));
        finalists.add(0, defaults);
        finalists.addAll(together(rates));
        return finalists;
    }

    /**
     * Returns the best value of each setting that is better than the default, all together.
     *
     * @param rates puts/s; NaN for what failed
     * @return none if there are fewer than two, since a single one has already been measured
     */
    List<Entrant> together(ToDoubleFunction<Entrant> rates) {
        Map<String, String> best = new LinkedHashMap<>();
        for (SweptSetting setting : settings) {
            Entrant fastest = best(setting.entrants(), rates);
            if (rates.applyAsDouble(fastest) > rates.applyAsDouble(defaults)) {
                best.putAll(fastest.settings());
            }
        }
        return best.size() < 2 ? List.of() : List.of(new Entrant(defaults.contender(), best));
    }

    /** Returns the fastest; one that failed is slower than any other. */
    static Entrant best(List<Entrant> entrants, ToDoubleFunction<Entrant> rates) {
        return entrants.stream().max(byRate(rates)).orElseThrow();
    }

    private static Comparator<Entrant> byRate(ToDoubleFunction<Entrant> rates) {
        return Comparator.comparingDouble(entrant -> {
            double rate = rates.applyAsDouble(entrant);
            return Double.isNaN(rate) ? Double.NEGATIVE_INFINITY : rate;
        });
    }

    /** The name of an entrant in tables. */
    static String label(Entrant entrant) {
        return entrant.contender().title() + ", "
                + (entrant.settings().isEmpty() ? "defaults" : text(entrant.settings(), ", "));
    }

    /** The lines of {@code best-settings.properties} for an entrant. */
    static String properties(Entrant best) {
        Map<String, String> named = new TreeMap<>();
        best.settings().forEach((key, value) -> named.put(best.contender().name() + "." + key, value));
        return text(named, "\n");
    }

    private static String text(Map<String, String> settings, String between) {
        return String.join(
                between,
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .toList());
    }
}
