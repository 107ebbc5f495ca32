package io.sluice;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The request was larger than the server's {@code hbase.ipc.max.request.size}. */
public class RequestTooBigException extends DoNotRetryIOException {

    /** As HBase's {@code NettyRpcFrameDecoder} and {@code SimpleServerRpcConnection} put it. */
    private static final Pattern SIZES =
            Pattern.compile("RPC data length of (\\d{1,18}) .*is greater than max allowed (\\d{1,18})");

    private final long requestBytes;
    private final long limitBytes;

    /** Makes one with this message that does not know the sizes. */
    public RequestTooBigException(String message) {
        this(message, 0, 0);
    }

    /** Makes one with this message, the size of the request and the limit, in bytes; 0 for what is not known. */
    public RequestTooBigException(String message, long requestBytes, long limitBytes) {
        super(message);
        this.requestBytes = requestBytes;
        this.limitBytes = limitBytes;
    }

    /** Makes one of the text of HBase's exception of this name, which tells both sizes. */
    public static RequestTooBigException parse(String text) {
        Matcher found = SIZES.matcher(text);
        return found.find()
                ? new RequestTooBigException(text, Long.parseLong(found.group(1)), Long.parseLong(found.group(2)))
                : new RequestTooBigException(text);
    }

    /** Bytes of the request; 0 if not known. */
    public long getRequestBytes() {
        return requestBytes;
    }

    /** Bytes that are allowed; 0 if not known. */
    public long getLimitBytes() {
        return limitBytes;
    }
}
