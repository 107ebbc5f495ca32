package io.sluice.embedded;

import java.nio.file.Path;

/**
 * The Kerberos data of a server that was started with {@code hbase.security.authentication = kerberos}: a KDC in the
 * child, with keytabs for its clients. Principals and keys are new with each start.
 *
 * @param folder the folder of its files
 */
public record EmbeddedKerberos(Path folder) {
    /** Its realm. */
    public static final String REALM = "SLUICE.TEST";

    /** The servers' principal. */
    public static final String SERVER = "hbase/localhost@" + REALM;

    /** A service principal that the KDC knows but no server uses. */
    public static final String OTHER_SERVICE = "http/localhost@" + REALM;

    /** A client that may act for the user {@code guest}. */
    public static final String WRITER = "writer@" + REALM;

    /** Another client. */
    public static final String OTHER = "other@" + REALM;

    /** The file with the location of the KDC: the value of its system property {@code java.security.krb5.conf}. */
    public Path krb5Conf() {
        return folder.resolve("krb5.conf");
    }

    /** The keytab of a principal. */
    public Path keytab(String principal) {
        return folder.resolve(principal.split("[/@]", 2)[0] + ".keytab");
    }
}
