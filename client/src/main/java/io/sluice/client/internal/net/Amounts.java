package io.sluice.client.internal.net;

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
        String text = String.format(Locale.ROOT, "%.3f", nanos / 1e9);
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end) + " s";
    }
}
