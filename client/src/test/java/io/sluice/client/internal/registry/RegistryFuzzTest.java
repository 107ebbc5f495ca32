package io.sluice.client.internal.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.internal.wire.Fuzzer;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetBootstrapNodesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMetaRegionLocationsResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ZooKeeperProtos.MetaRegionServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages of registries that are damaged by chance; see {@link Fuzzer}. */
@Tag(Fuzzer.LONG_FORM)
class RegistryFuzzTest {
    private static final HBaseProtos.ServerName SERVER = HBaseProtos.ServerName.newBuilder()
            .setHostName("rs1.example.org")
            .setPort(16_020)
            .setStartCode(1_700_000_000_123L)
            .build();

    @Test
    void metaLocations_damaged_areReadOrRefused() throws Exception {
        byte[] message = GetMetaRegionLocationsResponse.newBuilder()
                .addMetaLocations(HBaseProtos.RegionLocation.newBuilder()
                        .setRegionInfo(ProtobufUtil.toRegionInfo(RegionInfoBuilder.FIRST_META_REGIONINFO))
                        .setServerName(SERVER)
                        .setSeqNum(-1))
                .build()
                .toByteArray();
        Fuzzer.Report report = Fuzzer.run("metaRegionLocations", List.of(message), input -> {
            var unused = RegistryMessages.metaRegionLocations(input);
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    @Test
    void bootstrapNodes_damaged_areReadOrRefused() throws Exception {
        byte[] message = GetBootstrapNodesResponse.newBuilder()
                .addServerName(SERVER)
                .addServerName(SERVER)
                .build()
                .toByteArray();
        Fuzzer.Report report = Fuzzer.run("bootstrapNodes", List.of(message), input -> {
            var unused = RegistryMessages.bootstrapNodes(input);
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }

    @Test
    void znodes_damaged_areReadOrRefused() throws Exception {
        byte[] message = MetaRegionServer.newBuilder().setServer(SERVER).build().toByteArray();
        byte[] znode = ByteBuffer.allocate(5 + 20 + 4 + message.length)
                .put((byte) 0xFF)
                .putInt(20)
                .put(new byte[20])
                .put(new byte[] {'P', 'B', 'U', 'F'})
                .put(message)
                .array();
        Fuzzer.Report report = Fuzzer.run("znode", List.of(znode), input -> {
            var unused = RegistryMessages.metaRegionServer(RegistryMessages.unframe("/hbase/x", input));
        });
        assertThat(report.inputs()).isEqualTo(Fuzzer.inputs());
    }
}
