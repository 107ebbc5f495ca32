package io.sluice.client.internal.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.Enumeration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/** Reads stores. Errors name file, type and key of the configuration, never the password. */
final class StoreLoader {
    private static final char[] NO_PASSWORD = {};

    private StoreLoader() {}

    /**
     * What a client shows of itself.
     *
     * @throws IOException if the file cannot be read or holds no private key
     */
    static KeyManagerFactory keyManagers(StoreFile file) throws IOException {
        KeyStore store = load(file);
        try {
            if (!hasKey(store)) {
                throw new IOException(file.key() + " = " + file + " holds no private key with a certificate");
            }
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password(file));
            return factory;
        } catch (GeneralSecurityException e) {
            throw unusable(file, e);
        }
    }

    /**
     * Whom a client believes.
     *
     * @throws IOException if the file cannot be read or holds no certificate
     */
    static TrustManagerFactory trustManagers(StoreFile file) throws IOException {
        KeyStore store = load(file);
        try {
            if (store.size() == 0) {
                throw new IOException(file.key() + " = " + file + " holds no certificate that could be trusted"
                        + (file.password() == null && !file.type().equals("PEM")
                                ? "; without a password those of a PKCS12 file cannot be seen"
                                : ""));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException e) {
            throw unusable(file, e);
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

    private static KeyStore load(StoreFile file) throws IOException {
        try (InputStream in = Files.newInputStream(file.path())) {
            if (file.type().equals("PEM")) {
                return PemFile.parse(in.readAllBytes(), password(file)).toKeyStore(password(file));
            }
            KeyStore store = KeyStore.getInstance(file.type());
            String password = file.password();
            store.load(in, password == null ? null : password.toCharArray());
            return store;
        } catch (NoSuchFileException e) {
            throw new IOException(file.key() + " = " + file.path() + ": no such file", e);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw unusable(file, e);
        }
    }

    private static IOException unusable(StoreFile file, Exception cause) {
        return new IOException(
                file.key() + " = " + file + " cannot be used: " + cause.getMessage()
                        + " (type and password are keys beside it)",
                cause);
    }

    private static char[] password(StoreFile file) {
        String password = file.password();
        return password == null ? NO_PASSWORD : password.toCharArray();
    }
}
