package io.sluice.client.internal.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A PEM file: certificates and perhaps a private key in PKCS #8 form. Netty's reader takes neither Ed25519 keys nor notices
 * a second key.
 */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA", "DSA");

    private PemFile() {}

    /**
     * Reads a file.
     *
     * @param password of an encrypted private key
     * @return a store in memory: the key with its chain or, without a key, each certificate as its own entry
     * @throws IOException if the file holds nothing, two keys, or a key in another form
     */
    static KeyStore read(byte[] content, char[] password) throws IOException, GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<Certificate> certificates = new ArrayList<>();
        PrivateKey key = null;
        Matcher block = BLOCK.matcher(new String(content, ISO_8859_1));
        while (block.find()) {
            String kind = block.group(1);
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            if (kind.endsWith("CERTIFICATE")) {
                certificates.add(factory.generateCertificate(new ByteArrayInputStream(der)));
            } else if (kind.endsWith("PRIVATE KEY")) {
                if (key != null) {
                    throw new IOException("it holds more than one private key");
                }
                key = privateKey(kind, der, password);
            }
        }
        if (certificates.isEmpty() && key == null) {
            throw new IOException("it holds neither a certificate nor a private key in PEM form");
        }
        return toKeyStore(certificates, key, password);
    }

    private static PrivateKey privateKey(String kind, byte[] der, char[] password)
            throws IOException, GeneralSecurityException {
        return switch (kind) {
            case "PRIVATE KEY" -> privateKey(new PKCS8EncodedKeySpec(der));
            case "ENCRYPTED PRIVATE KEY" -> privateKey(decrypted(new EncryptedPrivateKeyInfo(der), password));
            default ->
                throw new IOException("its private key is of the form '" + kind
                        + "'; turn it into PKCS #8 ('PRIVATE KEY'), as openssl pkcs8 -topk8 does");
        };
    }

    private static PKCS8EncodedKeySpec decrypted(EncryptedPrivateKeyInfo info, char[] password)
            throws GeneralSecurityException {
        // Of PBES2, only the parameters name the algorithm.
        String algorithm =
                info.getAlgName().equals("PBES2") || info.getAlgName().startsWith("1.2.840.113549.1.5.13")
                        ? String.valueOf(info.getAlgParameters())
                        : info.getAlgName();
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(
                Cipher.DECRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password)),
                info.getAlgParameters());
        return info.getKeySpec(cipher);
    }

    private static PrivateKey privateKey(PKCS8EncodedKeySpec spec) throws GeneralSecurityException {
        InvalidKeySpecException last = null;
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                last = e;
            }
        }
        throw new InvalidKeySpecException("its private key is none of " + KEY_ALGORITHMS, last);
    }

    /** @param certificates in the order of the file: the key's own certificate comes first */
    private static KeyStore toKeyStore(List<Certificate> certificates, @Nullable PrivateKey privateKey, char[] password)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        if (privateKey != null && !certificates.isEmpty()) {
            store.setKeyEntry("key", privateKey, password, certificates.toArray(new Certificate[0]));
            return store;
        }
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("certificate-" + i, certificates.get(i));
        }
        return store;
    }
}
