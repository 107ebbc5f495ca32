package io.sluice.connectors.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version that the worker shows for the connector. */
final class Version {
    static final String TEXT = read();

    private Version() {}

    private static String read() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(
                Version.class.getResourceAsStream("version.properties"), "the jar has no version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
