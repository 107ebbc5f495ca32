package io.sluice.bench.writer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The best settings of each peer that {@code bench/compare sweep} found, from {@code best-settings.properties}. */
final class BestSettings {
    private BestSettings() {}

    /** Returns nothing if a contender is best with its defaults, or has not been swept. */
    static Map<String, String> of(Contender contender) {
        return of(contender, load());
    }

    static Map<String, String> of(Contender contender, Properties kept) {
        String prefix = contender.name() + ".";
        Map<String, String> settings = new TreeMap<>();
        for (String key : kept.stringPropertyNames()) {
            if (key.startsWith(prefix)) {
                settings.put(key.substring(prefix.length()), kept.getProperty(key));
            }
        }
        return settings;
    }

    private static Properties load() {
        Properties kept = new Properties();
        try (InputStream in = BestSettings.class.getResourceAsStream("best-settings.properties")) {
            kept.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return kept;
    }
}
