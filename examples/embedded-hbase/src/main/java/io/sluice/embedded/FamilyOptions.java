package io.sluice.embedded;

/**
 * A column family of a new table.
 *
 * @param name the family
 * @param maxVersions versions it keeps of each column
 */
public record FamilyOptions(String name, int maxVersions) {
    /** Checks the numbers. */
    public FamilyOptions {
        if (maxVersions < 1) {
            throw new IllegalArgumentException("maxVersions of family " + name + " must be at least 1: " + maxVersions);
        }
    }

    /** Returns a family with one version, as in HBase. */
    public static FamilyOptions of(String name) {
        return new FamilyOptions(name, 1);
    }
}
