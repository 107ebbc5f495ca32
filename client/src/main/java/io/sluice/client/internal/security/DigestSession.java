package io.sluice.client.internal.security;

import io.sluice.AccessDeniedException;
import io.sluice.client.internal.wire.ConnectionHeader;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.RealmChoiceCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import org.jspecify.annotations.Nullable;

/** SASL's DIGEST-MD5 with a token. Nothing in it waits. */
final class DigestSession extends SaslSession {
    private static final String MECHANISM = "DIGEST-MD5";
    /** {@code SaslUtil.SASL_DEFAULT_REALM}; the server's name of itself, whatever it is called. */
    private static final String SERVER = "default";

    private final Peer peer;
    private final SaslSettings.Token token;
    private final Map<String, ?> properties;

    DigestSession(Peer peer, SaslSettings.Token token, Map<String, ?> properties) {
        this.peer = peer;
        this.token = token;
        this.properties = properties;
    }

    @Override
    ConnectionHeader.Authentication authentication() {
        return ConnectionHeader.Authentication.DIGEST;
    }

    @Override
    byte[] begin() throws IOException {
        SaslClient made = Sasl.createSaslClient(new String[] {MECHANISM}, null, null, SERVER, properties, this::answer);
        if (made == null) {
            throw new IOException("This JVM has no SASL mechanism " + MECHANISM + " (module java.security.sasl)");
        }
        begun(made);
        return made.hasInitialResponse() ? made.evaluateChallenge(new byte[0]) : new byte[0];
    }

    private void answer(Callback[] callbacks) throws UnsupportedCallbackException {
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
    byte @Nullable [] evaluate(byte[] challenge) throws IOException {
        return client().evaluateChallenge(challenge);
    }

    @Override
    IOException failure(Throwable cause) {
        return new AccessDeniedException(
                "Authentication to " + peer + " by token (" + MECHANISM + ") failed: " + cause.getMessage()
                        + "; has the token expired, or is it another cluster's?",
                cause);
    }

    @Override
    @Nullable SaslAttempt next(IOException refusal) {
        return null;
    }
}
