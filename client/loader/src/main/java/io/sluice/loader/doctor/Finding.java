package io.sluice.loader.doctor;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param level its severity
 * @param check what was checked
 * @param text what was found
 * @param fix what to do, empty when there is nothing to do
 */
public record Finding(Level level, String check, String text, String fix) {
    /** The severity of a finding. */
    public enum Level {
        /** Fine. */
        OK,
        /** Works, but may cause trouble. */
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

    /** Returns the finding in the form in which it is printed. */
    public String line() {
        String line = String.format(Locale.ROOT, "%-4s  %-16s %s", level, check, text);
        return fix.isEmpty() ? line : line + System.lineSeparator() + " ".repeat(23) + "-> " + fix;
    }
}
