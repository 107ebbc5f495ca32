package io.sluice.internal.conf;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${name}} in values as Hadoop's {@code Configuration} does: a system property of the name wins, then
 * another key of the configuration; {@code ${env.NAME}} is an environment variable, {@code ${env.NAME-default}} one with
 * a default for when it is not set, {@code ${env.NAME:-default}} for when it is not set or empty. An unknown variable stays
 * as it is written, and so does a value that refers to itself.
 */
public final class VariableExpansion {
    /** Largest number of replacements in one value. */
    private static final int MAX_REPLACEMENTS = 20;

    private static final Pattern INNERMOST_VARIABLE = Pattern.compile("\\$\\{([^}$ ]+)}");
    private static final String ENV = "env.";

    private VariableExpansion() {}

    /**
     * Replaces the variables of a value.
     *
     * @param values gives the raw value of another key of the configuration, or null if there is none
     * @throws IllegalStateException if more than 20 replacements do not finish it
     */
    public static String expand(String expression, Function<String, @Nullable String> values) {
        String text = expression;
        for (int i = 0; i < MAX_REPLACEMENTS; i++) {
            Matcher variable = INNERMOST_VARIABLE.matcher(text);
            if (!variable.find()) {
                return text;
            }
            String replacement = resolve(variable.group(1), values);
            if (replacement == null) {
                return text;
            }
            if (replacement.contains(variable.group())) {
                return expression;
            }
            text = text.substring(0, variable.start()) + replacement + text.substring(variable.end());
        }
        throw new IllegalStateException("Variable substitution depth too large: more than " + MAX_REPLACEMENTS
                + " variables to replace in '" + expression + "'");
    }

    private static @Nullable String resolve(String name, Function<String, @Nullable String> values) {
        String text = name.startsWith(ENV) && name.length() > ENV.length()
                ? resolveEnvironment(name.substring(ENV.length()))
                : System.getProperty(name);
        return text != null ? text : values.apply(name);
    }

    private static @Nullable String resolveEnvironment(String name) {
        int dash = name.indexOf('-');
        if (dash < 0) {
            return System.getenv(name);
        }
        boolean isDefaultForEmpty = dash > 0 && name.charAt(dash - 1) == ':';
        String text = System.getenv(name.substring(0, isDefaultForEmpty ? dash - 1 : dash));
        boolean isMissing = text == null || (isDefaultForEmpty && text.isEmpty());
        return isMissing ? name.substring(dash + 1) : text;
    }
}
