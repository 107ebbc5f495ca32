package io.sluice.client.soak;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Moments as nanoseconds since this JVM loaded the class, so that they compare as numbers and print well. */
final class Moment {
    private static final long ORIGIN = System.nanoTime();

    private Moment() {}

    static long now() {
        return System.nanoTime() - ORIGIN;
    }

    static double seconds(long nanos) {
        return (double) nanos / TimeUnit.SECONDS.toNanos(1);
    }

    static String text(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", seconds(nanos));
    }
}
