package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AccessDeniedException;
import io.sluice.Configuration;
import io.sluice.DoNotRetryIOException;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.internal.security.TestAuthority;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Secure clients at a real server without security. */
class PlainServerIT {
    @RegisterExtension
    final Session session = new Session();

    @Test
    void tls_refusedForGoodAndSaidSo(@TempDir Path folder) throws Exception {
        Configuration conf = new Configuration();
        conf.set("hbase.client.netty.tls.enabled", "true");
        conf.set(
                "hbase.rpc.tls.truststore.location",
                TestAuthority.trustStore(folder.resolve("trust.pem"), new TestAuthority("any"))
                        .toString());
        assertThat(new SecureWrites(session.server()).failure(session.table("f"), conf, builder -> {}))
                .isInstanceOf(DoNotRetryIOException.class)
                .hasMessageContaining("plain text")
                .hasMessageContaining("hbase.client.netty.tls.enabled");
    }

    @Test
    void authentication_refusedUnlessFallbackIsAllowed() throws Exception {
        SecureWrites writes = new SecureWrites(session.server());
        CredentialsProvider token =
                CredentialsProvider.token(AuthenticationToken.of(new byte[] {1}, new byte[] {2}, "cluster"));
        Configuration conf = new Configuration();
        assertThat(writes.failure(session.table("f"), conf, builder -> builder.credentials(token)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageContaining("hbase.ipc.client.fallback-to-simple-auth-allowed");
        conf.set("hbase.ipc.client.fallback-to-simple-auth-allowed", "true");
        writes.write(session.table("f"), conf, builder -> builder.credentials(token));
    }

    @Test
    void actingFor_withoutProof_written() throws Exception {
        new SecureWrites(session.server())
                .write(
                        session.table("f"),
                        new Configuration(),
                        builder -> builder.credentials(
                                CredentialsProvider.simple("root").actingFor("somebody")));
    }
}
