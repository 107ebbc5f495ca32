package io.sluice.client.internal.security;

import io.sluice.AccessDeniedException;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    /** Service, host, and the realm if there is one. */
    private static final Pattern FORM = Pattern.compile("([^/]+)/([^@]+)(.*)");

    /**
     * A principal in its parts.
     *
     * @param service such as {@code hbase}
     * @param host in lower case if it was {@code _HOST}
     * @param name the whole principal, for messages
     */
    record Principal(String service, String host, String name) {}

    /**
     * The principals that a server may have, the likelier one first, at least one. May ask the name service, which may block.
     *
     * <p>Masters and region servers both offer {@code ClientMetaService}, and servers before 2.6.1 (HBASE-28321) end the
     * connection when they are asked which they are. So either principal is possible there; the master's is first, which is
     * the only one that the client of HBase 2.5 tries.
     *
     * @throws AccessDeniedException if no principal is configured, or it has another form; names the key
     */
    List<Principal> of(Peer peer) throws AccessDeniedException {
        boolean eitherKind = peer.serviceName().equals(ConnectionHeader.CLIENT_META_SERVICE);
        boolean masterFirst =
                master != null && (eitherKind || peer.serviceName().equals(ConnectionHeader.MASTER_SERVICE));
        Principal first = masterFirst ? parse(MASTER_KEY, master, peer) : parse(REGION_SERVER_KEY, regionServer, peer);
        if (!masterFirst || !eitherKind || regionServer == null || regionServer.equals(master)) {
            return List.of(first);
        }
        return List.of(first, parse(REGION_SERVER_KEY, regionServer, peer));
    }

    private Principal parse(String key, @Nullable String pattern, Peer peer) throws AccessDeniedException {
        if (pattern == null || pattern.isBlank()) {
            throw new AccessDeniedException(
                    "Kerberos: " + key + " is not set: the principal of " + peer + " is not known");
        }
        Matcher parts = FORM.matcher(pattern);
        if (!parts.matches()) {
            throw new AccessDeniedException("Kerberos: " + key + " = '" + pattern
                    + "' is not of the form service/host@REALM or service/_HOST@REALM");
        }
        String service = parts.group(1);
        String host = parts.group(2).equals(HOST) ? hostOf(peer).toLowerCase(Locale.ROOT) : parts.group(2);
        return new Principal(service, host, service + "/" + host + parts.group(3));
    }

    private String hostOf(Peer peer) {
        return reverseLookup
                ? peer.address().getCanonicalHostName()
                : peer.server().getHostname();
    }
}
