package io.sluice;

/** The table is disabled. */
public class TableNotEnabledException extends DoNotRetryIOException {

    /** Creates an exception with this message. */
    public TableNotEnabledException(String message) {
        super(message);
    }

    /** Creates an exception that names the table. */
    public TableNotEnabledException(TableName table) {
        super(table.getNameAsString());
    }
}
