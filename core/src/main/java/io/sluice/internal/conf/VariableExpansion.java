package io.sluice.internal.conf;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${name}} in values as Hadoop's {@code Configuration} does: a system property of the name wins, then
 * another key of the configuration; {@code ${env.NAME}} is an environment variable, {@code ${env.NAME-default}} one with
 * a default for when it is not set, {@code ${env.NAME:-default}} for when it is not set or empty. A variable nobody
 * knows stays as it is written, and so does a value that refers to itself.
 */
public final class VariableExpansion {
    /** As many replacements one value may need. */
    private static final int MAX_REPLACEMENTS = 20;

    private static final String OPEN = "${";
    private static final String ENV = "env.";

    private final Lookup systemProperties;
    private final Lookup environment;

    /** Finds the text of a variable, or null. */
    @FunctionalInterface
    public interface Lookup {
        /** The variable's text, or null when there is none. */
        @Nullable String find(String name);
    }

    /**
     * @param systemProperties asked first for names without {@code env.}
     * @param environment asked for names with {@code env.}
     */
    public VariableExpansion(Lookup systemProperties, Lookup environment) {
        this.systemProperties = systemProperties;
        this.environment = environment;
    }

    /**
     * Replaces the variables of a value.
     *
     * @param keys the raw values of the configuration's other keys
     * @throws IllegalStateException if more than 20 replacements do not finish it
     */
    public String expand(String expression, Lookup keys) {
        String text = expression;
        for (int i = 0; i < MAX_REPLACEMENTS; i++) {
            int start = innermostStart(text);
            if (start < 0) {
                return text;
            }
            int end = text.indexOf('}', start);
            String replacement = resolve(text.substring(start + OPEN.length(), end), keys);
            if (replacement == null) {
                return text;
            }
            if (replacement.contains(text.substring(start, end + 1))) {
                return expression;
            }
            text = text.substring(0, start) + replacement + text.substring(end + 1);
        }
        throw new IllegalStateException("Variable substitution depth too large: more than " + MAX_REPLACEMENTS
                + " variables to replace in '" + expression + "'");
    }

    /** Where the first <code>${name}</code> begins whose name has no dollar sign, brace or blank in it, or -1. */
    private static int innermostStart(String text) {
        int candidate = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '$') {
                candidate = text.startsWith(OPEN, i) ? i : -1;
            } else if (c == ' ') {
                candidate = -1;
            } else if (c == '}' && candidate >= 0) {
                if (i > candidate + OPEN.length()) {
                    return candidate;
                }
                candidate = -1;
            }
        }
        return -1;
    }

    private @Nullable String resolve(String name, Lookup keys) {
        String text = name.startsWith(ENV) && name.length() > ENV.length()
                ? resolveEnvironment(name.substring(ENV.length()))
                : systemProperties.find(name);
        return text != null ? text : keys.find(name);
    }

    private @Nullable String resolveEnvironment(String name) {
        int dash = name.indexOf('-');
        if (dash < 0) {
            return environment.find(name);
        }
        boolean isDefaultForEmpty = dash > 0 && name.charAt(dash - 1) == ':';
        String text = environment.find(name.substring(0, isDefaultForEmpty ? dash - 1 : dash));
        UnaryOperator<String> orDefault = t -> isDefaultForEmpty && t.isEmpty() ? name.substring(dash + 1) : t;
        return text == null ? name.substring(dash + 1) : orDefault.apply(text);
    }
}
