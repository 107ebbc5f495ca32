package io.sluice;

/** Whether a built cell copies the arrays it was built from. */
public enum CellBuilderType {
    /** The cell has copies of them. */
    DEEP_COPY,
    /** The cell may refer to the arrays; at present it has copies, too. */
    SHALLOW_COPY
}
