package io.sluice.client.internal.security;

import io.sluice.client.TlsConfig;
import io.sluice.client.internal.wire.ConnectionHeader;
import org.jspecify.annotations.Nullable;

/**
 * How connections are secured.
 *
 * @param user the user that the client claims to be if servers do not check
 * @param tls encryption, or null for none
 * @param sasl authentication, or null for none
 * @param maxFrameBytes largest answer to accept
 */
public record SecuritySettings(
        ConnectionHeader.User user,
        @Nullable TlsConfig tls,
        @Nullable SaslSettings sasl,
        int maxFrameBytes) {}
