package io.sluice.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.MutationCallback;
import io.sluice.Put;
import io.sluice.TableName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class TableLinkTest {
    private static final MutationCallback NEVER = error -> {
        throw new AssertionError("nothing was passed on", error);
    };

    /** With a master that accepts connections and never answers. */
    private static Configuration silent(ServerSocket master) {
        Configuration configuration = new Configuration();
        configuration.set("hbase.client.registry.impl", "RpcConnectionRegistry");
        configuration.set("hbase.client.bootstrap.servers", "localhost:" + master.getLocalPort());
        return configuration;
    }

    @Test
    void clusterThatDoesNotAnswer_hasNoRoomAndHoldsNothingUp() throws IOException {
        try (ServerSocket master = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TableLink link = new TableLink(silent(master), TableName.valueOf("t"));
            Put put = new Put(Bytes.toBytes("r")).addColumn(Bytes.toBytes("d"), Bytes.toBytes("q"), new byte[1]);
            assertThat(link.tryWrite(put, NEVER)).isFalse();
            assertThat(link.flush()).isCompleted();
            link.close();
        }
    }

    @Test
    void invalidClientSetting_isRefusedAtTheStart() {
        Configuration configuration = new Configuration();
        configuration.set("sluice.client.buffer.budget", "-5");
        assertThatThrownBy(() -> new TableLink(configuration, TableName.valueOf("t")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-5");
    }
}
