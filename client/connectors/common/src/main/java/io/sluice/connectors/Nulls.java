package io.sluice.connectors;

/** How a field without a value affects its column. */
public enum Nulls {
    /** Leaves the column as it is. */
    SKIP,
    /** Deletes the column. */
    DELETE;

    /**
     * Parses the setting {@value ConnectorSettings#NULLS}.
     *
     * @throws IllegalArgumentException if it is neither {@code skip} nor {@code delete}
     */
    public static Nulls of(String text) {
        return SettingNames.constant(Nulls.class, ConnectorSettings.NULLS, text);
    }
}
