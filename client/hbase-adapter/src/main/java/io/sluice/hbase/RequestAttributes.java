package io.sluice.hbase;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Table;

/** Attributes of requests, which HBase has had since 2.6; none with older versions. */
final class RequestAttributes {
    private RequestAttributes() {}

    static Map<String, byte[]> of(BufferedMutatorParams params) {
        return ofThisVersion(() -> params.getRequestAttributes());
    }

    static Map<String, byte[]> of(Table table) {
        return ofThisVersion(() -> table.getRequestAttributes());
    }

    static Map<String, byte[]> of(AsyncTable<?> table) {
        return ofThisVersion(() -> table.getRequestAttributes());
    }

    /**
     * @param attributes a lambda, since the JVM resolves a method reference when it is created, outside the {@code try}
     */
    private static Map<String, byte[]> ofThisVersion(Supplier<Map<String, byte[]>> attributes) {
        try {
            return attributes.get();
        } catch (NoSuchMethodError e) {
            return Map.of();
        }
    }
}
