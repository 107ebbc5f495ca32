package io.sluice.client.internal.security;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file with certificates, and perhaps a private key.
 *
 * @param path where it is
 * @param type {@code JKS}, {@code PKCS12}, {@code PEM} or another that a security provider knows, upper case
 * @param password of the store and the key in it; null for none
 * @param key what sets it, for messages
 */
public record StoreFile(Path path, String type, @Nullable String password, String key) {

    /**
     * A file whose type is given, or else shows in its name, as HBase finds it: {@code .jks}, {@code .pem},
     * {@code .p12} or {@code .pfx}.
     *
     * @param type empty to go by the name
     * @throws IllegalArgumentException if the name says nothing; names file and key
     */
    public static StoreFile of(Path path, String type, @Nullable String password, String key) {
        return new StoreFile(path, type.isEmpty() ? typeOf(path, key) : type.toUpperCase(Locale.ROOT), password, key);
    }

    private static String typeOf(Path path, String key) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".jks")) {
            return "JKS";
        }
        if (name.endsWith(".pem")) {
            return "PEM";
        }
        if (name.endsWith(".p12") || name.endsWith(".pfx") || name.endsWith(".pkcs12")) {
            return "PKCS12";
        }
        if (name.endsWith(".bcfks")) {
            return "BCFKS";
        }
        throw new IllegalArgumentException(
                key + " = " + path + ": name the type (JKS, PKCS12, PEM); the file's name does not end in one");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return path + " (" + type + ")";
    }
}
