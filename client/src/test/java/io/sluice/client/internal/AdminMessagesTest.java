package io.sluice.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.ServerName;
import io.sluice.TableName;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.AdminProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterIdProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClusterStatusProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FSProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class AdminMessagesTest {
    @Test
    void requests_areWhatHBaseReads() throws Exception {
        assertThat(MasterProtos.GetClusterStatusRequest.parseFrom(AdminMessages.clusterStatusRequest())
                        .getOptionsList())
                .containsExactly(
                        ClusterStatusProtos.Option.HBASE_VERSION,
                        ClusterStatusProtos.Option.CLUSTER_ID,
                        ClusterStatusProtos.Option.LIVE_SERVERS,
                        ClusterStatusProtos.Option.DEAD_SERVERS,
                        ClusterStatusProtos.Option.MASTER);
        HBaseProtos.TableName table = AdminProtos.GetRegionLoadRequest.parseFrom(
                        AdminMessages.ofTable(TableName.valueOf("n:t")))
                .getTableName();
        assertThat(table.getNamespace().toStringUtf8()).isEqualTo("n");
        assertThat(table.getQualifier().toStringUtf8()).isEqualTo("t");
    }

    @Test
    void families_ofHBase_areRead() throws Exception {
        assertThat(MasterProtos.GetTableDescriptorsRequest.parseFrom(AdminMessages.ofTable(TableName.valueOf("n:t")))
                        .getTableNamesList())
                .singleElement()
                .satisfies(
                        name -> assertThat(name.getQualifier().toStringUtf8()).isEqualTo("t"));
        HBaseProtos.BytesBytesPair attribute = HBaseProtos.BytesBytesPair.newBuilder()
                .setFirst(ByteString.copyFromUtf8("a"))
                .setSecond(ByteString.copyFromUtf8("b"))
                .build();
        HBaseProtos.TableSchema.Builder table = HBaseProtos.TableSchema.newBuilder()
                .setTableName(HBaseProtos.TableName.newBuilder()
                        .setNamespace(ByteString.copyFromUtf8("n"))
                        .setQualifier(ByteString.copyFromUtf8("t")))
                .addAttributes(attribute);
        for (String family : List.of("d", "n")) {
            table.addColumnFamilies(HBaseProtos.ColumnFamilySchema.newBuilder()
                    .setName(ByteString.copyFromUtf8(family))
                    .addAttributes(attribute));
        }
        byte[] message = MasterProtos.GetTableDescriptorsResponse.newBuilder()
                .addTableSchema(table)
                .build()
                .toByteArray();
        assertThat(AdminMessages.families(message)).containsExactly(new byte[] {'d'}, new byte[] {'n'});
        assertThat(AdminMessages.families(new byte[0])).isEmpty();
    }

    @Test
    void clusterStatus_ofHBase_isRead() throws Exception {
        ClusterStatusProtos.LiveServerInfo live = ClusterStatusProtos.LiveServerInfo.newBuilder()
                .setServer(server("a"))
                .setServerLoad(ClusterStatusProtos.ServerLoad.newBuilder()
                        .setReportEndTime(123)
                        .setNumberOfRequests(9)
                        .addRegionLoads(load("x", 1))
                        .addRegionLoads(load("y", 1)))
                .build();
        byte[] message = MasterProtos.GetClusterStatusResponse.newBuilder()
                .setClusterStatus(ClusterStatusProtos.ClusterStatus.newBuilder()
                        .setHbaseVersion(
                                FSProtos.HBaseVersionFileContent.newBuilder().setVersion("2.6.4"))
                        .setClusterId(ClusterIdProtos.ClusterId.newBuilder().setClusterId("id"))
                        .setMaster(server("m"))
                        .addBackupMasters(server("b"))
                        .addLiveServers(live)
                        .addDeadServers(server("d")))
                .build()
                .toByteArray();
        assertThat(AdminMessages.clusterStatus(message))
                .isEqualTo(new ClusterState(
                        "2.6.4",
                        "id",
                        ours("m"),
                        List.of(new ClusterState.LiveServer(ours("a"), 2, Instant.ofEpochMilli(123))),
                        List.of(ours("d"))));
    }

    @Test
    void regionLoads_ofHBase_areRead() throws Exception {
        byte[] message = AdminProtos.GetRegionLoadResponse.newBuilder()
                .addRegionLoads(load("t,a,1.x.", 77))
                .build()
                .toByteArray();
        RegionCounts counts = AdminMessages.regionLoads(message).get(0);
        assertThat(new String(counts.regionName(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("t,a,1.x.");
        assertThat(counts.writeRequests()).isEqualTo(77);
        assertThat(counts.readRequests()).isEqualTo(5);
        assertThat(counts.sizeBytes()).isEqualTo(7L << 20);
    }

    @Test
    void servers_ofHBase_areRead() throws Exception {
        assertThat(AdminMessages.activeMaster(RegistryProtos.GetActiveMasterResponse.newBuilder()
                        .setServerName(server("m"))
                        .build()
                        .toByteArray()))
                .isEqualTo(ours("m"));
        assertThatThrownBy(() -> AdminMessages.activeMaster(new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no active master");
        assertThat(AdminMessages.serverInfo(AdminProtos.GetServerInfoResponse.newBuilder()
                        .setServerInfo(AdminProtos.ServerInfo.newBuilder()
                                .setServerName(server("s"))
                                .setWebuiPort(1))
                        .build()
                        .toByteArray()))
                .isEqualTo(ours("s"));
        assertThatThrownBy(() -> AdminMessages.serverInfo(new byte[0])).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> AdminMessages.clusterStatus(new byte[0])).isInstanceOf(IOException.class);
    }

    private static ClusterStatusProtos.RegionLoad load(String region, long writes) {
        return ClusterStatusProtos.RegionLoad.newBuilder()
                .setRegionSpecifier(HBaseProtos.RegionSpecifier.newBuilder()
                        .setType(HBaseProtos.RegionSpecifier.RegionSpecifierType.REGION_NAME)
                        .setValue(ByteString.copyFromUtf8(region)))
                .setStorefileSizeMB(3)
                .setMemStoreSizeMB(4)
                .setReadRequestsCount(5)
                .setWriteRequestsCount(writes)
                .build();
    }

    private static HBaseProtos.ServerName server(String host) {
        return HBaseProtos.ServerName.newBuilder()
                .setHostName(host)
                .setPort(16_020)
                .setStartCode(99)
                .build();
    }

    private static ServerName ours(String host) {
        return ServerName.valueOf(host, 16_020, 99);
    }
}
