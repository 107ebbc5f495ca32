package io.sluice.loader.doctor;

import io.sluice.AccessDeniedException;
import io.sluice.CallTimeoutException;
import io.sluice.RegistryUnavailableException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Suggests what to do about a failure. */
final class Fixes {
    private Fixes() {}

    /**
     * Returns the suggestion.
     *
     * @param secure whether the configuration asks for Kerberos
     * @param tls whether it asks for TLS
     */
    static String of(Throwable failure, boolean secure, boolean tls) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String fix = ofOne(cause, secure, tls);
            if (!fix.isEmpty()) {
                return fix;
            }
        }
        return "see the message; with -Dorg.slf4j.simpleLogger.defaultLogLevel=debug the client logs more";
    }

    private static String ofOne(Throwable cause, boolean secure, boolean tls) {
        String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof AccessDeniedException) {
            return secure
                    ? "check keytab, principal and clock (hbase.client.keytab.file, hbase.client.keytab.principal, kinit)"
                    : "the servers require Kerberos, which this client does not use: set "
                            + "hbase.security.authentication=kerberos";
        }
        if (cause instanceof SSLException || text.contains("tls") || text.contains("ssl")) {
            return tls
                    ? "check hbase.rpc.tls.truststore.location, the certificate's name and the protocols"
                    : "the server seems to require TLS: set hbase.client.netty.tls.enabled=true";
        }
        if (cause instanceof UnknownHostException) {
            return "this machine cannot resolve the name: check /etc/hosts and its name servers";
        }
        if (cause instanceof NoRouteToHostException || cause instanceof SocketTimeoutException) {
            return "nothing answers at that address: check firewalls and routes on the way to it";
        }
        if (cause instanceof ConnectException) {
            return "nothing listens on that port, or a firewall rejects it: check that the server runs, and the port";
        }
        if (cause instanceof TableNotFoundException) {
            return "create the table, or check its name and namespace";
        }
        if (cause instanceof TableNotEnabledException) {
            return "enable the table: enable 'NAME' in HBase's shell";
        }
        if (text.contains("no /") && text.contains("under quorum")) {
            return "check zookeeper.znode.parent, and whether HBase has started";
        }
        if (cause instanceof RegistryUnavailableException) {
            return "check hbase.zookeeper.quorum and its port, or hbase.client.bootstrap.servers";
        }
        return cause instanceof CallTimeoutException
                ? "the server is reachable but does not answer: check its log"
                : "";
    }
}
