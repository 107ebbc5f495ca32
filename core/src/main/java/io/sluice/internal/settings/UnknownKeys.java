package io.sluice.internal.settings;

import io.sluice.Configuration;
import io.sluice.TableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Finds the keys that begin as Sluice's own do but are none of them, which have no effect and are most likely misspelt. */
public final class UnknownKeys {
    private UnknownKeys() {}

    /** A sentence for each unknown key, with the known one that is spelt most like it. */
    public static List<String> warnings(Configuration conf) {
        List<String> warnings = new ArrayList<>();
        for (Map.Entry<String, String> property : conf) {
            String key = property.getKey();
            if (key.startsWith(Setting.PREFIX) && !known(key).contains(key)) {
                warnings.add(warning(conf, key));
            }
        }
        return warnings;
    }

    private static String warning(Configuration conf, String key) {
        String nearest = Collections.min(known(key), Comparator.comparingInt(each -> distance(key, each)));
        return key + Setting.source(conf, key) + " is not a setting of Sluice and has no effect; the nearest one is "
                + nearest;
    }

    /** The keys of all settings, also those of each table whose name this key may contain. */
    private static List<String> known(String key) {
        List<String> tables = tables(key);
        List<String> known = new ArrayList<>();
        for (Setting<?> setting : Settings.all()) {
            known.add(setting.name());
            if (setting.ofTable()) {
                tables.forEach(table -> known.add(setting.nameFor(table)));
            }
        }
        return known;
    }

    /** The name of a table may contain dots, as what follows it does, so it may end at any of them. */
    private static List<String> tables(String key) {
        List<String> tables = new ArrayList<>();
        if (key.startsWith(Setting.TABLE_PREFIX)) {
            String rest = key.substring(Setting.TABLE_PREFIX.length());
            for (int dot = rest.indexOf('.'); dot >= 0; dot = rest.indexOf('.', dot + 1)) {
                String table = rest.substring(0, dot);
                if (isLegal(table)) {
                    tables.add(table);
                }
            }
        }
        return tables;
    }

    private static boolean isLegal(String table) {
        try {
            TableName unused = TableName.valueOf(table);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** How many characters must be inserted, removed or replaced to make one of the other. */
    private static int distance(String one, String other) {
        // From the first i characters of one to the first j of the other.
        int[] distances = new int[other.length() + 1];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = i;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = distances[0];
            distances[0] = i;
            for (int j = 1; j < distances.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = distances[j];
                distances[j] = Math.min(replaced, 1 + Math.min(distances[j], distances[j - 1]));
            }
        }
        return distances[other.length()];
    }
}
