package io.sluice.embedded.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.embedded.internal.Tokens;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/**
 * Main class of the child. Arguments: folder, {@code delete} or {@code keep}, file of settings, then {@code serve} with
 * the number of region servers, {@code attach} with configuration files, or {@code region-server} for an additional
 * server of a running cluster.
 */
public final class ChildMain {
    private static final String ZOOKEEPER_REGISTRY = "org.apache.hadoop.hbase.client.ZKConnectionRegistry";

    private ChildMain() {}

    /** Runs until standard input ends. */
    public static void main(String[] args) {
        // Output of libraries must not get between the lines of the protocol.
        System.setOut(System.err);
        ignoreTerminal("INT");
        ignoreTerminal("HUP");
        int exitCode = 0;
        try {
            run(List.of(args), new Answers(new FileOutputStream(FileDescriptor.out)));
        } catch (Exception e) {
            e.printStackTrace();
            exitCode = 1;
        }
        // Not exit(): the shutdown hooks of HBase and Hadoop take seconds to save data that is no longer needed.
        Runtime.getRuntime().halt(exitCode);
    }

    private static void run(List<String> args, Answers answers) throws IOException, InterruptedException {
        Path folder = Path.of(args.get(0));
        boolean delete = args.get(1).equals("delete");
        Configuration configuration = HBaseConfiguration.create();
        List<String> rest = args.subList(4, args.size());
        switch (args.get(3)) {
            case "serve" -> {
                apply(configuration, Path.of(args.get(2)));
                EmbeddedServer server = new EmbeddedServer(configuration, folder, Integer.parseInt(rest.get(0)));
                ParentWatch watch = ParentWatch.start(new FileInputStream(FileDescriptor.in), () -> {
                    if (delete) {
                        FolderDeletion.delete(folder);
                    } else {
                        server.stop();
                    }
                });
                server.start();
                try (Cluster cluster = new Cluster(server.configuration())) {
                    server.awaitServing(cluster);
                    answers.ok(0, List.of(Tokens.of(server.zooKeeperPort()), Tokens.of(server.masterAddress())));
                    new CommandLoop(cluster, answers)
                            .with(new ServerCommands(server, cluster))
                            .run(watch);
                }
            }
            case "attach" -> {
                rest.forEach(path -> addFiles(configuration, Path.of(path)));
                apply(configuration, Path.of(args.get(2)));
                // The default before 3.0, which asks masters at their default port.
                configuration.setIfUnset("hbase.client.registry.impl", ZOOKEEPER_REGISTRY);
                ParentWatch watch =
                        ParentWatch.start(new FileInputStream(FileDescriptor.in), () -> FolderDeletion.delete(folder));
                try (Cluster cluster = new Cluster(configuration)) {
                    answers.ok(0, List.of());
                    new CommandLoop(cluster, answers).run(watch);
                }
            }
            case "region-server" -> {
                apply(configuration, Path.of(args.get(2)));
                ParentWatch unused =
                        ParentWatch.start(new FileInputStream(FileDescriptor.in), () -> FolderDeletion.delete(folder));
                RegionServerThread server = new RegionServerThread(new HRegionServer(configuration), 0);
                server.start();
                server.waitForServerOnline();
                if (server.getRegionServer().isStopped()) {
                    throw new IOException("The region server ended while it started");
                }
                answers.ok(
                        0,
                        List.of(Tokens.of(
                                server.getRegionServer().getServerName().toString())));
                server.join();
            }
            default -> throw new IllegalArgumentException("Not serve, attach or region-server: " + args.get(3));
        }
    }

    private static void apply(Configuration configuration, Path file) throws IOException {
        Properties settings = new Properties();
        try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
            settings.load(reader);
        }
        settings.stringPropertyNames().forEach(name -> configuration.set(name, settings.getProperty(name)));
    }

    private static void addFiles(Configuration configuration, Path path) {
        if (!Files.isDirectory(path)) {
            configuration.addResource(new org.apache.hadoop.fs.Path(path.toUri()));
            return;
        }
        for (String name : List.of("core-site.xml", "hbase-site.xml")) {
            if (Files.isRegularFile(path.resolve(name))) {
                configuration.addResource(
                        new org.apache.hadoop.fs.Path(path.resolve(name).toUri()));
            }
        }
    }

    /**
     * Ignores a signal that a terminal sends to all its processes, so that only the parent decides when this one ends.
     * Uses reflection, since the class is in every JDK, but the compiler warns about each use.
     */
    private static void ignoreTerminal(String signal) {
        try {
            Class<?> signals = Class.forName("sun.misc.Signal");
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            Method handle = signals.getMethod("handle", signals, handlers);
            handle.invoke(
                    null,
                    signals.getConstructor(String.class).newInstance(signal),
                    handlers.getField("SIG_IGN").get(null));
        } catch (ReflectiveOperationException e) {
            System.err.println("Cannot ignore signal " + signal + ": " + e);
        }
    }
}
