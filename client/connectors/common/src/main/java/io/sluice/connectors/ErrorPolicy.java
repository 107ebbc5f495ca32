package io.sluice.connectors;

import io.sluice.AccessDeniedException;
import io.sluice.DoNotRetryIOException;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;

/** How to handle a record that cannot become a row, or that HBase refuses. */
public enum ErrorPolicy {
    /** The job fails. */
    FAIL,
    /** The record is counted and logged, and the job continues without it. */
    SKIP,
    /** The record is kept as a dead letter, and the job continues without it. */
    DEAD_LETTER;

    /**
     * Parses the setting {@value ConnectorSettings#ERRORS}.
     *
     * @throws IllegalArgumentException if it is none of {@code fail}, {@code skip}, {@code dead-letter}
     */
    public static ErrorPolicy of(String text) {
        return SettingNames.constant(ErrorPolicy.class, ConnectorSettings.ERRORS, text);
    }

    /**
     * Returns whether an error concerns its record only, so that the policy may leave the record out. If the cluster
     * does not answer, or the table is missing, disabled or forbidden, all records would fail, and leaving them out
     * would lose them; the job then fails, whatever the policy.
     */
    public static boolean concernsRecord(Throwable error) {
        if (error instanceof TableNotFoundException
                || error instanceof TableNotEnabledException
                || error instanceof AccessDeniedException) {
            return false;
        }
        return error instanceof BadRecordException
                || error instanceof IllegalArgumentException
                || error instanceof DoNotRetryIOException;
    }
}
