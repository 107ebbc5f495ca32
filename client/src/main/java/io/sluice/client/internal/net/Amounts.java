package io.sluice.client.internal.net;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them, for messages. */
final class Amounts {
    private static final String[] UNITS = {"KiB", "MiB", "GiB"};

    private Amounts() {}

    /** Such as {@code 512 B} or {@code 1.9 MiB}. */
    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double amount = bytes / 1024.0;
        int unit = 0;
        while (amount >= 1024 && unit < UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
    }

    /** Such as {@code 60 s} or {@code 1.5 s}. */
    static String seconds(long nanos) {
        BigDecimal seconds = BigDecimal.valueOf(nanos, 9).setScale(3, RoundingMode.HALF_UP);
        return seconds.stripTrailingZeros().toPlainString() + " s";
    }
}
