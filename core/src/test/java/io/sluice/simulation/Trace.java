package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What happened in a run: in words if somebody wants to read them, and as one number in any case. */
final class Trace {
    private static final int LONGEST = 4_000;

    private final boolean inWords;
    private final List<String> lines = new ArrayList<>();
    private long hash = 17;

    Trace(boolean inWords) {
        this.inWords = inWords;
    }

    void note(long nanos, int detail, String name) {
        hash = (hash * 31 + nanos) * 31 + detail;
        hash = hash * 31 + name.hashCode();
        tell(nanos, () -> "-- " + name);
    }

    void tell(long nanos, Supplier<String> words) {
        if (inWords) {
            String line = words.get();
            hash = hash * 31 + line.hashCode();
            if (lines.size() < LONGEST) {
                lines.add(String.format(Locale.ROOT, "%12.6f s  %s", nanos / 1e9, line));
            }
        }
    }

    long hash() {
        return hash;
    }

    List<String> lines() {
        return lines;
    }

    /** Where an error was thrown, in a few words. */
    static String place(Throwable error) {
        StringBuilder place = new StringBuilder();
        int shown = 0;
        for (StackTraceElement frame : error.getStackTrace()) {
            if (frame.getClassName().startsWith("io.sluice") && shown++ < 6) {
                place.append(place.length() == 0 ? "" : " < ")
                        .append(frame.getFileName())
                        .append(':')
                        .append(frame.getLineNumber());
            }
        }
        return place.toString();
    }
}
