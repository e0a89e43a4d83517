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

    /** The time after a refused refresh in which a browser may get a cookie that another instance has renewed. */
    private static final Duration RENEWED_ELSEWHERE = Duration.ofSeconds(5);

    static final String ENDED = "A session has ended, because its tokens were not refreshed: {}";

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

    /** The refresh tokens of cookies that the provider has refused, with the time. */
    private final BoundedCache<String, Instant> refused;

    private final RevokedSessions revoked;
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

    /**
     * The provider has refused to refresh the tokens of a session in a cookie. Another instance may have used the refresh token for a
     * parallel request; the browser then gets a renewed cookie from it. It has no stack trace.
     */
    static final class RefreshRefusedException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;

        private final boolean afterBreak;

        RefreshRefusedException(final boolean afterBreak) {
            super("The provider has refused the refresh token of a session.", null, false, false);
            this.afterBreak = afterBreak;
        }

        /** Returns true if the tokens had expired long before. */
        boolean isAfterBreak() {
            return afterBreak;
        }
    }

    /**
     * A session as it was found.
     *
     * @param stored the text that the store has; null without a store
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

    /** Returns a session as active; null if its claims name no user. */
    @Nullable
    Active activate(final Session session) {
        try {
            final Identity identity = identities.of(session.claims(), session.expiresAt());
            return new Active(session, identity, Maybe.just(identity), null);
        } catch (final WrongCredentialsException e) {
            return null;
        }
    }

    /** Returns the value of the cookie of a session, which may not fit, and stores the session if there is a store. */
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

    /** Leaves the ID token, which only the provider's logout needs, out of a cookie that would be too large. */
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
     * @return empty if there is no valid session; fails with a {@link RefreshRefusedException} if that is not known
     */
    Maybe<Active> find(final String cookie, final String authority) {
        return lookUnrevoked(cookie).flatMap(found -> current(found, authority));
    }

    /** Finds the session of a cookie as it is, whether or not its tokens have expired. */
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

    /** Returns the identity of a session that is known and needs no refresh, with two look-ups; null for {@link #find}. */
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

    /** Refreshes tokens outside of the request that needs them first, because others wait for them, too. */
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
            LOGGER.info("The tokens of a session were not refreshed here: {}", refusal.getMessage());
            refused.put(refreshToken, Instant.now());
            return afterRefusal(session, Instant.now());
        });
    }

    /** The cookie is no longer valid. The session may be, because another instance may have put it into a newer cookie. */
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

    /** Returns the time in milliseconds, as cookies have it. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns the time at which tokens expire; never, if the provider does not say it. */
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
                LOGGER.warn("A session has ended when its tokens were refreshed. {}", tooLarge(session, cookie));
                return end(session).andThen(Maybe.empty());
            }
            final Active renewed = active.withNewCookie(cookie);
            refreshed.put(session.id(), renewed);
            return Maybe.just(renewed);
        });
    }

    /** Returns the reason why a session has no place in the cookies of a browser. */
    String tooLarge(final Session session, final String cookie) {
        final Map.Entry<String, Integer> largest = session.claims().entrySet().stream()
                .map(each ->
                        Map.entry(each.getKey(), String.valueOf(each.getValue()).length()))
                .max(Map.Entry.comparingByValue())
                .orElseThrow();
        return "Its cookie would have " + cookie.length() + " characters, and rest.max-header-size leaves room for "
                + cookies.most() + ". The largest claim is '" + largest.getKey() + "' with " + largest.getValue()
                + " characters. Let the provider send fewer claims, keep sessions on the server by oidc.session.store, or raise"
                + " rest.max-header-size.";
    }

    /** Returns the session as it goes on while its tokens cannot be refreshed; at the end of its grace, they are due at once. */
    static Session failing(final Session session, final Throwable error) {
        final Instant now = now();
        final Instant since = session.failingSince() == null ? now : session.failingSince();
        LOGGER.warn("The tokens of a session could not be refreshed since {}: {}", since, error.getMessage());
        return session.failing(since, now.isAfter(since.plus(GRACE)) ? session.tokensExpireAt() : now.plus(RETRY));
    }

    /** Goes on with a session that could not be stored, at this instance only. */
    void remember(final Session session) {
        final Active active = activate(session);
        if (active != null && !session.isRefreshDue(Instant.now())) {
            refreshed.put(session.id(), active);
        }
    }

    /** Returns a session whose tokens are not due. */
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
