package io.sluice.loader.doctor;

import java.util.Locale;

/**
 * What a check has found.
 *
 * @param level how bad it is
 * @param check what was looked at
 * @param text what was seen
 * @param fix what to do, empty when there is nothing to do
 */
public record Finding(Level level, String check, String text, String fix) {
    /** How bad a finding is. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Works, and may be trouble. */
        WARN,
        /** Does not work. */
        FAIL
    }

    static Finding ok(String check, String text) {
        return new Finding(Level.OK, check, text, "");
    }

    static Finding warn(String check, String text, String fix) {
        return new Finding(Level.WARN, check, text, fix);
    }

    static Finding fail(String check, String text, String fix) {
        return new Finding(Level.FAIL, check, text, fix);
    }

    /** Returns it as it is printed. */
    public String line() {
        String line = String.format(Locale.ROOT, "%-4s  %-16s %s", level, check, text);
        return fix.isEmpty() ? line : line + System.lineSeparator() + " ".repeat(23) + "-> " + fix;
    }
}
