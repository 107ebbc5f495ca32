package io.sluice.client.it;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.Registry;
import io.sluice.client.TlsConfig;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that has secrets of every kind, uses them rightly and wrongly, and prints whatever it can lay hands on. */
public final class SecretiveProgram {
    private static final PrintStream OUT = System.out;

    private final Path folder;
    private final Registry registry;
    private final TableName table;
    private final Configuration base = new Configuration();

    private SecretiveProgram(String[] args) {
        folder = Path.of(args[0]);
        registry = Registry.zooKeeper(args[1], args[2]);
        table = TableName.valueOf(args[3]);
    }

    private interface Step {
        void run() throws Exception;
    }

    /**
     * Properties of the JVM that begin with {@code conf.} are HBase's keys, with passwords that are right.
     *
     * @param args folder, quorum, znode, table, password that is wrong
     */
    public static void main(String[] args) throws Exception {
        SecretiveProgram program = new SecretiveProgram(args);
        for (Map.Entry<Object, Object> property : System.getProperties().entrySet()) {
            String name = property.getKey().toString();
            if (name.startsWith("conf.")) {
                program.base.set(name.substring(5), property.getValue().toString());
            }
        }
        program.steps(args[4]);
        OUT.flush();
    }

    private void steps(String wrong) throws Exception {
        step("kerberos inside TLS, both with keys", () -> write(builder(base)));
        AuthenticationToken token = obtain();
        Files.write(folder.resolve("token"), token.password());
        OUT.println(token + " " + CredentialsProvider.token(token) + " " + base);
        step("token", () -> write(builder(base).credentials(CredentialsProvider.token(token))));
        AuthenticationToken forged =
                AuthenticationToken.of(token.identifier(), wrong.getBytes(StandardCharsets.UTF_8), token.service());
        step("token with another password", () -> write(builder(base).credentials(CredentialsProvider.token(forged))));
        for (String store : new String[] {"keystore", "truststore"}) {
            Configuration conf = new Configuration(base);
            conf.set("hbase.rpc.tls." + store + ".password", wrong);
            step(store + " with another password", () -> write(builder(conf)));
        }
        step("of the builder", () -> {
            TlsConfig tls = TlsConfig.builder()
                    .trustStore(folder.resolve("trust.p12"), wrong)
                    .build();
            OUT.println(tls);
            write(builder(base).tls(tls));
        });
        Configuration other = new Configuration(base);
        other.set("hbase.client.keytab.principal", "nobody@SLUICE.TEST");
        step("keytab without that principal", () -> write(builder(other)));
        Configuration zooKeeper = new Configuration(base);
        zooKeeper.set("hbase.zookeeper.property.client.secure", "true");
        zooKeeper.set(
                "hbase.zookeeper.property.ssl.trustStore.location",
                folder.resolve("trust.p12").toString());
        zooKeeper.set("hbase.zookeeper.property.ssl.trustStore.password", wrong);
        zooKeeper.set("zookeeper.registry.async.get.timeout", "3000");
        step("ZooKeeper, which has no TLS, with another password", () -> write(builder(zooKeeper)));
    }

    private static void step(String what, Step step) {
        OUT.println("STEP " + what);
        try {
            step.run();
            OUT.println("WELL " + what);
        } catch (Exception e) {
            OUT.println("FAILED " + what);
            e.printStackTrace(OUT);
        }
    }

    private AsyncConnections.Builder builder(Configuration conf) {
        return AsyncConnections.builder().configuration(conf).registry(registry);
    }

    private AuthenticationToken obtain() throws Exception {
        try (AsyncConnection connection = builder(base).build().get(1, TimeUnit.MINUTES)) {
            return connection.obtainToken().get(1, TimeUnit.MINUTES);
        }
    }

    private void write(AsyncConnections.Builder builder) throws Exception {
        OUT.println(builder);
        try (AsyncConnection connection = builder.build().get(1, TimeUnit.MINUTES);
                AsyncBufferedMutator mutator = connection
                        .getBufferedMutatorBuilder(table)
                        .setOperationTimeout(30, TimeUnit.SECONDS)
                        .build()) {
            OUT.println(connection + " " + mutator + " " + connection.getConfiguration());
            byte[] row = "row".getBytes(StandardCharsets.UTF_8);
            CompletableFuture<Void> written = mutator.mutate(new Put(row).addColumn(new byte[] {'f'}, row, row));
            mutator.flush();
            written.get(1, TimeUnit.MINUTES);
        }
    }
}
