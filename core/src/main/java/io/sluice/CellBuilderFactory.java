package io.sluice;

import java.util.Objects;

/** Makes builders of cells. */
public final class CellBuilderFactory {

    private CellBuilderFactory() {}

    /** Makes a builder. All types of builder copy, which is the strongest of their promises. */
    public static CellBuilder create(CellBuilderType type) {
        Objects.requireNonNull(type, "type");
        return new EncodedCellBuilder();
    }
}
