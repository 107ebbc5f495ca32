package io.sluice.loader.write;

/** Makes messages readable in a list: one line, without control characters, and of limited length. */
final class OneLine {
    private static final int MAX_CHARS = 300;

    private OneLine() {}

    static String of(String text) {
        String line = text.strip().replaceAll("\\s+", " ").replaceAll("\\p{Cc}", "\uFFFD");
        return line.length() > MAX_CHARS ? line.substring(0, MAX_CHARS) + " ..." : line;
    }
}
