package io.sluice.client.internal.net;

/**
 * What a server answered to an {@link RpcRequest}.
 *
 * @param message the result message, empty for one without fields; belongs to the receiver
 * @param cells the block of cells behind it in {@code KeyValueCodec} form, empty when there is none; belongs to the
 *     receiver
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record RpcAnswer(byte[] message, byte[] cells) {}
