package io.sluice;

/** Whether a built cell has copies of what it was built from. */
public enum CellBuilderType {
    /** The cell has copies. */
    DEEP_COPY,
    /** The cell may refer to the arrays it was built from; at present it has copies all the same. */
    SHALLOW_COPY
}
