package io.sluice;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A quota of the cluster is used up; the server says how long to wait. */
public class RpcThrottlingException extends HBaseIOException {

    /** The format of HBase's {@code RpcThrottlingException}; leading units that are zero are left out. */
    private static final Pattern WAIT =
            Pattern.compile("- wait (?:(\\d{1,9})hrs?, )?(?:(\\d{1,9})mins?, )?(?:(\\d{1,9})sec, )?(\\d{1,9})ms");

    private final long waitIntervalMillis;

    /** Creates an exception with this message and the wait that the server asks for, in milliseconds. */
    public RpcThrottlingException(String message, long waitIntervalMillis) {
        super(message);
        this.waitIntervalMillis = waitIntervalMillis;
    }

    /**
     * Reads the text of HBase's exception of this name, which ends with the wait: {@code number of requests exceeded -
     * wait 1min, 30sec, 0ms}.
     *
     * @return null if the text names no wait
     */
    public static @Nullable RpcThrottlingException parse(String text) {
        Matcher found = WAIT.matcher(text);
        if (!found.find()) {
            return null;
        }
        long minutes = number(found.group(1)) * 60 + number(found.group(2));
        long millis = (minutes * 60 + number(found.group(3))) * 1000 + number(found.group(4));
        return new RpcThrottlingException(text, millis);
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** How long to wait before the next attempt, in milliseconds. */
    public long getWaitInterval() {
        return waitIntervalMillis;
    }
}
