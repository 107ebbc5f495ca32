package io.sluice.connectors;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version of Sluice, which the build wrote into this jar. */
public final class Version {
    /** The version as in the Maven coordinates, such as 0.1.0. */
    public static final String TEXT = read();

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
