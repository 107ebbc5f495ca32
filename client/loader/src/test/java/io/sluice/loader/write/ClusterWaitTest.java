package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Configuration;
import io.sluice.TableName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ClusterWaitTest {
    private static final TableName TABLE = TableName.valueOf("books");

    private final Configuration conf = new Configuration();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void await_silence_isTold_andEndsAtTheLimit() {
        conf.set("hbase.client.bootstrap.servers", "localhost:1");
        assertThatThrownBy(() -> wait(5, 10, 50).await(new CompletableFuture<>()))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("looked for table 'books' in .*localhost:1.* for 0 s without an answer");
        assertThat(err.toString(UTF_8).lines())
                .isNotEmpty()
                .allMatch(line ->
                        line.matches("Still looking for table 'books' in .*localhost:1.*, 0 s: run sluice doctor"));
    }

    @Test
    void await_failureOfTheAnswer_isThrown() {
        IOException failure = new IOException("x");
        assertThatThrownBy(() -> wait(1_000, 1_000, 9_000).await(CompletableFuture.failedFuture(failure)))
                .isSameAs(failure);
        assertThat(err.size()).isZero();
    }

    @Test
    void await_interrupted_hasWordsForTheUser() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> wait(1_000, 1_000, 9_000).await(new CompletableFuture<>()))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("INTERRUPTED before the first row");
    }

    @Test
    void open_serverThatNeverAnswers_endsAtTheLimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            conf.set("hbase.client.bootstrap.servers", "127.0.0.1:" + silent.getLocalPort());
            assertThatThrownBy(() -> SluiceWriter.open(conf, TABLE, null, wait(10, 10, 300)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("looked for table 'books' in ");
        }
    }

    private ClusterWait wait(long firstMillis, long pauseMillis, long limitMillis) {
        return new ClusterWait(
                conf,
                TABLE,
                new PrintStream(err, true, UTF_8),
                new ClusterWait.Times(
                        Duration.ofMillis(firstMillis),
                        Duration.ofMillis(pauseMillis),
                        Duration.ofMillis(limitMillis)));
    }
}
