package org.jzenith.security.oidc;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.state.SharedState;
import org.jzenith.core.state.SharedValues;
import org.jzenith.core.state.ValueFormat;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;

/**
 * The sessions that a logout has ended before they expired. Copies of their cookies are refused, by all instances if {@code
 * jzenith.shared-state} names a store. A bounded number of them is kept in memory. Safe for use by many threads.
 */
@Singleton
final class RevokedSessions {

    private static final int MOST = 200_000;

    /** The revocation time of a session that is revoked regardless of when it started. */
    private static final Instant ALL = Instant.ofEpochMilli(Long.MAX_VALUE);

    private static final ValueFormat<Instant> MILLIS = new ValueFormat<>() {
        @Override
        public byte[] write(final Instant value) {
            return Buffer.buffer().appendLong(value.toEpochMilli()).getBytes();
        }

        @Override
        public @Nullable Instant read(final byte[] bytes) {
            return bytes.length == Long.BYTES
                    ? Instant.ofEpochMilli(Buffer.buffer(bytes).getLong(0))
                    : null;
        }
    };

    private final BoundedCache<String, Instant> known = new BoundedCache<>(MOST);

    /** Null if revocations are not shared with other instances. */
    private final @Nullable SharedValues<Instant> shared;

    /** The prefix of shared keys, because another application with the same users can have the same store. */
    private final String prefix;

    @Inject
    RevokedSessions(final SharedState state, final OidcConfiguration settings) {
        this.shared = state.store().equals(SharedState.MEMORY)
                ? null
                : state.values("revoked-sessions", MOST, settings.session().lifetime(), MILLIS);
        this.prefix = settings.issuer() + " " + settings.clientId() + " ";
    }

    /** Returns true if other instances can have revoked sessions that only {@link #findRevoked} finds. */
    boolean isShared() {
        return shared != null;
    }

    /** Ends one session. */
    Completable revoke(final String id) {
        return revoke(List.of("id:" + id), ALL);
    }

    /**
     * Ends the sessions that a logout token names.
     *
     * @param sid session of the provider; null for all sessions of the user
     * @param sub the user; null if the token names none
     */
    Completable revoke(final @Nullable String sid, final @Nullable String sub, final Instant now) {
        final List<String> keys = new ArrayList<>();
        if (sid != null) {
            keys.add("sid:" + sid);
        }
        if (sub != null) {
            keys.add((sid == null ? "sub:" : "user-without-sid:") + sub);
        }
        return revoke(keys, now);
    }

    private Completable revoke(final List<String> keys, final Instant at) {
        return Completable.defer(() -> {
            keys.forEach(key -> known.put(key, at));
            final SharedValues<Instant> all = shared;
            return all == null
                    ? Completable.complete()
                    : Completable.merge(
                            keys.stream().map(key -> all.put(prefix + key, at)).toList());
        });
    }

    /** Returns true if this instance knows that a session was revoked. */
    boolean contains(final Session session) {
        for (final String key : keys(session)) {
            if (isBefore(session, known.get(key))) {
                return true;
            }
        }
        return false;
    }

    /** Asks the store for a session, and returns true if any instance has revoked it. */
    Single<Boolean> findRevoked(final Session session) {
        if (contains(session)) {
            return Single.just(true);
        }
        if (shared == null) {
            return Single.just(false);
        }
        final List<String> asked = keys(session).stream().map(prefix::concat).toList();
        return shared.get(asked).map(found -> {
            found.forEach((key, at) -> known.put(key.substring(prefix.length()), at));
            return found.values().stream().anyMatch(at -> isBefore(session, at));
        });
    }

    private static List<String> keys(final Session session) {
        final String sid = session.sid();
        return List.of(
                "id:" + session.id(),
                "sub:" + session.subject(),
                sid == null ? "user-without-sid:" + session.subject() : "sid:" + sid);
    }

    private static boolean isBefore(final Session session, final @Nullable Instant at) {
        return at != null && !session.loginAt().isAfter(at);
    }
}
