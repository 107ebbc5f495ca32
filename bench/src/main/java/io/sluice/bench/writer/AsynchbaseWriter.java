package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.stumbleupon.async.Callback;
import com.stumbleupon.async.Deferred;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.hbase.async.Config;
import org.hbase.async.HBaseClient;
import org.hbase.async.PutRequest;
import org.jspecify.annotations.Nullable;

/** asynchbase, which groups puts by server. It has no bound, so it gets a window. */
final class AsynchbaseWriter implements Writer {
    private static final byte[] FAMILY_BYTES = FAMILY.getBytes(US_ASCII);
    private static final byte[] QUALIFIER_BYTES = QUALIFIER.getBytes(US_ASCII);

    private final HBaseClient client;
    private final byte[] table;
    private final boolean durable;
    private final byte[] value;
    private final Window window;

    /** One callback for all puts, to keep them cheap. */
    private final Callback<@Nullable Object, Object> acknowledged = this::putAcknowledged;

    private final Callback<@Nullable Object, Exception> failed = this::putFailed;

    AsynchbaseWriter(Setup setup) throws Exception {
        window = new Window(setup.windowPuts());
        Map<String, String> settings = setup.target().settings();
        // By address, since its ZooKeeper client does not understand the form in which newer JVMs print host names.
        String quorum = "127.0.0.1:" + settings.get("hbase.zookeeper.property.clientPort");
        Config config = new Config();
        config.overrideConfig("hbase.zookeeper.quorum", quorum);
        config.overrideConfig("hbase.zookeeper.znode.parent", settings.get("zookeeper.znode.parent"));
        if (setup.linger() != null) {
            // Its timer ticks every 20 ms by default, which would round a shorter linger up.
            config.overrideConfig("hbase.timer.tick", "1");
        }
        setup.settings().forEach(config::overrideConfig);
        client = new HBaseClient(config);
        if (setup.linger() != null) {
            short unused = client.setFlushInterval((short) setup.linger().toMillis());
        }
        table = setup.target().table().getBytes(US_ASCII);
        // As recommended, since in 1.8.2 puts that wait for the first look-up may be lost.
        client.ensureTableFamilyExists(table, FAMILY_BYTES).join();
        durable = !setup.load().skipWal();
        value = Rows.value(setup.load().valueBytes());
    }

    private @Nullable Object putAcknowledged(Object answer) {
        window.acknowledged();
        return null;
    }

    private @Nullable Object putFailed(Exception failure) {
        window.failed();
        return null;
    }

    private Deferred<Object> put(byte[] row) throws InterruptedException {
        window.enter();
        PutRequest put = new PutRequest(table, row, FAMILY_BYTES, QUALIFIER_BYTES, value);
        put.setDurable(durable);
        return client.put(put);
    }

    @Override
    public void write(byte[] row) throws InterruptedException {
        put(row).addCallbacks(acknowledged, failed);
    }

    @Override
    public void write(byte[] row, Consumer<@Nullable Throwable> settled) throws InterruptedException {
        put(row).addBoth(answer -> {
                    settled.accept(answer instanceof Exception failure ? failure : null);
                    return answer;
                })
                .addCallbacks(acknowledged, failed);
    }

    @Override
    public void finish() throws Exception {
        client.flush().join();
        window.awaitEmpty();
    }

    @Override
    public long acknowledged() {
        return window.acknowledgedCount();
    }

    @Override
    public long failed() {
        return window.failedCount();
    }

    @Override
    public void close() throws IOException {
        try {
            client.shutdown().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IOException("asynchbase did not shut down", e);
        }
    }
}
