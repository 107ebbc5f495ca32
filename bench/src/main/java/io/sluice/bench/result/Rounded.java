package io.sluice.bench.result;

import java.util.Locale;

/** Formats numbers for readers. */
public final class Rounded {
    private Rounded() {}

    /** Three significant digits, with thousands separators; {@code -} for NaN. */
    public static String text(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
