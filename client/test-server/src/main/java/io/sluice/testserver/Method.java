package io.sluice.testserver;

/** The calls that a script step applies to. */
public enum Method {
    /** Any call. */
    ANY,
    /** {@code Multi}: writes. */
    MULTI,
    /** {@code Mutate}: a write of one mutation. */
    MUTATE,
    /** {@code Scan}, of {@code hbase:meta}: look-ups of regions. */
    SCAN,
    /** {@code Get}, of {@code hbase:meta}: the state of a table. */
    GET,
    /** Calls of {@code ClientMetaService}: where {@code hbase:meta} is, and so on. */
    REGISTRY;

    static Method of(String name) {
        return switch (name) {
            case "Multi" -> MULTI;
            case "Mutate" -> MUTATE;
            case "Scan" -> SCAN;
            case "Get" -> GET;
            default -> REGISTRY;
        };
    }

    boolean includes(Method other) {
        return this == ANY || this == other;
    }
}
