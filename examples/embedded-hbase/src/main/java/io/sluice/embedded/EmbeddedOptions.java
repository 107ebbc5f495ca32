package io.sluice.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link EmbeddedHBase} is started.
 *
 * @param regionServers region servers in the child JVM, 1 to 9
 * @param settings HBase settings that are added to, or replace, the defaults; with {@code hbase.security.authentication
 *     = kerberos} the child has a KDC, see {@link EmbeddedHBase#kerberos}
 * @param jvmFlags flags of the child JVM after the defaults ({@code -Xmx1g} and those that HBase needs on Java 17)
 * @param folder folder for data and log, created if it is missing; null means a new one in {@code java.io.tmpdir}
 * @param keepData whether data and log are kept when the server is closed
 * @param startTimeout how long {@link EmbeddedHBase#start} waits until the server is online
 */
public record EmbeddedOptions(
        int regionServers,
        Map<String, String> settings,
        List<String> jvmFlags,
        @Nullable Path folder,
        boolean keepData,
        Duration startTimeout) {

    /** Copies the collections and checks the numbers. */
    public EmbeddedOptions {
        settings = Map.copyOf(settings);
        jvmFlags = List.copyOf(jvmFlags);
        if (regionServers < 1 || regionServers > 9) {
            throw new IllegalArgumentException("regionServers must be 1 to 9: " + regionServers);
        }
        if (startTimeout.isNegative() || startTimeout.isZero()) {
            throw new IllegalArgumentException("startTimeout must be positive: " + startTimeout);
        }
    }

    /** Returns the defaults: one region server, a temporary folder that is deleted at the end, 2 min to start. */
    public static EmbeddedOptions defaults() {
        return new EmbeddedOptions(1, Map.of(), List.of(), null, false, Duration.ofMinutes(2));
    }

    /** Returns these options with {@code count} region servers. */
    public EmbeddedOptions withRegionServers(int count) {
        return new EmbeddedOptions(count, settings, jvmFlags, folder, keepData, startTimeout);
    }

    /** Returns these options with one more HBase setting. */
    public EmbeddedOptions withSetting(String key, String value) {
        Map<String, String> more = new TreeMap<>(settings);
        more.put(key, value);
        return new EmbeddedOptions(regionServers, more, jvmFlags, folder, keepData, startTimeout);
    }

    /** Returns these options with these flags of the child JVM. */
    public EmbeddedOptions withJvmFlags(String... flags) {
        return new EmbeddedOptions(regionServers, settings, List.of(flags), folder, keepData, startTimeout);
    }

    /** Returns these options for tests: the JVM starts faster, but never reaches full speed. */
    public EmbeddedOptions withFastStart() {
        return withJvmFlags("-XX:TieredStopAtLevel=1");
    }

    /** Returns these options with data and log in {@code newFolder}. */
    public EmbeddedOptions withFolder(Path newFolder) {
        return new EmbeddedOptions(regionServers, settings, jvmFlags, newFolder, keepData, startTimeout);
    }

    /** Returns these options with data and log kept or deleted at the end. */
    public EmbeddedOptions withKeepData(boolean keep) {
        return new EmbeddedOptions(regionServers, settings, jvmFlags, folder, keep, startTimeout);
    }

    /** Returns these options with another start timeout. */
    public EmbeddedOptions withStartTimeout(Duration timeout) {
        return new EmbeddedOptions(regionServers, settings, jvmFlags, folder, keepData, timeout);
    }
}
