package io.sluice.client.internal.meta;

import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.client.internal.wire.ProtoWriter;
import java.nio.charset.StandardCharsets;

/**
 * A token that the cluster has made: {@code Token} of Authentication.proto.
 *
 * @param identifier who it is for
 * @param password the secret
 * @param service id of the cluster
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record IssuedToken(byte[] identifier, byte[] password, String service) {
    private static final byte[] EMPTY = {};

    /** The call of {@code AuthenticationService.GetAuthenticationToken}, an endpoint on the region of hbase:meta. */
    static byte[] request(ProtoWriter metaRegion) {
        ProtoWriter call = new ProtoWriter()
                .bytes(1, EMPTY)
                .string(2, "AuthenticationService")
                .string(3, "GetAuthenticationToken")
                .bytes(4, EMPTY);
        return new ProtoWriter().message(1, metaRegion).message(2, call).toByteArray();
    }

    /** Reads {@code CoprocessorServiceResponse} with {@code GetAuthenticationTokenResponse} in it. */
    static IssuedToken parse(byte[] answer) throws MalformedMessageException {
        ProtoReader result = in(2, new ProtoReader(answer));
        return inMessage(in(1, in(2, result)));
    }

    /** The message in a field. */
    private static ProtoReader in(int field, ProtoReader outer) throws MalformedMessageException {
        if (!outer.seek(field)) {
            throw missing();
        }
        return outer.message();
    }

    private static IssuedToken inMessage(ProtoReader token) throws MalformedMessageException {
        byte[] identifier = EMPTY;
        byte[] password = EMPTY;
        String service = "";
        for (int field = token.next(); field != 0; field = token.next()) {
            switch (field) {
                case 1 -> identifier = token.bytes();
                case 2 -> password = token.bytes();
                case 3 -> service = new String(token.bytes(), StandardCharsets.UTF_8);
                default -> token.skip();
            }
        }
        if (identifier.length == 0 || password.length == 0) {
            throw missing();
        }
        return new IssuedToken(identifier, password, service);
    }

    private static MalformedMessageException missing() {
        return new MalformedMessageException("Malformed answer: no token in it");
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "token of cluster " + service;
    }
}
