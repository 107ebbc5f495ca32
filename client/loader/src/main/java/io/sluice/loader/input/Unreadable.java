package io.sluice.loader.input;

import org.jspecify.annotations.Nullable;

/** Characters that a text does not have unless it was damaged. */
final class Unreadable {
    private static final char REPLACED = '\uFFFD';

    private Unreadable() {}

    /** Returns which ones a line has, or null. */
    static @Nullable String in(String line) {
        if (line.indexOf(REPLACED) >= 0) {
            return "bytes that are not of the charset (--charset)";
        }
        return line.indexOf('\0') >= 0 ? "a NUL character: a damaged file, or another charset (--charset)" : null;
    }

    /** Returns whether a text has half a surrogate pair, which UTF-8 cannot say and would store as a question mark. */
    static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
