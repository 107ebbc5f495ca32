/**
 * Brings a fresh TCP connection to where HBase's own messages begin: TLS, then SASL; and the logins, tokens and
 * certificates that takes. May use {@code wire}, Netty, and of the JDK JAAS, JGSS, SASL and JSSE.
 */
@NullMarked
package io.sluice.client.internal.security;

import org.jspecify.annotations.NullMarked;
