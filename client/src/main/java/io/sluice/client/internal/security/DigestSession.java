package io.sluice.client.internal.security;

import io.sluice.AccessDeniedException;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.util.Base64;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.RealmChoiceCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/** SASL's DIGEST-MD5 with a token. Blocks only while it obtains the token. */
final class DigestSession extends SaslSession {
    private static final String MECHANISM = "DIGEST-MD5";
    /** {@code SaslUtil.SASL_DEFAULT_REALM}: every server calls itself so. */
    private static final String SERVER = "default";

    private final SaslSettings.Tokens tokens;

    DigestSession(Peer peer, SaslSettings settings, SaslSettings.Tokens tokens) {
        super(peer, settings, ConnectionHeader.Authentication.DIGEST, MECHANISM + " (module java.security.sasl)");
        this.tokens = tokens;
    }

    @Override
    @Nullable SaslClient newClient() throws SaslException {
        AuthenticationToken token = tokens.source().get();
        return Sasl.createSaslClient(
                new String[] {MECHANISM}, null, null, SERVER, properties(), callbacks -> answer(callbacks, token));
    }

    private static void answer(Callback[] callbacks, AuthenticationToken token) throws UnsupportedCallbackException {
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                name.setName(Base64.getEncoder().encodeToString(token.identifier()));
            } else if (callback instanceof PasswordCallback password) {
                password.setPassword(
                        Base64.getEncoder().encodeToString(token.password()).toCharArray());
            } else if (callback instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            } else if (callback instanceof RealmChoiceCallback choice) {
                choice.setSelectedIndex(choice.getDefaultChoice());
            } else {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }

    @Override
    IOException failure(Throwable cause) {
        return new AccessDeniedException(
                "Authentication to " + peer + " by token (" + MECHANISM + ") failed: " + cause.getMessage()
                        + "; has the token expired, or is it another cluster's?",
                cause);
    }
}
