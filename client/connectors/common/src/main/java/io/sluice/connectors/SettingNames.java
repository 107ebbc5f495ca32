package io.sluice.connectors;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Converts enum constants to and from values of settings, which are in lower case with hyphens. */
final class SettingNames {
    private SettingNames() {}

    static <E extends Enum<E>> E constant(Class<E> type, String setting, String text) {
        E[] constants = type.getEnumConstants();
        return Arrays.stream(constants)
                .filter(constant -> name(constant).equals(name(text)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(setting + " is '" + text + "'; it must be one of "
                        + Arrays.stream(constants).map(SettingNames::name).collect(Collectors.joining(", "))));
    }

    static String name(Enum<?> constant) {
        return name(constant.name());
    }

    private static String name(String text) {
        return text.strip().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
