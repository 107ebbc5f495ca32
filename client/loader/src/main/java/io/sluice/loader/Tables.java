package io.sluice.loader;

import io.sluice.TableName;

/** Parses table names from options. */
final class Tables {
    private Tables() {}

    static TableName named(String name) throws BadInputException {
        try {
            return TableName.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("'" + name + "' is not a valid table name: " + e.getMessage(), e);
        }
    }
}
