package io.sluice;

/** The table is disabled. */
public class TableNotEnabledException extends DoNotRetryIOException {

    /** Makes one with this message. */
    public TableNotEnabledException(String message) {
        super(message);
    }

    /** Makes one that names the table. */
    public TableNotEnabledException(TableName table) {
        super(table.getNameAsString());
    }
}
