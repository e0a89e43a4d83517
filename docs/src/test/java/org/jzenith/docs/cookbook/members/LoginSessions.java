package org.jzenith.docs.cookbook.members;

import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions of logged-in members. The key of a session is a secret that only the browser of the member knows. */
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

    /** Empty if there is no such session. */
    Optional<Principal> member(final String key) {
        return Optional.ofNullable(sessions.get(key))
                .filter(session -> session.end().isAfter(Instant.now()))
                .map(Principal.class::cast);
    }
}
