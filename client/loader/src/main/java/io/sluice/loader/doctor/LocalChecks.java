package io.sluice.loader.doctor;

import io.sluice.Configuration;
import io.sluice.client.HBaseConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks that do not need the cluster: Java, transport, settings. */
final class LocalChecks {
    private static final int MIN_JAVA = 17;
    private static final long MEGABYTE = 1 << 20;

    private final Configuration conf;

    LocalChecks(Configuration conf) {
        this.conf = conf;
    }

    boolean isSecure() {
        return conf.getTrimmed("hbase.security.authentication", "simple")
                .toLowerCase(Locale.ROOT)
                .equals("kerberos");
    }

    boolean isTls() {
        return conf.getBoolean("hbase.client.netty.tls.enabled", false);
    }

    /** @param transport the client's transport */
    List<Finding> run(String transport) {
        List<Finding> findings = new ArrayList<>();
        int java = Runtime.version().feature();
        String text = "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
        findings.add(
                java >= MIN_JAVA
                        ? Finding.ok("java", text)
                        : Finding.fail("java", text, "run on Java " + MIN_JAVA + " or later"));
        boolean linux = System.getProperty("os.name", "").startsWith("Linux");
        findings.add(
                linux && !transport.equals("epoll")
                        ? Finding.warn(
                                "transport",
                                transport,
                                "put netty-transport-native-epoll for this machine on the class path: it uses less CPU")
                        : Finding.ok("transport", transport));
        findings.add(Finding.ok("settings", HBaseConfiguration.describeSources(conf)));
        findings.add(Finding.ok(
                "authentication", (isSecure() ? "kerberos" : "simple") + (isTls() ? " over TLS" : ", without TLS")));
        findings.add(limits());
        return findings;
    }

    private Finding limits() {
        long cell = conf.getLong("hbase.client.keyvalue.maxsize", 10 * MEGABYTE);
        long request = conf.getLong("hbase.ipc.max.request.size", 256 * MEGABYTE);
        long heap = Runtime.getRuntime().maxMemory();
        String text = String.format(
                Locale.ROOT,
                "cell %s (hbase.client.keyvalue.maxsize), request %,d bytes (hbase.ipc.max.request.size), heap %,d MiB",
                cell <= 0 ? "without limit" : String.format(Locale.ROOT, "%,d bytes", cell),
                request,
                heap / MEGABYTE);
        if (cell <= 0 || cell >= request) {
            return Finding.warn(
                    "limits", text, "an allowed cell may not fit into a request: lower hbase.client.keyvalue.maxsize");
        }
        return heap < 128 * MEGABYTE
                ? Finding.warn(
                        "limits", text, "give the JVM more heap (-Xmx): a quarter of it bounds the write buffers")
                : Finding.ok("limits", text);
    }
}
