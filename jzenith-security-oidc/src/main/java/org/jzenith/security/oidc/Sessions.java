package org.jzenith.security.oidc;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.errorprone.annotations.CheckReturnValue;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subjects.MaybeSubject;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
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
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.jwt.internal.claims.ClaimsIdentity;
import org.jzenith.security.oidc.internal.configuration.OidcConfiguration;
import org.jzenith.security.oidc.session.SessionStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this application: creates them, finds them by their cookies, refreshes their tokens and ends them. A bounded number of
 * decrypted sessions is cached by the SHA-256 of their cookie. Safe for use by many threads.
 */
@Singleton
@CheckReturnValue
final class Sessions {

    private static final Logger LOGGER = LoggerFactory.getLogger(Sessions.class);

    private static final String SESSION = "session";
    private static final String REFERENCE = "session-id";

    /** How long a session stays valid with expired tokens while the provider is unavailable. */
    private static final Duration GRACE = Duration.ofMinutes(5);

    private static final Duration RETRY = Duration.ofSeconds(10);

    /** How long after a refused refresh the browser may still receive a cookie that another instance has renewed. */
    private static final Duration RENEWED_ELSEWHERE = Duration.ofSeconds(5);

    static final String ENDED = "A session has ended, because its tokens could not be refreshed: {}";

    private static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final long MOST_SECONDS = Duration.ofDays(3650).toSeconds();

    private final CookieCipher cipher;
    private final Tokens tokens;
    private final ClaimsIdentity identities;
    private final SessionCookies cookies;
    private final @Nullable SessionStore store;
    private final @Nullable StoredRefresh storedRefresh;
    private final BoundedCache<HashCode, Active> byCookie;

    /** The sessions that were refreshed since their cookie was set. */
    private final BoundedCache<String, Active> refreshed;

    /** The refresh tokens that the provider has refused, each with the time of the refusal. */
    private final BoundedCache<String, Instant> refused;

    private final RevokedSessions revoked;
    private final Map<String, Maybe<Active>> refreshing = new ConcurrentHashMap<>();

    /**
     * A session with its identity, created once for many requests.
     *
     * @param newCookie the new value of the browser's cookie; null if the browser has the newest value
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

    /**
     * The provider has refused to refresh the tokens of a session in a cookie. If another instance has used the refresh token for a
     * parallel request, the browser gets a renewed cookie from that instance. It has no stack trace.
     */
    static final class RefreshRefusedException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        private final boolean afterBreak;

        RefreshRefusedException(final boolean afterBreak) {
            super("The provider has refused the refresh token of a session.", null, false, false);
            this.afterBreak = afterBreak;
        }

