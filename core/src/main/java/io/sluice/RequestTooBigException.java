package io.sluice;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The request was larger than the server's {@code hbase.ipc.max.request.size}. */
public class RequestTooBigException extends DoNotRetryIOException {

    /** The wording of HBase's {@code NettyRpcFrameDecoder} and {@code SimpleServerRpcConnection}. */
    private static final Pattern SIZES =
            Pattern.compile("RPC data length of (\\d{1,18}) .*is greater than max allowed (\\d{1,18})");

    private final long requestBytes;
    private final long limitBytes;

    /** Creates an exception with this message, without the sizes. */
    public RequestTooBigException(String message) {
        this(message, 0, 0);
    }

    /** Creates an exception with this message, the size of the request and the limit, in bytes; 0 if unknown. */
    public RequestTooBigException(String message, long requestBytes, long limitBytes) {
        super(message);
        this.requestBytes = requestBytes;
        this.limitBytes = limitBytes;
    }

    /** Creates an exception from the text of HBase's exception of this name, which contains both sizes. */
    public static RequestTooBigException parse(String text) {
        Matcher found = SIZES.matcher(text);
        return found.find()
                ? new RequestTooBigException(text, Long.parseLong(found.group(1)), Long.parseLong(found.group(2)))
                : new RequestTooBigException(text);
    }

    /** Bytes of the request; 0 if unknown. */
    public long getRequestBytes() {
        return requestBytes;
    }

    /** Bytes allowed; 0 if unknown. */
    public long getLimitBytes() {
        return limitBytes;
    }
}
