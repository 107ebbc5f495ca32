package io.sluice.loader.mapping;

import io.sluice.connectors.ColumnMapping;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes a mapping in readable form.
 *
 * @param rowKey the template of the row key
 * @param salts number of salts, or null for no salt
 * @param mappings the column mappings
 * @param timestampMillis timestamp of all cells
 */
public record MappingWords(String rowKey, @Nullable Integer salts, List<ColumnMapping> mappings, long timestampMillis) {

    /**
     * Returns the column families in which rows may have cells.
     *
     * @param columns of the input; none when each record has its own
     */
    public Set<String> families(List<String> columns) {
        Set<String> families = new LinkedHashSet<>();
        mappings.stream()
                .filter(mapping -> !isRest(mapping)
                        || columns.isEmpty()
                        || !unnamed(columns).isEmpty())
                .forEach(mapping -> families.add(mapping.family()));
        return families;
    }

    /**
     * Returns the lines to print.
     *
     * @param columns of the input; none when each record has its own
     */
    public List<String> lines(List<String> columns) {
        List<String> lines = new ArrayList<>();
        lines.add(line("row key", rowKey + (salts == null ? "" : ", after one of " + salts + " salts")));
        for (ColumnMapping mapping : mappings) {
            if (!isRest(mapping)) {
                String qualifier = Objects.requireNonNullElse(mapping.qualifier(), mapping.source());
                lines.add(line(
                        "cell",
                        mapping.source() + " -> " + mapping.family() + ":" + qualifier + " as " + mapping.type()));
            }
        }
        lines.addAll(others(columns));
        lines.add(line("timestamp", timestampMillis + " (" + Instant.ofEpochMilli(timestampMillis) + ") of all cells"));
        return lines;
    }

    private List<String> others(List<String> columns) {
        List<String> unnamed = unnamed(columns);
        ColumnMapping rest =
                mappings.stream().filter(MappingWords::isRest).findFirst().orElse(null);
        if (columns.isEmpty()) {
            String to = rest == null ? "not stored" : rest.family() + ":NAME as " + rest.type();
            return List.of(line("cell", "every other NAME -> " + to));
        }
        if (rest == null) {
            return unnamed.isEmpty() ? List.of() : List.of(line("not stored", String.join(", ", unnamed)));
        }
        return unnamed.stream()
                .map(name -> line("cell", name + " -> " + rest.family() + ":" + name + " as " + rest.type()))
                .toList();
    }

    /** Returns the columns that no mapping names. */
    private List<String> unnamed(List<String> columns) {
        Set<String> named = mappings.stream().map(ColumnMapping::source).collect(Collectors.toSet());
        return columns.stream().filter(name -> !named.contains(name)).toList();
    }

    private static boolean isRest(ColumnMapping mapping) {
        return mapping.source().equals(ColumnMapping.REST);
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "  %-13s %s", name, value);
    }
}
