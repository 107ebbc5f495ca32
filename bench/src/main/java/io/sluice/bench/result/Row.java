package io.sluice.bench.result;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * One situation, measured for every contender.
 *
 * @param label the situation; label and unit together are unique within a result
 * @param unit of the figures
 * @param better the direction in which they are better
 * @param figures ours first
 */
public record Row(String label, String unit, Better better, List<Figure> figures) {

    /** Our figure. */
    public Figure ours() {
        return figures.get(0);
    }

    /** The figures of the others. */
    public List<Figure> peers() {
        return figures.subList(1, figures.size());
    }

    /** Whether it was measured for a contender; not every contender supports everything. */
    public boolean has(String contender) {
        return figures.stream().anyMatch(figure -> figure.contender().equals(contender));
    }

    /**
     * The figure of a contender.
     *
     * @throws IllegalArgumentException if it was not measured here
     */
    public Figure of(String contender) {
        return figures.stream()
                .filter(figure -> figure.contender().equals(contender))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' has no figure of " + contender));
    }

    /**
     * The best figure of some contenders. One that failed is worse than any other.
     *
     * @throws IllegalArgumentException if none of them was measured here
     */
    public Figure best(Predicate<String> contenders) {
        Comparator<Figure> byValue = Comparator.comparingDouble(figure -> Double.isNaN(figure.value())
                ? Double.NEGATIVE_INFINITY
                : better == Better.LOWER ? -figure.value() : figure.value());
        return figures.stream()
                .filter(figure -> contenders.test(figure.contender()))
                .max(byValue)
                .orElseThrow(() -> new IllegalArgumentException("'" + label + "' has none of these contenders"));
    }

    /** How many times better we are than a contender: 2 is twice the calls, half the time, half the bytes. */
    public double ratioTo(String contender) {
        return ratio(ours().contender(), contender);
    }

    /** How many times better the first contender is than the second. */
    public double ratio(String first, String second) {
        double value = of(first).value();
        double other = of(second).value();
        return better == Better.LOWER ? other / value : value / other;
    }
}
