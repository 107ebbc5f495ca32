package io.sluice.internal.conf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern INNERMOST_VARIABLE = Pattern.compile("\\$\\{([^}$ ]+)}");
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
            Matcher variable = INNERMOST_VARIABLE.matcher(text);
            if (!variable.find()) {
                return text;
            }
            String replacement = resolve(variable.group(1), keys);
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
        boolean isMissing = text == null || (isDefaultForEmpty && text.isEmpty());
        return isMissing ? name.substring(dash + 1) : text;
    }
}
