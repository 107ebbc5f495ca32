package io.sluice.bench.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A result as Markdown that is also readable on a terminal. */
public final class MarkdownTable {
    private final Result result;

    public MarkdownTable(Result result) {
        this.result = result;
    }

    /** The whole result, ending with the line of {@link Result#verdict}. */
    public String text() {
        return text(List.of());
    }

    /**
     * The same with a picture.
     *
     * @param picture path of the picture, relative to the document
     */
    public String text(String picture) {
        return text(List.of("![" + result.name() + "](" + picture + ")", ""));
    }

    private String text(List<String> picture) {
        List<String> lines = new ArrayList<>();
        Environment where = result.environment();
        lines.add("### " + result.name() + ", " + result.date());
        lines.add("");
        lines.add(result.question());
        lines.add("");
        lines.addAll(picture);
        lines.add("- command: `" + result.command() + "`");
        lines.add("- machine: " + where.processor() + ", " + where.cores() + " cores, " + where.memoryMiB() + " MiB, "
                + where.system() + "; load average before: " + Rounded.text(where.loadAverage()));
        lines.add("- JVM: " + where.jdk());
        lines.add("- settings: " + joined(result.jmh()));
        lines.add("- peers: " + joined(result.versions()));
        lines.add("- commit: " + where.commit());
        if (!where.note().isEmpty()) {
            lines.add("- note: " + where.note());
        }
        lines.add("");
        lines.addAll(rows());
        lines.add("");
        lines.addAll(goals());
        lines.add("");
        lines.add(result.verdict());
        return String.join("\n", lines) + "\n";
    }

    private static String joined(Map<String, String> settings) {
        return new TreeMap<>(settings)
                .entrySet().stream()
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining(", "));
    }

    /**
     * One column for each contender; after each peer, how many times better we are. Not every contender is in every
     * row.
     */
    private List<String> rows() {
        List<List<String>> cells = new ArrayList<>();
        List<String> head = new ArrayList<>(
                List.of("situation", "unit", result.rows().get(0).ours().contender()));
        Set<String> peers = result.rows().stream()
                .flatMap(row -> row.peers().stream())
                .map(Figure::contender)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        peers.forEach(peer -> head.addAll(List.of(peer, "ratio")));
        cells.add(head);
        for (Row row : result.rows()) {
            List<String> line = new ArrayList<>(List.of(row.label(), row.unit(), spread(row.ours())));
            for (String peer : peers) {
                line.addAll(
                        row.has(peer)
                                ? List.of(spread(row.of(peer)), Rounded.text(row.ratioTo(peer)))
                                : List.of("-", "-"));
            }
            cells.add(line);
        }
        return aligned(cells);
    }

    private static String spread(Figure figure) {
        if (Double.isNaN(figure.value())) {
            return "failed";
        }
        return Rounded.text(figure.value()) + " (" + Rounded.text(figure.low()) + "-" + Rounded.text(figure.high())
                + ")";
    }

    private List<String> goals() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of("goal for", "wanted", "measured", "met"));
        for (Goal goal : result.goals()) {
            cells.add(List.of(goal.row(), goal.text(), Rounded.text(goal.actual()), goal.met() ? "yes" : "no"));
        }
        return aligned(cells);
    }

    private static List<String> aligned(List<List<String>> cells) {
        int[] widths = IntStream.range(0, cells.get(0).size())
                .map(column -> cells.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines = new ArrayList<>();
        for (List<String> line : cells) {
            lines.add(IntStream.range(0, widths.length)
                    .mapToObj(column -> line.get(column)
                            + " ".repeat(widths[column] - line.get(column).length()))
                    .collect(Collectors.joining(" | ", "| ", " |")));
        }
        lines.add(1, IntStream.of(widths).mapToObj("-"::repeat).collect(Collectors.joining(" | ", "| ", " |")));
        return lines;
    }
}
