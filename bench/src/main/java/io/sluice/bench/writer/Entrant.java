package io.sluice.bench.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A contender with settings.
 *
 * @param settings settings under its own keys, and {@link #WINDOW}; empty for its defaults
 */
public record Entrant(Contender contender, Map<String, String> settings) {
    /** Key of the number of puts that may be in flight, for contenders that have no bound of their own. */
    public static final String WINDOW = "window.puts";

    private static final String TUNED = ", tuned";

    /** A contender with its defaults. */
    public static Entrant withDefaults(Contender contender) {
        return new Entrant(contender, Map.of());
    }

    /** Returns each contender with its defaults, and also with its best settings if a sweep has found better ones. */
    public static List<Entrant> all(List<Contender> contenders) {
        List<Entrant> all = new ArrayList<>();
        for (Contender contender : contenders) {
            all.add(withDefaults(contender));
            Map<String, String> best = BestSettings.of(contender);
            if (!best.isEmpty()) {
                all.add(new Entrant(contender, best));
            }
        }
        return all;
    }

    /** The name in tables; with its defaults, that of the contender. */
    public String title() {
        return settings.isEmpty() ? contender.title() : contender.title() + TUNED;
    }

    /** Whether a figure belongs to a contender, with any settings. */
    public static boolean isOf(Contender contender, String title) {
        return title.equals(contender.title()) || title.equals(contender.title() + TUNED);
    }
}
