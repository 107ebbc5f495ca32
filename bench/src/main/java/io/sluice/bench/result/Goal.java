package io.sluice.bench.result;

import java.util.Locale;

/**
 * A goal for one row, and whether it is met. Nothing fails because of a goal.
 *
 * @param row the row's label
 * @param text the goal in words
 * @param actual the measured value, in the terms of the text
 * @param met whether the goal is met
 */
public record Goal(String row, String text, double actual, boolean met) {

    /** Our figure must be at most this. */
    public static Goal atMost(Row row, double limit) {
        double actual = row.ours().value();
        return new Goal(row.label(), "at most " + number(limit) + " " + row.unit(), actual, actual <= limit);
    }

    /** Like {@link #atMost(Row, double)}; says the figure of the floor, if it was measured. */
    public static Goal atMost(Row row, double limit, String floor) {
        return atMost(row, limit).withFloor(row.has(floor) ? row.of(floor).value() : Double.NaN);
    }

    /** The figure of one of our contenders in the row must be at most this. */
    public static Goal atMost(Row row, String contender, double limit) {
        double actual = row.of(contender).value();
        String text = contender + " at most " + number(limit) + " " + row.unit();
        return new Goal(row.label(), text, actual, actual <= limit);
    }

    /** Our figure must be at least this. */
    public static Goal atLeast(Row row, double limit) {
        double actual = row.ours().value();
        return new Goal(row.label(), "at least " + number(limit) + " " + row.unit(), actual, actual >= limit);
    }

    /** The figure of a contender must be at least this, for goals that apply to all of them. */
    public static Goal atLeast(Row row, String contender, double limit) {
        double actual = row.of(contender).value();
        String text = contender + " at least " + number(limit) + " " + row.unit();
        return new Goal(row.label(), text, actual, actual >= limit);
    }

    /** We must be this many times better than the contender; 1 for "not worse". */
    public static Goal times(Row row, double factor, String contender) {
        double actual = row.ratioTo(contender);
        return new Goal(row.label(), "at least " + number(factor) + " x " + contender, actual, actual >= factor);
    }

    /** Like {@link #times(Row, double, String)}; says how many times better the floor is, if both were measured. */
    public static Goal times(Row row, double factor, String contender, String floor) {
        return times(row, factor, contender).withFloor(row.has(floor) ? row.ratio(floor, contender) : Double.NaN);
    }

    /** Our figure must be at most this many times our figure in another row of the same unit. */
    public static Goal growth(Row row, double factor, Row base) {
        double actual = row.ours().value() / base.ours().value();
        String text = "at most " + number(factor) + " x " + base.label() + " (" + row.unit() + ")";
        return new Goal(row.label(), text, actual, actual <= factor);
    }

    /** Like {@link #growth(Row, double, Row)}; says by how much the floor grows, if it was measured. */
    public static Goal growth(Row row, double factor, Row base, String floor) {
        boolean measured = row.has(floor) && base.has(floor);
        double possible = measured ? row.of(floor).value() / base.of(floor).value() : Double.NaN;
        return growth(row, factor, base).withFloor(possible);
    }

    /** The same goal with what the floor reaches, in the terms of the goal; NaN if it was not measured. */
    public Goal withFloor(double possible) {
        return Double.isNaN(possible) ? this : new Goal(row, text + " (floor: " + number(possible) + ")", actual, met);
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
