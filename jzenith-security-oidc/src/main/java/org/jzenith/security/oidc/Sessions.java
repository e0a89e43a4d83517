package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subjects.MaybeSubject;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.security.oidc.session.SessionStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this application: creates them, finds them by their cookies, refreshes their tokens and ends them. Decrypted sessions are
 * kept by the SHA-256 of their cookie, bounded. Safe for use by many threads.
 */
@Singleton
@CheckReturnValue
final class Sessions {

    private static final Logger LOGGER = LoggerFactory.getLogger(Sessions.class);

    private static final String SESSION = "session";
    private static final String REFERENCE = "session-id";

    /** The time for which a session goes on with expired tokens while the provider is away. */
    private static final Duration GRACE = Duration.ofMinutes(5);

    private static final Duration RETRY = Duration.ofSeconds(10);

    private static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final long MOST_SECONDS = Duration.ofDays(3650).toSeconds();

    private final CookieCipher cipher;
    private final Tokens tokens;
    private final UserClaims claims;
    private final @Nullable SessionStore store;
    private final BoundedMap<ByteBuffer, Active> byCookie;

    /** The sessions that were refreshed since their cookie was set. */
    private final BoundedMap<String, Active> refreshed;

    private final RevokedSessions revoked = new RevokedSessions();
    private final Map<String, Maybe<Active>> refreshing = new ConcurrentHashMap<>();

    /**
     * A session with its identity, made once for many requests.
     *
     * @param newCookie the value of the cookie that replaces the one of the browser; null if the browser has the newest
     */
    record Active(
            Session session,
            Identity identity,
            Maybe<Identity> found,
            @Nullable String newCookie) {

        Active withNewCookie(final String value) {
            return new Active(session, identity, found, value);
        }
    }

    @Inject
    Sessions(
            final CookieCipher cipher,
            final Tokens tokens,
            final OidcConfiguration configuration,
            final Optional<SessionStore> store) {
        this.cipher = cipher;
        this.tokens = tokens;
        this.claims = new UserClaims(configuration);
        this.store = store.orElse(null);
        this.byCookie = new BoundedMap<>(configuration.session().cached());
        this.refreshed = new BoundedMap<>(configuration.session().cached());
    }

    /** Makes a session active; null if its claims name no user. */
    @Nullable
    Active activate(final Session session) {
        final Identity identity = claims.identity(session);
        return identity == null ? null : new Active(session, identity, Maybe.just(identity), null);
    }

    /** Returns the value of the cookie of a session, and stores the session if there is a store. */
    Single<String> save(final Session session) {
        final String whole = cipher.seal(SESSION, session.toJson());
        if (store == null) {
            return Single.just(whole);
        }
        final JsonObject reference = new JsonObject()
                .put("i", session.id())
                .put("a", session.authority())
                .put("x", session.expiresAt().toEpochMilli());
        return store.save(session.id(), whole.getBytes(StandardCharsets.US_ASCII), session.expiresAt())
                .andThen(Single.fromCallable(() -> cipher.seal(REFERENCE, reference.encode())));
    }

    /**
     * Finds the session of a cookie. Its tokens are refreshed if they have expired, once for all requests that wait.
     *
     * @param cookie the whole value
     * @param authority host and port of the request
     * @return empty if there is no valid session
     */
    Maybe<Active> find(final String cookie, final String authority) {
        if (store != null) {
            return loaded(store, cookie, authority);
        }
        final ByteBuffer key = hash(cookie);
        Active active = byCookie.get(key);
        if (active == null) {
            active = open(cookie);
            if (active == null) {
                return Maybe.empty();
            }
            byCookie.put(key, active);
        }
        return current(active, authority);
    }

    /** Returns the identity of a session that is known and needs no refresh, with two look-ups; null for {@link #find}. */
    @Nullable
    Maybe<Identity> findFast(final String cookie, final String authority) {
        if (store != null) {
            return null;
        }
        final Active active = byCookie.get(hash(cookie));
        if (active == null || newer(active) != null) {
            return null;
        }
        final Instant now = Instant.now();
        return isValid(active.session(), authority, now) && !active.session().isRefreshDue(now) ? active.found() : null;
    }

    private Maybe<Active> current(final Active known, final String authority) {
        final Active newer = newer(known);
        final Active active = newer == null ? known : newer;
        final Instant now = Instant.now();
        if (!isValid(active.session(), authority, now)) {
            return Maybe.empty();
        }
        return active.session().isRefreshDue(now) ? refresh(active) : Maybe.just(active);
    }

    /** Returns the session with newer tokens; null if there are none. */
    private @Nullable Active newer(final Active known) {
        final Active other = refreshed.get(known.session().id());
        return other != null
                        && other.session()
                                .tokensExpireAt()
                                .isAfter(known.session().tokensExpireAt())
                ? other
                : null;
    }

