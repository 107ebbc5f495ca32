package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import org.jspecify.annotations.Nullable;

/**
 * What the connection header must contain once a channel is secured.
 *
 * @param preambleSent whether the six bytes before it are on their way already
 * @param user user that the client claims to be; null where the server knows it from the authentication
 */
public record Greeting(boolean preambleSent, ConnectionHeader.@Nullable User user) {}
