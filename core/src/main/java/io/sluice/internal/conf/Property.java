package io.sluice.internal.conf;

/**
 * The value of a key and where it came from.
 *
 * @param value as written, variables not replaced
 * @param source for messages: file and line, or that the program set it
 * @param isSetByProgram whether {@code set} put it there; such a value wins over every resource
 */
public record Property(String value, String source, boolean isSetByProgram) {}
