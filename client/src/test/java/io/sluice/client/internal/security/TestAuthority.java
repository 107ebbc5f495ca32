package io.sluice.client.internal.security;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** A certificate authority that a test makes, and the files that hold what it issues. */
public final class TestAuthority {
    /** Of every file. */
    public static final String PASSWORD = "not-to-be-logged";

    private final X509Bundle root;

    public TestAuthority(String name) throws Exception {
        root = builder("CN=" + name).setIsCertificateAuthority(true).buildSelfSigned();
    }

    private static CertificateBuilder builder(String subject) {
        return new CertificateBuilder()
                .ecp256()
                .subject(subject)
                .notBefore(Instant.now().minus(Duration.ofDays(10)))
                .notAfter(Instant.now().plus(Duration.ofDays(10)));
    }

    public X509Certificate certificate() {
        return root.getCertificate();
    }

    /** For a host of that name, and its loop-back address if it is localhost. */
    public X509Bundle issue(String host) throws Exception {
        return forHost(host).buildIssuedBy(root);
    }

    /** One whose last day was yesterday. */
    public X509Bundle issueExpired(String host) throws Exception {
        return forHost(host).notAfter(Instant.now().minus(Duration.ofDays(1))).buildIssuedBy(root);
    }

    private static CertificateBuilder forHost(String host) {
        CertificateBuilder certificate = builder("CN=" + host).addSanDnsName(host);
        return host.equals("localhost") ? certificate.addSanIpAddress("127.0.0.1") : certificate;
    }

    /** Writes key and chain; the type goes by the end of the file's name. */
    public static Path keyStore(Path file, X509Bundle bundle) throws Exception {
        if (file.toString().endsWith(".pem")) {
            return replace(
                    file,
                    (bundle.getPrivateKeyPEM() + "\n" + bundle.getCertificatePathPEM())
                            .getBytes(StandardCharsets.US_ASCII));
        }
        KeyStore store = empty(file);
        store.setKeyEntry("key", bundle.getKeyPair().getPrivate(), PASSWORD.toCharArray(), bundle.getCertificatePath());
        return replace(file, store);
    }

    /** Writes certificates of authorities; the type goes by the end of the file's name. */
    public static Path trustStore(Path file, TestAuthority... authorities) throws Exception {
        if (file.toString().endsWith(".pem")) {
            StringBuilder pem = new StringBuilder();
            for (TestAuthority authority : authorities) {
                pem.append(authority.root.getRootCertificatePEM()).append('\n');
            }
            return replace(file, pem.toString().getBytes(StandardCharsets.US_ASCII));
        }
        KeyStore store = empty(file);
        for (int i = 0; i < authorities.length; i++) {
            store.setCertificateEntry("ca" + i, authorities[i].certificate());
        }
        return replace(file, store);
    }

    private static KeyStore empty(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(file.toString().endsWith(".jks") ? "JKS" : "PKCS12");
        store.load(null, null);
        return store;
    }

    private static Path replace(Path file, KeyStore store) throws Exception {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(fresh)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, content);
        return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
