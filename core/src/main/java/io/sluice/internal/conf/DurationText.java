package io.sluice.internal.conf;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A time span written as Hadoop allows it: a whole number with one of the units ns, us, ms, s, m, h, d, or without a
 * unit.
 */
public final class DurationText {
    private DurationText() {}

    /**
     * Reads a time span. A span finer than the unit is cut off towards zero; one too long for it is
     * {@code Long.MAX_VALUE} or {@code Long.MIN_VALUE}.
     *
     * @param unit of the result, and of a text without a unit
     * @throws NumberFormatException if the text is something else
     */
    public static long parse(String text, TimeUnit unit) {
        String lower = text.trim().toLowerCase(Locale.ROOT);
        int digits = lower.length();
        while (digits > 0 && Character.isLetter(lower.charAt(digits - 1))) {
            digits--;
        }
        TimeUnit written = switch (lower.substring(digits)) {
            case "" -> unit;
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "m" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            default -> throw new NumberFormatException("unknown unit of time in '" + text + "'");
        };
        return unit.convert(Long.parseLong(lower.substring(0, digits)), written);
    }
}
