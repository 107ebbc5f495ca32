package io.sluice.client.internal.security;

import io.sluice.client.internal.wire.ConnectionHeader;
import org.jspecify.annotations.Nullable;

/**
 * What remains to be sent on a secured channel.
 *
 * @param preambleSent whether the preamble has been sent
 * @param user for the connection header; null if the server knows the user from the authentication
 */
public record Greeting(boolean preambleSent, ConnectionHeader.@Nullable User user) {}
