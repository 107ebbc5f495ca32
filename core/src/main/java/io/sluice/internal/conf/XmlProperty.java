package io.sluice.internal.conf;

import org.jspecify.annotations.Nullable;

/**
 * One {@code <property>} of a configuration file.
 *
 * @param name the key, trimmed, never empty
 * @param value as written, or null when the file has no {@code <value>} for it, or an empty one
 * @param isFinal whether {@code <final>true</final>} was there
 * @param line where the property begins, from 1
 */
public record XmlProperty(String name, @Nullable String value, boolean isFinal, int line) {}
