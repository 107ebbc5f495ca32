package io.sluice;

/** The table does not exist. */
public class TableNotFoundException extends DoNotRetryIOException {

    /** Creates an exception with this message. */
    public TableNotFoundException(String message) {
        super(message);
    }

    /** Creates an exception that names the table. */
    public TableNotFoundException(TableName table) {
        super(table.getNameAsString());
    }
}
