package org.jzenith.security.oidc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;

/**
 * The sessions that a logout has ended before their time. A copy of their cookie is refused. Bounded; in memory of this instance. Safe
 * for use by many threads.
 */
final class RevokedSessions {

    private static final int MOST = 200_000;

    private final BoundedCache<String, Instant> revoked = new BoundedCache<>(MOST);

    /** Ends one session. */
    void revoke(final String id) {
        revoked.put("id:" + id, Instant.MAX);
    }

    /**
     * Ends the sessions that a logout token names.
     *
     * @param sid session of the provider; null for all sessions of the user
     * @param sub the user; null if the token names none
     */
    void revoke(final @Nullable String sid, final @Nullable String sub, final Instant now) {
        if (sid != null) {
            revoked.put("sid:" + sid, now);
        }
        if (sub != null) {
            revoked.put((sid == null ? "sub:" : "user-without-sid:") + sub, now);
        }
    }

    boolean contains(final Session session) {
        final String sid = session.sid();
        return isBefore(session, "id:" + session.id())
                || isBefore(session, "sub:" + session.subject())
                || isBefore(session, sid == null ? "user-without-sid:" + session.subject() : "sid:" + sid);
    }

    private boolean isBefore(final Session session, final String key) {
        final Instant at = revoked.get(key);
        return at != null && !session.loginAt().isAfter(at);
    }
}
