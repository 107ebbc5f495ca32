package io.sluice.client.internal.security;

import io.sluice.client.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A file with certificates, and perhaps a private key. Errors name file, type and configuration key, never the password.
 *
 * @param type {@code JKS}, {@code PKCS12}, {@code PEM} or another that a security provider knows, in upper case
 * @param password of the store and of the key in it; null for none
 * @param key the setting that names the file, for messages
 */
record StoreFile(Path path, String type, @Nullable String password, String key) {
    private static final char[] NO_PASSWORD = {};
    /** By the extension of the file name. */
    private static final Map<String, String> TYPES =
            Map.of("jks", "JKS", "pem", "PEM", "p12", "PKCS12", "pfx", "PKCS12", "pkcs12", "PKCS12", "bcfks", "BCFKS");

    /**
     * A file whose type is given, or else follows from its extension, as in HBase.
     *
     * @return null if there is none
     * @throws IllegalArgumentException if the extension is not known; names file and key
     */
    static @Nullable StoreFile of(TlsConfig.@Nullable Store store, String key) {
        if (store == null) {
            return null;
        }
        String type = store.type().isEmpty()
                ? typeOf(store.path(), key)
                : store.type().toUpperCase(Locale.ROOT);
        return new StoreFile(store.path(), type, store.password(), key);
    }

    private static String typeOf(Path path, String key) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type != null) {
            return type;
        }
        throw new IllegalArgumentException(
                key + " = " + path + ": name the type (JKS, PKCS12, PEM); the file's name does not end in one");
    }

    /**
     * The client's own certificate and key.
     *
     * @throws IOException if the file cannot be read or holds no private key
     */
    KeyManagerFactory keyManagers() throws IOException {
        KeyStore store = load();
        try {
            if (!hasKey(store)) {
                throw new IOException(key + " = " + this + " holds no private key with a certificate");
            }
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, passwordChars());
            return factory;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    /**
     * The certificates that the client trusts.
     *
     * @throws IOException if the file cannot be read or holds no certificate
     */
    TrustManagerFactory trustManagers() throws IOException {
        KeyStore store = load();
        try {
            if (store.size() == 0) {
                throw new IOException(key + " = " + this + " holds no certificate that could be trusted"
                        + (password == null && !type.equals("PEM")
                                ? "; without a password those of a PKCS12 file cannot be seen"
                                : ""));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException e) {
            throw unusable(e);
        }
    }

    private static boolean hasKey(KeyStore store) throws KeyStoreException {
        for (Enumeration<String> aliases = store.aliases(); aliases.hasMoreElements(); ) {
            if (store.isKeyEntry(aliases.nextElement())) {
                return true;
            }
        }
        return false;
    }

    private KeyStore load() throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            if (type.equals("PEM")) {
                return PemFile.read(in.readAllBytes(), passwordChars());
            }
            KeyStore store = KeyStore.getInstance(type);
            store.load(in, password == null ? null : password.toCharArray());
            return store;
        } catch (NoSuchFileException e) {
            throw new IOException(key + " = " + path + ": no such file", e);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw unusable(e);
        }
    }

    private IOException unusable(Exception cause) {
        return new IOException(
                key + " = " + this + " cannot be used: " + cause.getMessage()
                        + " (type and password are keys beside it)",
                cause);
    }

    private char[] passwordChars() {
        return password == null ? NO_PASSWORD : password.toCharArray();
    }

    /** Without the password. */
    @Override
    public String toString() {
        return path + " (" + type + ")";
    }
}