        /** Returns true if the tokens expired long ago. */
        boolean isAfterBreak() {
            return afterBreak;
        }
    }

    /**
     * A session as it was found.
     *
     * @param stored the text in the store; null without a store
     */
    record Found(Active active, @Nullable String stored) {}

    @Inject
    Sessions(
            final Vertx vertx,
            final CookieCipher cipher,
            final Tokens tokens,
            final OidcConfiguration configuration,
            final SessionCookies cookies,
            final RevokedSessions revoked,
            final Optional<SessionStore> store) {
        this.cipher = cipher;
        this.tokens = tokens;
        this.identities = new ClaimsIdentity(
                OidcAuthentication.NAME,
                configuration.nameClaim(),
                configuration.roleClaim().stream().toList());
        this.cookies = cookies;
        this.revoked = revoked;
        this.store = store.orElse(null);
        this.storedRefresh = store.map(each -> new StoredRefresh(this, each, tokens, vertx, configuration.timeout()))
                .orElse(null);
        this.byCookie = new BoundedCache<>(configuration.session().cached());
        this.refreshed = new BoundedCache<>(configuration.session().cached());
        this.refused = new BoundedCache<>(configuration.session().cached());
    }

    /** Returns a session with its identity; null if its claims name no user. */
    @Nullable
    Active activate(final Session session) {
        try {
            final Identity identity = identities.of(session.claims(), session.expiresAt());
            return new Active(session, identity, Maybe.just(identity), null);
        } catch (final WrongCredentialsException e) {
            return null;
        }
    }

    /** Stores the session if there is a store, and returns the value of its cookie. The value can be too long. */
    Single<String> save(final Session session) {
        final String whole = sealed(session);
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

    /** Encrypts a session. If the cookie would be too large, the ID token is left out, because only the provider's logout needs it. */
    String sealed(final Session session) {
        final String whole = cipher.seal(SESSION, session.toJson());
        return store != null || cookies.fits(whole)
                ? whole
                : cipher.seal(SESSION, session.withoutIdToken().toJson());
    }

    /**
     * Finds the session of a cookie. Its tokens are refreshed if they have expired, once for all requests that wait.
     *
     * @param cookie the whole value
     * @param authority host and port of the request
     * @return empty if there is no valid session; fails with a {@link RefreshRefusedException} if the provider refused a refresh, but
     *     another instance can have renewed the session
     */
    Maybe<Active> find(final String cookie, final String authority) {
        return lookUnrevoked(cookie).flatMap(found -> current(found, authority));
    }

    /** Finds the session of a cookie without refreshing its tokens, even if they have expired. */
    Maybe<Active> findUnrefreshed(final String cookie, final String authority) {
        return lookUnrevoked(cookie)
                .map(found -> newest(found.active()))
                .filter(active -> isValid(active.session(), authority, Instant.now()));
    }

    private Maybe<Found> lookUnrevoked(final String cookie) {
        final Maybe<Found> found = look(cookie);
        return revoked.isShared()
                ? found.flatMap(each -> revoked.findRevoked(each.active().session())
                        .flatMapMaybe(is -> is ? Maybe.empty() : Maybe.just(each)))
                : found;
    }

    private Maybe<Found> look(final String cookie) {
        if (store != null) {
            return loaded(store, cookie);
        }
        final HashCode key = hash(cookie);
        Active active = byCookie.get(key);
        if (active == null) {
            active = open(cookie);
            if (active == null) {
                return Maybe.empty();
            }
            byCookie.put(key, active);
        }
        return Maybe.just(new Found(active, null));
    }

    /** Returns the identity of a cached session that needs no refresh, with two look-ups. Null if {@link #find} has to be called. */
    @Nullable
    Maybe<Identity> findFast(final String cookie, final String authority) {
        if (store != null || revoked.isShared()) {
            return null;
        }
        final Active active = byCookie.get(hash(cookie));
        if (active == null || newer(active) != null) {
            return null;
        }
        final Instant now = Instant.now();
        return isValid(active.session(), authority, now) && !active.session().isRefreshDue(now) ? active.found() : null;
    }

    private Maybe<Active> current(final Found found, final String authority) {
        final Active active = newest(found.active());
        final Instant now = Instant.now();
        if (!isValid(active.session(), authority, now)) {
            return Maybe.empty();
        }
        return active.session().isRefreshDue(now) ? refresh(active, found) : Maybe.just(active);
    }

    Active newest(final Active known) {
        final Active newer = newer(known);
        return newer == null ? known : newer;
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

    boolean isValid(final Session session, final String authority, final Instant now) {
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

    private Maybe<Found> loaded(final SessionStore from, final String cookie) {
        final String text = cipher.open(REFERENCE, cookie);
        return text == null ? Maybe.empty() : loadedById(from, new JsonObject(text).getString("i"));
    }

    Maybe<Found> loadedById(final SessionStore from, final String id) {
        return from.load(id).flatMap(bytes -> {
            final String stored = new String(bytes, StandardCharsets.US_ASCII);
            final Active active = open(stored);
            return active == null || !active.session().id().equals(id)
                    ? Maybe.<Found>empty()
                    : Maybe.just(new Found(active, stored));
        });
    }

    /** Refreshes tokens outside of the context of the first request, because other requests wait for them, too. */
    private Maybe<Active> refresh(final Active active, final Found found) {
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
        final StoredRefresh shared = storedRefresh;
        RequestContext.create("session-refresh")
                .run(() -> Maybe.defer(
                                () -> shared == null ? renewCookie(session) : shared.renew(found, System.nanoTime()))
                        .doFinally(() -> refreshing.keySet().remove(session.id()))
                        .subscribe(own));
        return own;
    }

    private Maybe<Active> renewCookie(final Session session) {
        final String refreshToken = String.valueOf(session.refreshToken());
        final Instant refusedAt = refused.get(refreshToken);
        if (refusedAt != null) {
            return afterRefusal(session, refusedAt);
        }
        return renewed(session).flatMapMaybe(this::keepInCookie).onErrorResumeNext((Throwable error) -> {
            if (!(error instanceof final ProviderRefusalException refusal)) {
                final Session failing = failing(session, error);
                remember(failing);
                return goingOn(failing);
            }
            if (!refusal.isOfGrant()) {
                LOGGER.info(ENDED, refusal.getMessage());
                return end(session).andThen(Maybe.empty());
            }
            LOGGER.info("This instance could not refresh the tokens of a session: {}", refusal.getMessage());
            refused.put(refreshToken, Instant.now());
            return afterRefusal(session, Instant.now());
        });
    }

    /** Called when the cookie is no longer valid. The session can still be valid, in a newer cookie from another instance. */
    private static Maybe<Active> afterRefusal(final Session session, final Instant refusedAt) {
        final Instant now = Instant.now();
        return now.isBefore(refusedAt.plus(RENEWED_ELSEWHERE))
                ? Maybe.error(new RefreshRefusedException(
                        session.tokensExpireAt().plus(GRACE).isBefore(now)))
                : Maybe.empty();
    }

    Single<Session> renewed(final Session session) {
        return tokens.refresh(String.valueOf(session.refreshToken()), session.subject())
                .map(received -> session.withTokens(
                        received.getIDToken() == null ? null : received.getIDTokenString(),
                        received.getRefreshToken() == null
                                ? null
                                : received.getRefreshToken().getValue(),
                        expiry(received)));
    }

    /** Returns the time in milliseconds, the precision of times in cookies. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns the time at which tokens expire, or {@link #NEVER} if the provider does not send it. */
    static Instant expiry(final OIDCTokens received) {
        final long seconds = received.getAccessToken().getLifetime();
        return seconds <= 0 ? NEVER : now().plusSeconds(Math.min(seconds, MOST_SECONDS));
    }

    private Maybe<Active> keepInCookie(final Session session) {
        // The tokens are kept while the store of revoked sessions is away; the next request asks it.
        return revoked.findRevoked(session).onErrorReturnItem(false).flatMapMaybe(isRevoked -> {
            final Active active = isRevoked ? null : activate(session);
            if (active == null) {
                return end(session).andThen(Maybe.empty());
            }
            final String cookie = sealed(session);
            if (!cookies.fits(cookie)) {
                LOGGER.warn("A session was ended after its tokens were refreshed. {}", tooLarge(session, cookie));
                return end(session).andThen(Maybe.empty());
            }
            final Active renewed = active.withNewCookie(cookie);
            refreshed.put(session.id(), renewed);
            return Maybe.just(renewed);
        });
    }

    /** Returns the reason why a session does not fit into a browser's cookies. */
    String tooLarge(final Session session, final String cookie) {
        final Map.Entry<String, Integer> largest = session.claims().entrySet().stream()
                .map(each ->
                        Map.entry(each.getKey(), String.valueOf(each.getValue()).length()))
                .max(Map.Entry.comparingByValue())
                .orElseThrow();
        return "Its cookie would have " + cookie.length() + " characters, and rest.max-header-size leaves room for "
                + cookies.most() + ". The largest claim is '" + largest.getKey() + "' with " + largest.getValue()
                + " characters. Let the provider send fewer claims, keep sessions on the server with oidc.session.store, or raise"
                + " rest.max-header-size.";
    }

    /** Returns the session for use while its tokens cannot be refreshed. After the grace period they are due at once. */
    static Session failing(final Session session, final Throwable error) {
        final Instant now = now();
        final Instant since = session.failingSince() == null ? now : session.failingSince();
        LOGGER.warn("The tokens of a session could not be refreshed since {}: {}", since, error.getMessage());
        return session.failing(since, now.isAfter(since.plus(GRACE)) ? session.tokensExpireAt() : now.plus(RETRY));
    }

    /** Keeps a session in this instance's memory, because it could not be stored. */
    void remember(final Session session) {
        final Active active = activate(session);
        if (active != null && !session.isRefreshDue(Instant.now())) {
            refreshed.put(session.id(), active);
        }
    }

    /** Returns the session; empty if its tokens have to be refreshed. */
    Maybe<Active> goingOn(final Session session) {
        final Active active = activate(session);
        return active == null || session.isRefreshDue(Instant.now()) ? Maybe.empty() : Maybe.just(active);
    }

    /** Ends a session: copies of its cookie are refused. */
    Completable end(final Session session) {
        return store == null ? revoked.revoke(session.id()) : store.delete(session.id());
    }

    /** Ends the sessions that a logout token names. */
    Completable end(final @Nullable String sid, final @Nullable String subject) {
        return revoked.revoke(sid, subject, Instant.now());
    }

    private static HashCode hash(final String cookie) {
        return Hashing.sha256().hashString(cookie, StandardCharsets.ISO_8859_1);
    }
}
