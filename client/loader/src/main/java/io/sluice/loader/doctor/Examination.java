package io.sluice.loader.doctor;

import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.internal.ClusterInspector;
import io.sluice.client.internal.ClusterState;
import io.sluice.loader.doctor.Finding.Level;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs all checks one after the other, from this machine to the last region server. */
public final class Examination {
    /** Time limit of each check. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Configuration conf;
    private final LocalChecks local;
    private final Consumer<Finding> findings;
    private final Duration limit;
    private Level worst = Level.OK;

    /** @param findings receives each finding at once */
    public Examination(Configuration conf, Consumer<Finding> findings) {
        this(conf, findings, LIMIT);
    }

    Examination(Configuration conf, Consumer<Finding> findings, Duration limit) {
        this.conf = conf;
        this.findings = findings;
        this.limit = limit;
        local = new LocalChecks(conf);
    }

    /** The overall result. */
    public enum Result {
        /** Nothing has failed. */
        HEALTHY,
        /** Something has failed. */
        SICK,
        /** The cluster could not be located. */
        UNREACHABLE
    }

    /**
     * Runs all checks.
     *
     * @param table a table to look for as well, or null
     */
    public Result run(@Nullable TableName table) throws InterruptedException {
        try (ClusterInspector inspector = ClusterInspector.open(conf)) {
            local.run(inspector.transport()).forEach(this::note);
            List<Address> addresses = Address.ofRegistry(conf);
            for (Address address : addresses) {
                reach(address);
            }
            if (areZooKeeper(addresses)) {
                return Result.UNREACHABLE;
            }
            ServerName meta = ask(
                    "registry",
                    "asked " + inspector.registry() + " for the location of hbase:meta",
                    inspector.metaServer());
            if (meta == null) {
                return Result.UNREACHABLE;
            }
            note(Finding.ok("registry", inspector.registry() + ": hbase:meta is on " + meta));
            reach(new Address("hbase:meta", meta.getHostname(), meta.getPort()));
            ServerName master = ask(
                    "master",
                    "asked the server of hbase:meta, " + meta.getHostAndPort() + ", for the active master",
                    inspector.master());
            if (master != null) {
                reach(new Address("master", master.getHostname(), master.getPort()));
                ClusterState state = ask(
                        "cluster",
                        "asked the master, " + master.getHostAndPort() + ", for the state of the cluster",
                        inspector.state());
                if (state != null) {
                    examine(inspector, state);
                }
            }
        } catch (IllegalArgumentException e) {
            note(Finding.fail("settings", String.valueOf(e.getMessage()), "correct this setting"));
            return Result.SICK;
        }
        if (table != null) {
            examine(table);
        }
        return worst == Level.FAIL ? Result.SICK : Result.HEALTHY;
    }

    private void examine(ClusterInspector inspector, ClusterState state) throws InterruptedException {
        ClusterChecks checks = new ClusterChecks(state, Clock.systemUTC());
        checks.run().forEach(this::note);
        List<ServerName> servers = new ArrayList<>();
        state.servers().forEach(server -> servers.add(server.name()));
        for (ServerName server : servers) {
            reach(new Address("region server", server.getHostname(), server.getPort()));
            ServerName says = ask(
                    "region server", "asked " + server.getHostAndPort() + " for its name", inspector.identify(server));
            if (says != null) {
                note(
                        says.equals(server)
                                ? Finding.ok("region server", server + " answers")
                                : Finding.warn(
                                        "region server",
                                        server + " reports the name " + says,
                                        "it was restarted under another name; check that its host name resolves to the same "
                                                + "address everywhere"));
            }
        }
    }

    private void examine(TableName table) throws InterruptedException {
        CompletableFuture<AsyncConnection> connecting =
                AsyncConnections.builder().configuration(conf).build();
        Integer regions = ask(
                "table",
                "looked for the regions of '" + table + "'",
                connecting.thenCompose(connection -> connection.preloadRegions(table)));
        // The close runs in the background: a silent cluster may delay it.
        CompletableFuture<CloseResult> unused =
                connecting.thenCompose(connection -> connection.closeAsync(Duration.ZERO));
        if (regions != null) {
            note(Finding.ok("table", "'" + table + "' has " + regions + (regions == 1 ? " region" : " regions")));
        }
    }

    /** Records which of the addresses are ZooKeeper by mistake; returns whether all are. */
    private boolean areZooKeeper(List<Address> addresses) {
        int found = 0;
        for (Address address : addresses) {
            if (!address.isForZooKeeper() && address.isZooKeeper()) {
                found++;
                note(Finding.fail(
                        address.role(),
                        address + " is ZooKeeper, not a master or region server",
                        "use --zookeeper " + address
                                + "/ZNODE (hbase.zookeeper.quorum), or give the ports of masters or region servers"));
            }
        }
        return found > 0 && found == addresses.size();
    }

    /** Runs on a separate thread, since a name server that does not respond can block it for longer than the limit. */
    private void reach(Address address) throws InterruptedException {
        CompletableFuture<String> reached = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        reached.complete(address.reach());
                    } catch (IOException | RuntimeException e) {
                        reached.completeExceptionally(e);
                    }
                },
                "doctor-reach");
        thread.setDaemon(true);
        thread.start();
        String found = ask(address.role(), address.toString(), reached);
        if (found != null) {
            note(Finding.ok(address.role(), found));
        }
    }

    /**
     * Waits for an answer within the limit; records a failure.
     *
     * @param tried a description of the attempt
     * @return null if there is no answer
     */
    <T> @Nullable T ask(String check, String tried, CompletableFuture<T> question) throws InterruptedException {
        long startNanos = System.nanoTime();
        try {
            return question.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String after = String.format(Locale.ROOT, " (after %.1f s)", (System.nanoTime() - startNanos) / 1e9);
            note(Finding.fail(check, tried + ": " + words(cause) + after, fix(cause)));
        } catch (TimeoutException e) {
            note(Finding.fail(
                    check,
                    tried + ": no answer in " + limit.toSeconds() + " s",
                    "check the logs of the servers above, and firewalls and name servers on the way to them"));
        }
        return null;
    }

    /** Returns a failure as one line; drops each reason at its end that the text before it contains. */
    static String words(Throwable failure) {
        String text = failure.toString().strip().replaceAll("\\s+", " ");
        int last = text.lastIndexOf(": ");
        while (last > 0 && text.substring(0, last).contains(text.substring(last + 2))) {
            text = text.substring(0, last);
            last = text.lastIndexOf(": ");
        }
        return text;
    }

    private String fix(Throwable cause) {
        return Fixes.of(cause, local.isSecure(), local.isTls());
    }

    private void note(Finding finding) {
        if (finding.level().compareTo(worst) > 0) {
            worst = finding.level();
        }
        findings.accept(finding);
    }
}
