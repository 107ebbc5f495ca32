package io.sluice.client.internal.net;

/**
 * One call of a method of the service that a connection is bound to.
 *
 * @param method name of the method, {@code RequestHeader.method_name}
 * @param param the request message, empty for one without fields; belongs to the request from now on
 * @param timeoutNanos how long the answer may take
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record RpcRequest(String method, byte[] param, long timeoutNanos) {}
