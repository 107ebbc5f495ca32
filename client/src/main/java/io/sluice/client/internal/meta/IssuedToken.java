package io.sluice.client.internal.meta;

import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;

/**
 * A token that the cluster has made: {@code Token} of Authentication.proto.
 *
 * @param identifier of its user
 * @param password the secret
 * @param service id of the cluster
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record IssuedToken(byte[] identifier, byte[] password, String service) {

    /** Reads {@code CoprocessorServiceResponse} with {@code GetAuthenticationTokenResponse} in it. */
    static IssuedToken parse(byte[] answer) throws MalformedMessageException {
        ProtoReader token = new ProtoReader(answer).message(2).message(2).message(1);
        IssuedToken issued = new IssuedToken(token.bytes(1), token.bytes(2), token.string(3));
        if (issued.identifier.length == 0 || issued.password.length == 0) {
            throw new MalformedMessageException("Malformed answer: no token in it");
        }
        return issued;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "token of cluster " + service;
    }
}