    private boolean isValid(final Session session, final String authority, final Instant now) {
        return now.isBefore(session.expiresAt()) && session.authority().equals(authority) && !revoked.contains(session);
    }

    private @Nullable Active open(final String sealed) {
        final String text = cipher.open(SESSION, sealed);
        if (text == null) {
            return null;
        }
        try {
            return activate(Session.ofJson(text));
        } catch (final ParseException | RuntimeException e) {
            return null; // of an older version of the application
        }
    }

    private Maybe<Active> loaded(final SessionStore from, final String cookie, final String authority) {
        final String text = cipher.open(REFERENCE, cookie);
        if (text == null) {
            return Maybe.empty();
        }
        final String id = new JsonObject(text).getString("i");
        return from.load(id).flatMap(bytes -> {
            final Active active = open(new String(bytes, StandardCharsets.US_ASCII));
            return active == null || !active.session().id().equals(id)
                    ? Maybe.<Active>empty()
                    : current(active, authority);
        });
    }

    /** Refreshes tokens outside of the request that needs them first, because others wait for them, too. */
    private Maybe<Active> refresh(final Active active) {
        final Session session = active.session();
        final MaybeSubject<Active> own = MaybeSubject.create();
        final Maybe<Active> running = refreshing.putIfAbsent(session.id(), own);
        if (running != null) {
            return running;
        }
        final Active newer = newer(active);
        if (newer != null) {
            refreshing.keySet().remove(session.id());
            own.onSuccess(newer);
            return own;
        }
        RequestContext.create("session-refresh")
                .run(() -> Single.defer(() -> tokens.refresh(String.valueOf(session.refreshToken()), session.subject()))
                        .map(received -> renewed(session, received))
                        .flatMapMaybe(this::keep)
                        .onErrorResumeNext((Throwable error) -> failed(session, error))
                        .doFinally(() -> refreshing.keySet().remove(session.id()))
                        .subscribe(own));
        return own;
    }

    private static Session renewed(final Session session, final OIDCTokens received) throws ParseException {
        return session.withTokens(
                received.getIDToken() == null ? session.idToken() : received.getIDTokenString(),
                received.getRefreshToken() == null
                        ? session.refreshToken()
                        : received.getRefreshToken().getValue(),
                expiry(received));
    }

    /** Returns the time in milliseconds, as cookies have it. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns the time at which tokens expire; never, if the provider does not say it. */
    static Instant expiry(final OIDCTokens received) {
        final long seconds = received.getAccessToken().getLifetime();
        return seconds <= 0 ? NEVER : now().plusSeconds(Math.min(seconds, MOST_SECONDS));
    }

    private Maybe<Active> keep(final Session session) {
        final Active active = activate(session);
        if (active == null) {
            revoked.revoke(session.id());
            return Maybe.empty();
        }
        if (store == null) {
            final String cookie = cipher.seal(SESSION, session.toJson());
            final Active renewed = SessionCookies.fits(cookie) ? active.withNewCookie(cookie) : active;
            refreshed.put(session.id(), renewed);
            return Maybe.just(renewed);
        }
        refreshed.put(session.id(), active);
        return save(session)
                .map(sameCookie -> active)
                .onErrorReturn(error -> {
                    LOGGER.warn(
                            "The refreshed tokens of a session are in memory only, because they could not be stored: {}",
                            error.getMessage());
                    return active;
                })
                .toMaybe();
    }

    private Maybe<Active> failed(final Session session, final Throwable error) {
        if (error instanceof final ProviderException refusal && refusal.isRefusal()) {
            LOGGER.info("A session has ended, because its tokens were not refreshed: {}", refusal.getMessage());
            return end(session).andThen(Maybe.empty());
        }
        final Instant now = Instant.now();
        final Instant before = session.failingSince();
        final Instant since = before == null ? now : before;
        LOGGER.warn("The tokens of a session could not be refreshed since {}: {}", since, error.getMessage());
        if (now.isAfter(since.plus(GRACE))) {
            return Maybe.empty();
        }
        final Active waiting = activate(session.failing(since, now.plus(RETRY)));
        if (waiting == null) {
            return Maybe.empty();
        }
        refreshed.put(session.id(), waiting);
        return Maybe.just(waiting);
    }

    /** Ends a session: copies of its cookie are refused. */
    Completable end(final Session session) {
        revoked.revoke(session.id());
        return store == null ? Completable.complete() : store.delete(session.id());
    }

    /** Ends the sessions that a logout token names. */
    void end(final @Nullable String sid, final @Nullable String subject) {
        revoked.revoke(sid, subject, Instant.now());
    }

    private static ByteBuffer hash(final String cookie) {
        try {
            return ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256").digest(cookie.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("Each JVM has SHA-256.", e);
        }
    }
}
