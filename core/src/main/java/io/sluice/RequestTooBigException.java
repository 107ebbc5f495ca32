package io.sluice;

/** The request was larger than the server's {@code hbase.ipc.max.request.size}. */
public class RequestTooBigException extends DoNotRetryIOException {

    /** Makes one with this message. */
    public RequestTooBigException(String message) {
        super(message);
    }
}
