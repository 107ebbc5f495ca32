package io.sluice;

/** The table does not exist. */
public class TableNotFoundException extends DoNotRetryIOException {

    /** Makes one with this message. */
    public TableNotFoundException(String message) {
        super(message);
    }

    /** Makes one that names the table. */
    public TableNotFoundException(TableName table) {
        super(table.getNameAsString());
    }
}
