package io.sluice.embedded;

import io.sluice.embedded.internal.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A real HBase in a child JVM: ZooKeeper, a master and one or more region servers, with data on the local disk.
 *
 * <p>The child ignores a terminal's interrupt, so that a program can finish its writes and read back after Ctrl-C. It
 * never outlives this JVM, however that ends, because it ends when the pipe between the two is closed; no shutdown hook
 * is needed. Thread-safe.
 */
public final class EmbeddedHBase implements AutoCloseable {
    private static final Duration REGION_SERVER_START = Duration.ofMinutes(2);

    private final ChildProcess child;
    private final StockClient client;
    private final Path folder;
    private final Map<String, String> settings;
    private final Map<String, String> serverSettings;
    private final String masterAddress;

    private EmbeddedHBase(ChildProcess child, Path folder, Settings settings, String masterAddress) {
        this.child = child;
        this.folder = folder;
        this.settings = Map.copyOf(settings.ofClients);
        this.serverSettings = Map.copyOf(settings.ofServers);
        this.masterAddress = masterAddress;
        client = new StockClient(child);
    }

    private record Settings(Map<String, String> ofClients, Map<String, String> ofServers) {}

    /** Starts a server with {@link EmbeddedOptions#defaults}. */
    public static EmbeddedHBase start() throws IOException {
        return start(EmbeddedOptions.defaults());
    }

    /**
     * Starts a server and returns when tables can be created on it and all region servers are online.
     *
     * @throws IOException with the end of the server's log if it dies or is not ready in time, or with the setting to
     *     change if no suitable Java is found or a jar is missing
     */
    public static EmbeddedHBase start(EmbeddedOptions options) throws IOException {
        Path given = options.folder();
        Path folder = given != null ? given.toAbsolutePath() : Files.createTempDirectory("sluice-hbase-");
        String znode = "/sluice-"
                + Long.toHexString(System.nanoTime() ^ ProcessHandle.current().pid());
        Map<String, String> settings = ServerSettings.of(folder, znode, options.regionServers());
        settings.putAll(options.settings());
        ChildProcess child = ChildProcess.start(new ChildLaunch(
                folder,
                !options.keepData(),
                settings,
                options.jvmFlags(),
                List.of("serve", Integer.toString(options.regionServers()))));
        try {
            List<String> ready = child.channel().awaitReady(options.startTimeout());
            Map<String, String> clientSettings = new TreeMap<>();
            clientSettings.put("hbase.zookeeper.quorum", "localhost");
            clientSettings.put("hbase.zookeeper.property.clientPort", ready.get(0));
            clientSettings.put("zookeeper.znode.parent", settings.getOrDefault("zookeeper.znode.parent", znode));
            return new EmbeddedHBase(child, folder, new Settings(clientSettings, settings), Tokens.text(ready.get(1)));
        } catch (IOException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    /**
     * Returns the {@code java} that servers run on, for programs that start other processes with it.
     *
     * @throws IOException if there is none; names the setting to change
     */
    public static Path java() throws IOException {
        return ChildJava.find();
    }

    /** Returns the stock client inside the child; it is closed with this server. */
    public StockClient client() {
        return client;
    }

    /**
     * Kills a region server as if its process had died: it closes no region and flushes no memstore, and the master
     * assigns its regions to the remaining servers. Returns when its port is free, before the regions are online again.
     *
     * @param server {@code host,port,startcode}, as {@link StockClient#servers} names it
     */
    public void killRegionServer(String server) throws IOException {
        child.channel().call(List.of("killRegionServer", Tokens.of(server)), data -> {});
    }

    /**
     * Starts another region server, without regions, and returns when the master has registered it.
     *
     * @param port its port; with the port of a killed server it has the same address and a later start code. 0 means a
     *     free one
     * @return its name, {@code host,port,startcode}
     */
    public String startRegionServer(int port) throws IOException {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be 0 to 65535: " + port);
        }
        List<String> answer = child.channel().call(List.of("startRegionServer", Tokens.of(port)), data -> {});
        return Tokens.text(answer.get(0));
    }

    /**
     * Starts a region server in a separate process, on a free port unless {@code more} sets one, and returns when it is
     * online. It has no regions yet.
     *
     * @param more HBase settings that override those of this server, such as {@code hbase.regionserver.port}
     */
    public RegionServerProcess startRegionServerProcess(Map<String, String> more) throws IOException {
        Map<String, String> all = new TreeMap<>(serverSettings);
        all.putAll(settings);
        all.put("hbase.regionserver.port", "0");
        all.putAll(more);
        Path own = Files.createTempDirectory("sluice-region-server-");
        ChildProcess process = ChildProcess.start(new ChildLaunch(
                own, true, all, List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"), List.of("region-server")));
        try {
            List<String> ready = process.channel().awaitReady(REGION_SERVER_START);
            return new RegionServerProcess(process, Tokens.text(ready.get(0)));
        } catch (IOException | RuntimeException e) {
            process.kill();
            throw e;
        }
    }

    /** Suspends ZooKeeper, the master and the region servers in the child ({@code SIGSTOP}). */
    public void pause() throws IOException {
        Signals.stop(child.pid());
    }

    /** Resumes the child ({@code SIGCONT}). */
    public void resume() throws IOException {
        Signals.resume(child.pid());
    }

    /** Returns the settings by which a client finds the server: quorum, port and znode parent, under HBase's keys. */
    public Map<String, String> settings() {
        return settings;
    }

    /** Returns the port of its ZooKeeper, on localhost. */
    public int zooKeeperPort() {
        return Integer.parseInt(settings.getOrDefault("hbase.zookeeper.property.clientPort", "0"));
    }

    /** Returns the parent of its nodes in ZooKeeper. */
    public String znodeParent() {
        return settings.getOrDefault("zookeeper.znode.parent", "");
    }

    /** Returns {@code host:port} of the master, a bootstrap server for clients without ZooKeeper. */
    public String masterAddress() {
        return masterAddress;
    }

    /** Returns the Kerberos data of a server that was started with {@code hbase.security.authentication = kerberos}. */
    public EmbeddedKerberos kerberos() {
        return new EmbeddedKerberos(folder.resolve("kerberos"));
    }

    /** Returns the folder of data and log. */
    public Path folder() {
        return folder;
    }

    /** Returns the server's log file; it is kept if the server ends by itself. */
    public Path logFile() {
        return child.logFile();
    }

    /** Returns the process id of the child. */
    public long pid() {
        return child.pid();
    }

    /** Returns whether the child is running. */
    public boolean isAlive() {
        return child.isAlive();
    }

    /** Returns a new future that completes with the exit code when the child has ended, for whatever reason. */
    public CompletableFuture<Integer> onExit() {
        return child.onExit();
    }

    /** Stops the child, within about 30 s, and deletes the folder unless it is to be kept. Idempotent. */
    @Override
    public void close() {
        child.close();
    }
}
