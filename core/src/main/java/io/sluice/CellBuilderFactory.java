package io.sluice;

import java.util.Objects;

/** Creates cell builders. */
public final class CellBuilderFactory {

    private CellBuilderFactory() {}

    /** Creates a builder. Builders of all types copy, the strongest guarantee of them all. */
    public static CellBuilder create(CellBuilderType type) {
        Objects.requireNonNull(type, "type");
        return new EncodedCellBuilder();
    }
}
