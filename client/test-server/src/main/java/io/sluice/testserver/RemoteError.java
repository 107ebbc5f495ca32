package io.sluice.testserver;

import java.time.Duration;

/**
 * A server exception. For a whole call it is sent with its flags; for a region or a mutation as name and text only.
 *
 * @param className full name of its class
 * @param message without the class name
 * @param doNotRetry the flag of {@code ExceptionResponse}
 * @param overloaded the flag of {@code ExceptionResponse}, which servers send from 2.5 on
 */
public record RemoteError(String className, String message, boolean doNotRetry, boolean overloaded) {
    private static final String HBASE = "org.apache.hadoop.hbase.";

    /** An error that may be retried. */
    public static RemoteError retryable(String className, String message) {
        return new RemoteError(className, message, false, false);
    }

    /** An HBase class, by its name after {@code org.apache.hadoop.hbase.}; may be retried. */
    public static RemoteError hbase(String name, String message) {
        return retryable(HBASE + name, message);
    }

    /** An HBase class, by its name after {@code org.apache.hadoop.hbase.}; must not be retried. */
    public static RemoteError fatal(String name, String message) {
        return new RemoteError(HBASE + name, message, true, false);
    }

    /** The region is not served here. */
    public static RemoteError notServing(String region) {
        return hbase("NotServingRegionException", region + " is not online on this server");
    }

    /** The region is served by another server. */
    public static RemoteError moved(String host, int port, long startCode, long seqNum) {
        return hbase(
                "exceptions.RegionMovedException",
                "Region moved to: hostname=" + host + " port=" + port + " startCode=" + startCode
                        + ". As of locationSeqNum=" + seqNum + ".");
    }

    /** The region's memory store is full. */
    public static RemoteError tooBusy() {
        return hbase("RegionTooBusyException", "Over memstore limit=512.0M");
    }

    /** The call queue is full. */
    public static RemoteError queueTooBig() {
        return new RemoteError(HBASE + "CallQueueTooBigException", "Call queue is full", false, true);
    }

    /** The server dropped the call from its queue. */
    public static RemoteError callDropped() {
        return new RemoteError(HBASE + "CallDroppedException", "Call dropped", false, true);
    }

    /** A quota is used up; the client must wait. */
    public static RemoteError throttled(Duration wait) {
        return hbase(
                "quotas.RpcThrottlingException",
                "number of write requests exceeded - wait " + wait.toSeconds() + "sec, " + wait.toMillisPart() + "ms");
    }

    /** A retry would fail again. */
    public static RemoteError doNotRetry(String message) {
        return fatal("DoNotRetryIOException", message);
    }

    /** This error with the flag for an overloaded server. */
    public RemoteError withOverloaded() {
        return new RemoteError(className, message, doNotRetry, true);
    }

    private String stackTrace() {
        return className + ": " + message
                + "\n\tat org.apache.hadoop.hbase.regionserver.Somewhere.run(Somewhere.java:1)";
    }

    /** {@code ExceptionResponse} of RPC.proto. */
    ProtoBuilder inHeader() {
        return new ProtoBuilder()
                .text(1, className)
                .text(2, stackTrace())
                .flag(5, doNotRetry)
                .flag(6, overloaded);
    }

    /** {@code NameBytesPair} of HBase.proto. */
    ProtoBuilder inBody() {
        return new ProtoBuilder().text(1, className).text(2, stackTrace());
    }
}
