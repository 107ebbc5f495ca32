package io.sluice.internal.retry;

import io.sluice.RemoteException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server's refusal of a request with too many mutations ({@code hbase.rpc.rows.size.threshold.reject}). It is a plain
 * {@code IOException} that pretends to be worth a retry; only its text ({@code RSRpcServices.multi}) shows what it is.
 *
 * @param limit {@code hbase.rpc.rows.warning.threshold} of the server; 0 if the text does not say
 */
public record RowLimit(int limit) {
    /** The key of the limit. */
    public static final String KEY = "hbase.rpc.rows.warning.threshold";

    private static final String START = "Rejecting large batch operation";
    private static final Pattern NUMBERS =
            Pattern.compile("Requested Number of Rows: \\d{1,9} ?, Size Threshold: (\\d{1,9})");

    /** Parses an error; null if it is a different one. */
    public static @Nullable RowLimit of(Throwable error) {
        String message = error.getMessage();
        if (!(error instanceof RemoteException) || message == null || !message.contains(START)) {
            return null;
        }
        Matcher found = NUMBERS.matcher(message);
        return new RowLimit(found.find() ? Integer.parseInt(found.group(1)) : 0);
    }
}
