package io.sluice.loader.doctor;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.ClusterInspector;
import io.sluice.client.ClusterState;
import io.sluice.loader.doctor.Finding.Level;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All checks one after the other, from here to the last region server. */
public final class Examination {
    private final Configuration conf;
    private final LocalChecks local;
    private final Consumer<Finding> findings;
    private Level worst = Level.OK;

    /** @param findings takes each finding as it is made */
    public Examination(Configuration conf, Consumer<Finding> findings) {
        this.conf = conf;
        this.findings = findings;
        local = new LocalChecks(conf);
    }

    /** How it ended. */
    public enum Result {
        /** Nothing has failed. */
        HEALTHY,
        /** Something has failed. */
        SICK,
        /** Nobody could say where the cluster is. */
        UNREACHABLE
    }

    /**
     * Makes all checks.
     *
     * @param table to look for too, or null
     */
    public Result run(@Nullable TableName table) throws InterruptedException {
        try (ClusterInspector inspector = ClusterInspector.open(conf)) {
            local.run(inspector.transport()).forEach(this::note);
            List<Address> addresses = Address.ofRegistry(conf);
            addresses.forEach(this::reach);
            if (areZooKeeper(addresses)) {
                return Result.UNREACHABLE;
            }
            ServerName meta = ask("registry", inspector.metaServer());
            if (meta == null) {
                return Result.UNREACHABLE;
            }
            note(Finding.ok("registry", inspector.registry() + ": hbase:meta is on " + meta));
            ServerName master = ask("master", inspector.master());
            if (master != null) {
                reach(new Address("master", master.getHostname(), master.getPort()));
                ClusterState state = ask("cluster", inspector.state());
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
            ServerName says = ask("region server", inspector.identify(server));
            if (says != null) {
                note(
                        says.equals(server)
                                ? Finding.ok("region server", server + " answers")
                                : Finding.warn(
                                        "region server",
                                        server + " says it is " + says,
                                        "it has started anew under another name; does its name resolve alike everywhere?"));
            }
        }
    }

    private void examine(TableName table) throws InterruptedException {
        AsyncConnection connection =
                ask("table", AsyncConnections.builder().configuration(conf).build());
        if (connection != null) {
            try (connection) {
                Integer regions = ask("table", connection.preloadRegions(table));
                if (regions != null) {
                    note(Finding.ok("table", "'" + table + "' has " + regions + " regions"));
                }
            }
        }
    }

    /** Notes which of the addresses are ZooKeeper by mistake; returns whether all are. */
    private boolean areZooKeeper(List<Address> addresses) {
        int found = 0;
        for (Address address : addresses) {
            if (!address.isForZooKeeper() && address.isZooKeeper()) {
                found++;
                note(Finding.fail(
                        address.role(),
                        address + " is ZooKeeper, and no master or region server",
                        "name it by --zookeeper " + address
                                + "/ZNODE (hbase.zookeeper.quorum), or name the ports of masters or region servers"));
            }
        }
        return found > 0 && found == addresses.size();
    }

    private void reach(Address address) {
        try {
            note(Finding.ok(address.role(), address.reach()));
        } catch (IOException e) {
            note(Finding.fail(address.role(), address + ": " + e, fix(e)));
        }
    }

    private <T> @Nullable T ask(String check, CompletableFuture<T> question) throws InterruptedException {
        try {
            return question.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            note(Finding.fail(check, cause.toString(), fix(cause)));
            return null;
        }
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
