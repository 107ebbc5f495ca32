package io.sluice.bench.nullserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.FlushResult;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The released client and ours know no difference to a region server. */
@SuppressWarnings("NullAway.Init") // Set before each test.
class NullServerTest {
    private static final int PUTS = 3_000;
    private static final byte[] FAMILY = {'f'};
    private static final byte[] QUALIFIER = {'q'};

    private NullServer server;
    private Map<String, String> settings;

    @BeforeEach
    void start() throws IOException {
        server = NullServer.open();
        settings = NullServerProcess.target(Integer.toString(server.port()), 1).settings();
        Thread thread = new Thread(NullServerTest.this::run, "null-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            server.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** Rows in all regions. */
    private static byte[] row(int number) {
        byte[] row = Bytes.toBytes((long) number);
        row[0] = (byte) number;
        return row;
    }

    @Test
    void puts_ofSluice_areAcknowledged() throws Exception {
        io.sluice.Configuration configuration = new io.sluice.Configuration();
        settings.forEach(configuration::set);
        try (AsyncConnection connection = io.sluice.client.ConnectionFactory.createAsyncConnection(configuration)
                        .get();
                AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(NullServer.TABLE))) {
            assertThat(connection
                            .preloadRegions(TableName.valueOf(NullServer.TABLE))
                            .get())
                    .isEqualTo(16);
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < PUTS; i++) {
                futures.add(mutator.mutate(new Put(row(i)).addColumn(FAMILY, QUALIFIER, Bytes.toBytes(i))));
            }
            // Larger than the server's buffers at their start.
            CompletableFuture<Void> large =
                    mutator.mutate(new Put(row(0)).addColumn(FAMILY, QUALIFIER, new byte[6 << 20]));
            FlushResult unused = mutator.flushAsync().get();
            assertThat(mutator.state().acknowledged()).isEqualTo(PUTS + 1);
            assertThat(mutator.state().retried()).isZero();
            assertThat(futures)
                    .allMatch(CompletableFuture::isDone)
                    .noneMatch(CompletableFuture::isCompletedExceptionally);
            assertThat(large).isCompleted();
        }
    }

    @Test
    void puts_ofHBaseClient_areAcknowledged() throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        settings.forEach(configuration::set);
        var table = org.apache.hadoop.hbase.TableName.valueOf(NullServer.TABLE);
        try (var connection =
                        ConnectionFactory.createAsyncConnection(configuration).get();
                var mutator = connection.getBufferedMutator(table)) {
            List<HRegionLocation> regions =
                    connection.getRegionLocator(table).getAllRegionLocations().get();
            assertThat(regions).hasSize(16);
            List<CompletableFuture<Void>> futures = new ArrayList<>();
            for (int i = 0; i < PUTS; i++) {
                futures.add(mutator.mutate(
                        new org.apache.hadoop.hbase.client.Put(row(i)).addColumn(FAMILY, QUALIFIER, Bytes.toBytes(i))));
            }
            mutator.flush();
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).get();
        }
    }
}
