package io.sluice.loader.input;

import org.jspecify.annotations.Nullable;

/** Finds characters that only occur in damaged text. */
final class Unreadable {
    private static final char REPLACED = '\uFFFD';

    private Unreadable() {}

    /** Returns a description of the first one in a line, or null if there is none. */
    static @Nullable String in(String line) {
        if (line.indexOf(REPLACED) >= 0) {
            return "bytes that are invalid in the charset (--charset)";
        }
        return line.indexOf('\0') >= 0 ? "a NUL character: a damaged file, or another charset (--charset)" : null;
    }

    /**
     * Returns whether a text has half a surrogate pair, which UTF-8 cannot encode and would replace by a question mark.
     */
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
