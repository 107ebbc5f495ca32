package io.sluice;

import io.sluice.internal.conf.ConfigurationXml;
import io.sluice.internal.conf.ConfigurationXml.XmlProperty;
import io.sluice.internal.conf.VariableExpansion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings by key: the part of Hadoop's {@code org.apache.hadoop.conf.Configuration} that an HBase client uses, with
 * the same names and rules.
 *
 * <ul>
 *   <li>A value set by the program overrides every resource, whenever that is read.
 *   <li>A resource read later overrides earlier ones, unless an earlier one declared the key {@code final}; then the
 *       attempt is logged.
 *   <li>{@code ${name}} in a value is replaced when the value is read: by a system property of that name, else by
 *       another key; {@code ${env.NAME}} and {@code ${env.NAME:-default}} by an environment variable.
 * </ul>
 *
 * <p>Differences: resources are read when they are added, not later; a new object has no resource ({@code
 * core-site.xml} is not read); {@code <include>} in a file is refused; and a value of the wrong type is always an
 * {@link IllegalArgumentException} that names key, value and source, also for {@link #getBoolean}, where Hadoop returns
 * the default.
 *
 * <p>Thread-safe. A resource is not added atomically: a concurrent reader may see part of it.
 */
public final class Configuration implements Iterable<Map.Entry<String, String>> {
    private static final Logger LOG = LoggerFactory.getLogger(Configuration.class);
    private static final String SET_BY_PROGRAM = "set by the program";
    private static final int SHOWN_VALUE_CHARS = 80;

    /** Deprecated names that are still read, and their replacements. */
    private static final Map<String, String> NEW_NAMES =
            Map.of("hbase.client.pause.cqtbe", "hbase.client.pause.server.overloaded");

    /**
     * The value of a key.
     *
     * @param value as written, variables not replaced
     * @param source for messages: file and line, or that the program set it
     * @param isSetByProgram whether {@code set} put it there; such a value wins over every resource
     */
    private record Property(String value, String source, boolean isSetByProgram) {}

    private final ConcurrentHashMap<String, Property> properties = new ConcurrentHashMap<>();
    /** Keys that later resources must not change; a key may be here without a value. */
    private final Set<String> finals = ConcurrentHashMap.newKeySet();

    private final CopyOnWriteArrayList<String> resources = new CopyOnWriteArrayList<>();

    /** Creates an empty configuration. */
    public Configuration() {}

    /** Creates a copy; changes to one do not affect the other. */
    public Configuration(Configuration other) {
        properties.putAll(other.properties);
        finals.addAll(other.finals);
        resources.addAll(other.resources);
    }

    // ---- Resources

    /**
     * Reads a configuration file immediately.
     *
     * @throws UncheckedIOException if it is missing or cannot be read
     * @throws IllegalArgumentException if it is not a configuration file; with file, line and column
     */
    public void addResource(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            load(in, file.toString());
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    /** Reads a configuration file from a URL immediately. Errors as {@link #addResource(Path)}. */
    public void addResource(URL url) {
        try (InputStream in = url.openStream()) {
            load(in, url.toString());
        } catch (IOException e) {
            throw unreadable(url.toString(), e);
        }
    }

    /**
     * Reads a configuration file from the class path immediately: with the thread's context class loader or, without
     * one, this class's.
     *
     * @throws IllegalArgumentException if it does not exist, or is not a configuration file
     */
    public void addResource(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context != null ? context : Configuration.class.getClassLoader();
        URL url = loader == null ? ClassLoader.getSystemResource(name) : loader.getResource(name);
        if (url == null) {
            throw new IllegalArgumentException(name + " is not on the class path");
        }
        addResource(url);
    }

    /** Reads a configuration file from a stream immediately, and closes it. Errors as {@link #addResource(Path)}. */
    public void addResource(InputStream in) {
        addResource(in, "a stream");
    }

    /** As {@link #addResource(InputStream)}, with a name for messages. */
    public void addResource(InputStream in, String name) {
        try (in) {
            load(in, name);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** The names of the resources read, in that order. */
    public List<String> getResources() {
        return List.copyOf(resources);
    }

    private static UncheckedIOException unreadable(String name, IOException e) {
        return new UncheckedIOException("Cannot read configuration " + name + ": " + e, e);
    }

    private void load(InputStream in, String name) throws IOException {
        // Read completely before the first key changes, so that a malformed file changes nothing.
        for (XmlProperty property : ConfigurationXml.read(in, name)) {
            load(property, name);
        }
        resources.add(name);
    }

    private void load(XmlProperty property, String resource) {
        String key = currentName(property.name());
        String source = resource + ", line " + property.line();
        if (!key.equals(property.name())) {
            LOG.info("{}: {} is deprecated. Instead, use {}", source, property.name(), key);
        }
        String value = property.value();
        if (value != null && finals.contains(key)) {
            LOG.warn("{}: an attempt to override the final value of {} is ignored", source, key);
        } else if (value != null) {
            properties.compute(
                    key, (k, old) -> old != null && old.isSetByProgram() ? old : new Property(value, source, false));
        }
        if (property.isFinal()) {
            finals.add(key);
        }
    }

    private static String currentName(String name) {
        Objects.requireNonNull(name, "name");
        String trimmed = name.trim();
        return NEW_NAMES.getOrDefault(trimmed, trimmed);
    }

    // ---- Texts

    /** The value with its variables replaced, or null if there is none. */
    public @Nullable String get(String name) {
        String raw = getRaw(name);
        return raw == null ? null : expand(raw);
    }

    /** The value with its variables replaced, or the default, which is returned with its own replaced. */
    public String get(String name, String defaultValue) {
        String raw = getRaw(name);
        return expand(raw == null ? defaultValue : raw);
    }

    private String expand(String value) {
        return value.contains("${") ? VariableExpansion.expand(value, this::getRaw) : value;
    }

    /** The value as written, or null if there is none. */
    public @Nullable String getRaw(String name) {
        Property property = properties.get(currentName(name));
        return property == null ? null : property.value();
    }

    /** The trimmed value, or null if there is none. */
    public @Nullable String getTrimmed(String name) {
        String value = get(name);
        return value == null ? null : value.trim();
    }

    /** The trimmed value, or the default. */
    public String getTrimmed(String name, String defaultValue) {
        String value = getTrimmed(name);
        return value == null ? defaultValue : value;
    }

    /** The non-empty comma-separated parts of the value, or null if there is no value. */
    public String @Nullable [] getStrings(String name) {
        String value = get(name);
        String[] parts = value == null
                ? new String[0]
                : Arrays.stream(value.split(",", -1))
                        .filter(part -> !part.isEmpty())
                        .toArray(String[]::new);
        return parts.length == 0 ? null : parts;
    }

    /** The non-empty comma-separated parts of the value, or the default. */
    public String[] getStrings(String name, String... defaultValue) {
        String[] parts = getStrings(name);
        return parts == null ? defaultValue : parts;
    }

    /** The non-empty comma-separated parts of the value, trimmed; none if there is no value. */
    public String[] getTrimmedStrings(String name) {
        String value = getTrimmed(name, "");
        return value.isEmpty() ? new String[0] : value.split("\\s*[,\n]\\s*");
    }

    // ---- Numbers and switches

    /**
     * The value as an {@code int}, decimal or {@code 0x} hexadecimal, or the default.
     *
     * @throws NumberFormatException if it is not such a number
     */
    public int getInt(String name, int defaultValue) {
        return parse(name, defaultValue, "a whole number of 32 bits", text -> {
            String hex = hexDigits(text);
            return hex == null ? Integer.parseInt(text) : Integer.parseInt(hex, 16);
        });
    }

    /** As {@link #getInt}, with 64 bits. */
    public long getLong(String name, long defaultValue) {
        return parse(name, defaultValue, "a whole number of 64 bits", text -> {
            String hex = hexDigits(text);
            return hex == null ? Long.parseLong(text) : Long.parseLong(hex, 16);
        });
    }

    /** The value as a {@code double}, or the default. Errors as {@link #getInt}. */
    public double getDouble(String name, double defaultValue) {
        return parse(name, defaultValue, "a number", Double::parseDouble);
    }

    /**
     * The value as a boolean, {@code true} or {@code false} in any case, or the default if there is no value or an
     * empty one.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public boolean getBoolean(String name, boolean defaultValue) {
        String text = getTrimmed(name, "").toLowerCase(Locale.ROOT);
        return switch (text) {
            case "" -> defaultValue;
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(wrongValue(name, text, "true or false"));
        };
    }

    /**
     * The value as a time span, or the default.
     *
     * @param defaultValue in {@code unit}
     * @param unit of the result, and of a value that names none of ns, us, ms, s, m, h, d
     * @throws NumberFormatException if it is not a whole number with such a unit
     */
    public long getTimeDuration(String name, long defaultValue, TimeUnit unit) {
        return parse(name, defaultValue, "a time span such as 500ms, 10s or 2m", text -> timeSpan(text, unit));
    }

    /** Too fine a span is rounded towards zero; one too long is {@code Long.MAX_VALUE} or {@code Long.MIN_VALUE}. */
    private static long timeSpan(String text, TimeUnit unit) {
        String lower = text.toLowerCase(Locale.ROOT);
        int digits = lower.length();
        while (digits > 0 && Character.isLetter(lower.charAt(digits - 1))) {
            digits--;
        }
        TimeUnit written = switch (lower.substring(digits)) {
            case "" -> unit;
            case "ns" -> TimeUnit.NANOSECONDS;
            case "us" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            case "m" -> TimeUnit.MINUTES;
            case "h" -> TimeUnit.HOURS;
            case "d" -> TimeUnit.DAYS;
            default -> throw new NumberFormatException("unknown unit of time in '" + text + "'");
        };
        return unit.convert(Long.parseLong(lower.substring(0, digits)), written);
    }

    private <T> T parse(String name, T defaultValue, String expected, Function<String, T> parser) {
        String text = getTrimmed(name);
        if (text == null) {
            return defaultValue;
        }
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            NumberFormatException clear = new NumberFormatException(wrongValue(name, text, expected));
            clear.initCause(e);
            throw clear;
        }
    }

    private String wrongValue(String name, String value, String expected) {
        Property property = properties.get(currentName(name));
        String shown = value.length() <= SHOWN_VALUE_CHARS ? value : value.substring(0, SHOWN_VALUE_CHARS) + "...";
        return name + " = '" + shown + "' is not " + expected + " ("
                + (property == null ? SET_BY_PROGRAM : property.source()) + ")";
    }

    /** The digits after {@code 0x}, with the sign, or null when the text is not hexadecimal. */
    private static @Nullable String hexDigits(String text) {
        boolean isNegative = text.startsWith("-");
        String unsigned = isNegative ? text.substring(1) : text;
        if (!unsigned.startsWith("0x") && !unsigned.startsWith("0X")) {
            return null;
        }
        return (isNegative ? "-" : "") + unsigned.substring(2);
    }

    // ---- Changes

    /** Sets a value, which overrides every resource, even one that declared the key final. */
    public void set(String name, String value) {
        set(name, value, null);
    }

    /**
     * Sets a value.
     *
     * @param source where it came from, for messages; null for the program
     */
    public void set(String name, String value, @Nullable String source) {
        Objects.requireNonNull(value, () -> "value of " + name);
        properties.put(currentName(name), new Property(value, source == null ? SET_BY_PROGRAM : source, true));
    }

    /** Sets a value if the key has none. */
    public void setIfUnset(String name, String value) {
        Objects.requireNonNull(value, () -> "value of " + name);
        properties.putIfAbsent(currentName(name), new Property(value, SET_BY_PROGRAM, true));
    }

    /** Removes a key; a resource that is added later may set it again. */
    public void unset(String name) {
        properties.remove(currentName(name));
    }

    /** Sets a value. */
    public void setInt(String name, int value) {
        set(name, Integer.toString(value));
    }

    /** Sets a value. */
    public void setLong(String name, long value) {
        set(name, Long.toString(value));
    }

    /** Sets a value. */
    public void setBoolean(String name, boolean value) {
        set(name, Boolean.toString(value));
    }

    /** Sets a value: the parts joined by commas. */
    public void setStrings(String name, String... values) {
        set(name, String.join(",", values));
    }

    // ---- Everything

    /**
     * Where the key's value came from: file and line, or the program.
     *
     * @return a single text, or null if the key has no value
     */
    public String @Nullable [] getPropertySources(String name) {
        Property property = properties.get(currentName(name));
        return property == null ? null : new String[] {property.source()};
    }

    /** All keys with their values as written, sorted by key: a copy, so changes to it have no effect on this object. */
    @Override
    public Iterator<Map.Entry<String, String>> iterator() {
        Map<String, String> copy = new TreeMap<>();
        properties.forEach((key, property) -> copy.put(key, property.value()));
        return copy.entrySet().iterator();
    }

    /** The resources read, without values, which may be secrets. */
    @Override
    public String toString() {
        return "Configuration: " + (resources.isEmpty() ? "no resources" : String.join(", ", resources));
    }
}
