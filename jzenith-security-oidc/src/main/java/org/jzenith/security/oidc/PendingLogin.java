package org.jzenith.security.oidc;

import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A login that has started. It has its own cookie, so that logins in parallel tabs do not disturb each other.
 *
 * @param redirect the redirect URI; it is sent to the token endpoint, too
 * @param returnPath the path that the user wanted to see
 */
record PendingLogin(
        State state, Nonce nonce, CodeVerifier verifier, String redirect, String returnPath, Instant begun) {

    static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final int ID_LENGTH = 12;

    static PendingLogin begin(final String redirect, final String returnPath) {
        return new PendingLogin(new State(), new Nonce(), new CodeVerifier(), redirect, returnPath, Sessions.now());
    }

    /** Returns the part of a state that names its cookie. */
    static String idOf(final String state) {
        return state.substring(0, Math.min(ID_LENGTH, state.length()));
    }

    boolean isExpired() {
        return Instant.now().isAfter(begun.plus(LIFETIME));
    }

    String toJson() {
        return new JsonObject()
                .put("s", state.getValue())
                .put("n", nonce.getValue())
                .put("v", verifier.getValue())
                .put("u", redirect)
                .put("p", returnPath)
                .put("b", begun.toEpochMilli())
                .encode();
    }

    static PendingLogin ofJson(final String text) {
        final JsonObject json = new JsonObject(text);
        return new PendingLogin(
                new State(json.getString("s")),
                new Nonce(json.getString("n")),
                new CodeVerifier(json.getString("v")),
                json.getString("u"),
                json.getString("p"),
                Instant.ofEpochMilli(json.getLong("b")));
    }

    /** The path to which a browser returns after its login. It is always a path of this application, so there is no open redirect. */
    static final class ReturnPath {

        static final String DEFAULT = "/";

        private static final int MOST = 1024;
        private static final char FIRST_VISIBLE = 0x21;
        private static final char LAST_VISIBLE = 0x7e;

        private ReturnPath() {}

        /** Returns a path, or {@link #DEFAULT} if it is not a local path. */
        static String of(final @Nullable String asked) {
            return asked != null && isLocal(asked) ? asked : DEFAULT;
        }

        private static boolean isLocal(final String path) {
            if (path.length() > MOST || !beginsWithOneSlash(path)) {
                return false;
            }
            for (int i = 0; i < path.length(); i++) {
                final char c = path.charAt(i);
                // Browsers drop tabs and line feeds, and read a backslash as a slash.
                if (c < FIRST_VISIBLE || c > LAST_VISIBLE || c == '\\') {
                    return false;
                }
            }
            try {
                return beginsWithOneSlash(URLDecoder.decode(path, StandardCharsets.UTF_8));
            } catch (final IllegalArgumentException e) {
                return false;
            }
        }

        private static boolean beginsWithOneSlash(final String path) {
            if (!path.startsWith("/")) {
                return false;
            }
            if (path.length() == 1) {
                return true;
            }
            final char second = path.charAt(1);
            return second != '/' && second != '\\' && second > ' ';
        }
    }
}
