package io.sluice.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.wal.WALEdit;

/** Runs in the server, which loads it by {@link CallerTable}: adds to each row who writes it, as the server knows. */
public final class CallerObserver implements RegionCoprocessor, RegionObserver {
    static final byte[] FAMILY = "f".getBytes(UTF_8);
    static final byte[] CALLER = "caller".getBytes(UTF_8);
    static final String ATTRIBUTE = "attribute.";

    @Override
    public Optional<RegionObserver> getRegionObserver() {
        return Optional.of(this);
    }

    @Override
    @SuppressWarnings("deprecation") // The one that all versions have.
    public void prePut(
            ObserverContext<RegionCoprocessorEnvironment> context, Put put, WALEdit edit, Durability durability) {
        RpcCall call = RpcServer.getCurrentCall().orElseThrow();
        String caller = call.getRequestUser().orElseThrow().getUGI().toString();
        put.addColumn(FAMILY, CALLER, caller.getBytes(UTF_8));
        attributes(call).forEach((name, value) -> put.addColumn(FAMILY, (ATTRIBUTE + name).getBytes(UTF_8), value));
    }

    private static Map<String, byte[]> attributes(RpcCall call) {
        try {
            return call.getConnectionAttributes();
        } catch (NoSuchMethodError e) {
            // Before 2.6.
            return Map.of();
        }
    }
}
