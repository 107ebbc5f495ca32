package io.sluice.examples.loader.write;

/** Messages as people can read them in a list: in one line, and not endless. */
final class OneLine {
    private static final int MAX_CHARS = 300;

    private OneLine() {}

    static String of(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() > MAX_CHARS ? line.substring(0, MAX_CHARS) + " ..." : line;
    }
}
