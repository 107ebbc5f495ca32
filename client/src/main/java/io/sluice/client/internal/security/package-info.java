/**
 * Brings a new TCP connection to the point where HBase's own messages begin: TLS, then SASL, with the logins, tokens and
 * certificates for them. May use the settings of {@code io.sluice.client}, {@code wire}, Netty, and of the JDK JAAS, JGSS, SASL
 * and JSSE.
 */
@NullMarked
package io.sluice.client.internal.security;

import org.jspecify.annotations.NullMarked;
