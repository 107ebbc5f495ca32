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

/** What to do about a failure. */
final class Fixes {
    private Fixes() {}

    /**
     * Returns advice.
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
        return "see the message; with -Dorg.slf4j.simpleLogger.defaultLogLevel=debug the client tells more";
    }

    private static String ofOne(Throwable cause, boolean secure, boolean tls) {
        String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        if (cause instanceof AccessDeniedException) {
            return secure
                    ? "look at keytab, principal and clock (hbase.client.keytab.file, hbase.client.keytab.principal, kinit)"
                    : "the servers want Kerberos and this client does not: set hbase.security.authentication=kerberos";
        }
        if (cause instanceof SSLException || text.contains("tls") || text.contains("ssl")) {
            return tls
                    ? "look at hbase.rpc.tls.truststore.location, the certificate's name and the protocols"
                    : "the server seems to want TLS: set hbase.client.netty.tls.enabled=true";
        }
        if (cause instanceof UnknownHostException) {
            return "the name is not known here: look at /etc/hosts and the name servers of this machine";
        }
        if (cause instanceof NoRouteToHostException || cause instanceof SocketTimeoutException) {
            return "nothing answers at that address: look at firewalls and routes between here and there";
        }
        if (cause instanceof ConnectException) {
            return "nobody listens there, or a firewall refuses: does the server run, and is the port right?";
        }
        if (cause instanceof TableNotFoundException) {
            return "create the table, or look at its name and namespace";
        }
        if (cause instanceof TableNotEnabledException) {
            return "enable the table: enable 'NAME' in HBase's shell";
        }
        if (text.contains("no /") && text.contains("under quorum")) {
            return "look at zookeeper.znode.parent, and whether HBase has started";
        }
        if (cause instanceof RegistryUnavailableException) {
            return "look at hbase.zookeeper.quorum and its port, or hbase.client.bootstrap.servers";
        }
        return cause instanceof CallTimeoutException
                ? "the server is reached and does not answer: look at its log"
                : "";
    }
}
