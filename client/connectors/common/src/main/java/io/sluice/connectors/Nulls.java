package io.sluice.connectors;

/** What a field without a value does to its column. */
public enum Nulls {
    /** Nothing: a value that is there stays. */
    SKIP,
    /** Deletes the column. */
    DELETE;

    /**
     * Returns what the setting {@value ConnectorSettings#NULLS} says.
     *
     * @throws IllegalArgumentException if it is neither {@code skip} nor {@code delete}
     */
    public static Nulls of(String text) {
        return SettingNames.constant(Nulls.class, ConnectorSettings.NULLS, text);
    }
}
