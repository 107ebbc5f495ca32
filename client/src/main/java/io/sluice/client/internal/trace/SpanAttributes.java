package io.sluice.client.internal.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.sluice.TableName;
import io.sluice.internal.trace.BatchTrace;

/** The attributes of spans. Names without "sluice" are from OpenTelemetry's conventions for databases. */
final class SpanAttributes {
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<Long> FAILED = AttributeKey.longKey("sluice.failed");

    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
    private static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("db.namespace");
    private static final AttributeKey<String> COLLECTION = AttributeKey.stringKey("db.collection.name");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
    private static final AttributeKey<Long> BATCH_SIZE = AttributeKey.longKey("db.operation.batch.size");
    private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("sluice.flush.reason");
    private static final AttributeKey<Long> MUTATIONS = AttributeKey.longKey("sluice.mutations");
    private static final AttributeKey<Long> BYTES = AttributeKey.longKey("sluice.bytes");
    private static final AttributeKey<Long> REGIONS = AttributeKey.longKey("sluice.regions");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("sluice.attempt");

    private SpanAttributes() {}

    static Attributes of(BatchTrace.Flush flush) {
        return of(flush.table())
                .put(REASON, flush.reason())
                .put(MUTATIONS, (long) flush.mutations())
                .put(BYTES, flush.bytes())
                .build();
    }

    static Attributes of(BatchTrace.Request request) {
        AttributesBuilder attributes = of(request.table())
                .put(OPERATION, operation(request))
                .put(ADDRESS, request.server().getHostname())
                .put(PORT, (long) request.server().getPort())
                .put(REGIONS, (long) request.regions())
                .put(ATTEMPT, (long) request.attempt());
        if (request.mutations() > 1) {
            // The conventions do not allow 1.
            attributes.put(BATCH_SIZE, (long) request.mutations());
        }
        return attributes.build();
    }

    /** In the conventions a batch has at least two operations. */
    static String operation(BatchTrace.Request request) {
        return request.mutations() > 1 ? "BATCH" : "MUTATE";
    }

    private static AttributesBuilder of(TableName table) {
        return Attributes.builder()
                .put(SYSTEM, "hbase")
                .put(NAMESPACE, table.getNamespaceAsString())
                .put(COLLECTION, table.getQualifierAsString());
    }
}
