package org.jzenith.docs.cookbook.members;

import io.reactivex.Maybe;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.websocket.Handshake;

/** Who is logged in. The key of a session is a secret that only the browser of the member knows. */
final class LoginSessions {

    static final Duration LIFETIME = Duration.ofHours(8);
    static final String COOKIE = "session";

    private static final int KEY_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    private record Session(String name, Instant end) implements Principal {

        @Override
        public String getName() {
            return name;
        }
    }

    String open(final String name) {
        final Instant now = Instant.now();
        sessions.values().removeIf(session -> session.end().isBefore(now));
        final byte[] bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        final String key = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        sessions.put(key, new Session(name, now.plus(LIFETIME)));
        return key;
    }

    /** Empty, which is a 401, if there is no such session. */
    Maybe<Principal> member(final Handshake handshake) {
        return handshake
                .cookie(COOKIE)
                .map(sessions::get)
                .filter(session -> session.end().isAfter(Instant.now()))
                .<Maybe<Principal>>map(Maybe::just)
                .orElseGet(Maybe::empty);
    }
}
