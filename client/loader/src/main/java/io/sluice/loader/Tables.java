package io.sluice.loader;

import io.sluice.TableName;

/** Names of tables as options give them. */
final class Tables {
    private Tables() {}

    static TableName named(String name) throws BadInputException {
        try {
            return TableName.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("'" + name + "' is no name of a table: " + e.getMessage(), e);
        }
    }
}
