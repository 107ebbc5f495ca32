package io.sluice.loader.doctor;

import io.sluice.client.internal.ClusterState;
import io.sluice.client.internal.ClusterState.LiveServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks based on the master's answer: version, servers, clocks. */
final class ClusterChecks {
    /** {@code hbase.master.warningclockskew}, 10 s, and {@code hbase.master.maxclockskew}, 30 s. */
    private static final Duration SKEW_WARN = Duration.ofSeconds(10);

    private static final Duration SKEW_FAIL = Duration.ofSeconds(30);

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");
    private static final int OLDEST_MINOR = 5;

    private final ClusterState state;
    private final Clock clock;

    ClusterChecks(ClusterState state, Clock clock) {
        this.state = state;
        this.clock = clock;
    }

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        findings.add(version());
        findings.add(
                state.servers().isEmpty()
                        ? Finding.fail("region servers", "none is live", "start region servers; check their logs")
                        : Finding.ok("region servers", state.servers().size() + " live"));
        if (!state.deadServers().isEmpty()) {
            findings.add(Finding.warn(
                    "region servers",
                    "dead: " + state.deadServers(),
                    "check their logs; other servers have taken over their regions"));
        }
        state.servers().forEach(server -> findings.add(skew(server)));
        return findings;
    }

    private Finding version() {
        String text = "HBase " + state.version() + " (the master's), cluster " + state.clusterId();
        Matcher version = VERSION.matcher(state.version());
        if (!version.matches()) {
            return Finding.warn("version", text, "this version has an unusual number; 2.5 and 2.6 are tested");
        }
        int major = Integer.parseInt(version.group(1));
        boolean tested = major == 2 && Integer.parseInt(version.group(2)) >= OLDEST_MINOR;
        return tested
                ? Finding.ok("version", text)
                : Finding.warn("version", text, "2.5 and 2.6 are tested; see docs/compatibility.md");
    }

    /** A report is some seconds old when it is read, so a correct clock may seem that much behind. */
    private Finding skew(LiveServer server) {
        if (server.reportedAt().equals(Instant.EPOCH)) {
            return Finding.warn(
                    "clock", server.name().getHostAndPort() + " has not reported yet", "check again in 10 s");
        }
        Instant now = clock.instant();
        Duration behind = Duration.between(server.reportedAt(), now);
        String text = String.format(
                Locale.ROOT,
                "%s reported at %s by its clock, %.1f s %s",
                server.name().getHostAndPort(),
                server.reportedAt(),
                Math.abs(behind.toMillis()) / 1e3,
                behind.isNegative() ? "ahead of ours" : "ago by ours");
        Duration skew = behind.abs();
        String fix =
                "synchronize both clocks by NTP: cells get their timestamps from the servers' clocks, and Kerberos "
                        + "refuses a difference of more than 5 min";
        if (skew.compareTo(SKEW_FAIL) > 0) {
            return Finding.fail("clock", text, fix);
        }
        return skew.compareTo(SKEW_WARN) > 0 ? Finding.warn("clock", text, fix) : Finding.ok("clock", text);
    }
}
