package io.sluice.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Prometheus reads from a scrape: written here once more, so that nothing of the writer's is believed. */
public final class PrometheusText {
    private static final Pattern LINE = Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)$");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

    private final List<Sample> samples = new ArrayList<>();

    /** One line. */
    public record Sample(String name, Map<String, String> labels, double value) {}

    private PrometheusText() {}

    /**
     * Reads a scrape.
     *
     * @throws IllegalArgumentException if a line cannot be read
     */
    public static PrometheusText read(String text) {
        PrometheusText read = new PrometheusText();
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not a sample: " + line);
            }
            Map<String, String> labels = new HashMap<>();
            Matcher label = LABEL.matcher(matcher.group(2) == null ? "" : matcher.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            read.samples.add(new Sample(matcher.group(1), labels, value(matcher.group(3))));
        });
        return read;
    }

    private static double value(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** The names of all samples. */
    public Set<String> names() {
        return samples.stream().map(Sample::name).collect(Collectors.toSet());
    }

    /** The labels of all samples of a name. */
    public Set<String> labels(String name) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .flatMap(sample -> sample.labels().keySet().stream())
                .collect(Collectors.toSet());
    }

    /** The sum of the samples of a name that have these labels. Fails if there is none. */
    public double sum(String name, String... labels) {
        List<Sample> found = samples.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> {
                    boolean all = true;
                    for (int i = 0; i < labels.length; i += 2) {
                        all &= labels[i + 1].equals(sample.labels().get(labels[i]));
                    }
                    return all;
                })
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no sample of " + name + " with " + List.of(labels));
        }
        return found.stream().mapToDouble(Sample::value).sum();
    }
}
