package io.sluice.client.internal.security;

import io.sluice.AccessDeniedException;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The Kerberos principals of servers, by service.
 *
 * @param regionServer {@code hbase.regionserver.kerberos.principal}
 * @param master {@code hbase.master.kerberos.principal}
 * @param reverseLookup whether {@code _HOST} is what the name service calls the address, and not what the cluster calls
 *     the server (off by {@code hbase.unsafe.client.kerberos.hostname.disable.reversedns})
 */
public record ServerPrincipals(
        @Nullable String regionServer, @Nullable String master, boolean reverseLookup) {
    private static final String REGION_SERVER_KEY = "hbase.regionserver.kerberos.principal";
    private static final String MASTER_KEY = "hbase.master.kerberos.principal";
    private static final String HOST = "_HOST";

    /**
     * A principal in its parts.
     *
     * @param service such as {@code hbase}
     * @param host lower case where it was {@code _HOST}
     * @param name all of it as it was configured, with the host, for messages
     */
    record Principal(String service, String host, String name) {}

    /**
     * Who a server should be. May ask the name service, which may take.
     *
     * @throws AccessDeniedException if no principal is configured, or one of another form; names the key
     */
    Principal of(Peer peer) throws AccessDeniedException {
        // Masters and region servers both offer ClientMetaService. Where their principals differ, servers before 2.6
        // do not tell which they are; a client of HBase 2.5 takes the master's.
        boolean ofMaster = master != null
                && (peer.serviceName().equals(ConnectionHeader.CLIENT_META_SERVICE)
                        || peer.serviceName().equals(ConnectionHeader.MASTER_SERVICE));
        String key = ofMaster ? MASTER_KEY : REGION_SERVER_KEY;
        String pattern = ofMaster ? master : regionServer;
        if (pattern == null || pattern.isBlank()) {
            throw new AccessDeniedException(
                    "Kerberos: " + key + " is not set: who " + peer + " should be is not known");
        }
        int slash = pattern.indexOf('/');
        int at = pattern.indexOf('@', slash + 1);
        if (slash <= 0 || at == slash + 1 || (at < 0 && slash == pattern.length() - 1)) {
            throw new AccessDeniedException("Kerberos: " + key + " = '" + pattern
                    + "' is not of the form service/host@REALM or service/_HOST@REALM");
        }
        String host = at < 0 ? pattern.substring(slash + 1) : pattern.substring(slash + 1, at);
        if (host.equals(HOST)) {
            host = hostOf(peer).toLowerCase(Locale.ROOT);
        }
        String service = pattern.substring(0, slash);
        return new Principal(service, host, service + "/" + host + (at < 0 ? "" : pattern.substring(at)));
    }

    private String hostOf(Peer peer) {
        return reverseLookup ? peer.address().getCanonicalHostName() : peer.host();
    }
}
