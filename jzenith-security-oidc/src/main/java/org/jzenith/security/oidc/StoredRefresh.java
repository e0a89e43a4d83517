package org.jzenith.security.oidc;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.security.oidc.session.SessionStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes the tokens of stored sessions once for all instances: one instance claims the session in the store, and the others wait for its
 * result. Safe for use by many threads.
 */
@CheckReturnValue
final class StoredRefresh {

    private static final Logger LOGGER = LoggerFactory.getLogger(StoredRefresh.class);

    /** A claim lasts three times the limit of a call: for the tokens, for the keys, and for pauses of the process. */
    private static final int CLAIM_PARTS = 3;

    /** The first pause between two reads of a session that another instance has claimed, and between two attempts to store tokens. */
    private static final Duration POLL = Duration.ofMillis(50);

    private static final Duration LONGEST_POLL = Duration.ofMillis(400);

    private final Sessions sessions;
    private final SessionStore store;
    private final Tokens tokens;
    private final Vertx vertx;

    /** The time limit of a call to the provider. */
    private final Duration callLimit;

    private final Duration claim;

    StoredRefresh(
            final Sessions sessions,
            final SessionStore store,
            final Tokens tokens,
            final Vertx vertx,
            final Duration callLimit) {
        this.sessions = sessions;
        this.store = store;
        this.tokens = tokens;
        this.vertx = vertx;
        this.callLimit = callLimit;
        this.claim = callLimit.multipliedBy(CLAIM_PARTS);
    }

    /**
     * Refreshes the tokens of a stored session, or waits until the instance that has claimed the session has refreshed them.
     *
     * @param seenAt the time at which this instance first saw the stored text, from {@link System#nanoTime}. Another instance's claim ends
     *     when its duration has passed since then, because the clocks of instances differ
     */
    Maybe<Sessions.Active> renew(final Sessions.Found found, final long seenAt) {
        return renew(found, seenAt, POLL);
    }

    /**
     * @param pause the time until the stored text is read again; it doubles each time, so that many waiting sessions do not overload the
     *     store
     */
    private Maybe<Sessions.Active> renew(final Sessions.Found found, final long seenAt, final Duration pause) {
        final Sessions.Active active = sessions.newest(found.active());
        final Instant now = Instant.now();
        if (!active.session().isRefreshDue(now)) {
            return Maybe.just(active);
        }
        if (!found.active().session().isClaimed(now) || System.nanoTime() - seenAt > claim.toNanos()) {
            return claim(active.session(), String.valueOf(found.stored()));
        }
        final Duration next = pause.compareTo(LONGEST_POLL) < 0 ? pause.multipliedBy(2) : pause;
        return poll(pause)
                .flatMapMaybe(
                        done -> sessions.loadedById(store, active.session().id()))
                .filter(loaded -> sessions.isValid(
                        loaded.active().session(), active.session().authority(), Instant.now()))
                .flatMap(loaded -> Objects.equals(loaded.stored(), found.stored())
                        ? renew(loaded, seenAt, next)
                        : renew(loaded, System.nanoTime()));
    }

    /** Replaces the stored text unless another instance has changed it. */
    private Single<Boolean> replace(final Session session, final String before, final String text) {
        return store.replace(session.id(), bytes(before), bytes(text), session.expiresAt());
    }

    private static byte[] bytes(final String sealed) {
        return sealed.getBytes(StandardCharsets.US_ASCII);
    }

    private Single<Boolean> poll(final Duration pause) {
        return RxFuture.completable(() -> vertx.timer(pause.toMillis(), TimeUnit.MILLISECONDS))
                .toSingleDefault(true);
    }

    /** Claims the session before the refresh, because a provider that rotates refresh tokens accepts each token only once. */
    private Maybe<Sessions.Active> claim(final Session session, final String before) {
        return tokens.ready()
                .toSingle(() -> claimNow(session, before))
                .onErrorReturn(error -> release(session, before, error))
                .flatMapMaybe(next -> next);
    }

    private Maybe<Sessions.Active> claimNow(final Session session, final String before) {
        final long begin = System.nanoTime();
        final String own = sessions.sealed(session.claimed(Sessions.now().plus(claim)));
        return replace(session, before, own)
                // An instance that was frozen meanwhile does not use the token: its claim may end before the response.
                .map(isOwn -> isOwn && System.nanoTime() - begin < callLimit.toNanos())
                .flatMapMaybe(isOwn -> isOwn ? renewClaimed(session, own) : again(session));
    }

    private Maybe<Sessions.Active> renewClaimed(final Session session, final String own) {
        return sessions.renewed(session)
                .map(renewed -> keepInStore(renewed, own))
                .onErrorReturn(error -> error instanceof final ProviderRefusalException refusal
                        ? refused(session, own, refusal)
                        : release(session, own, error))
                .flatMapMaybe(next -> next);
    }

    private Maybe<Sessions.Active> refused(
            final Session session, final String own, final ProviderRefusalException refusal) {
        LOGGER.info(Sessions.ENDED, refusal.getMessage());
        return store.replace(session.id(), bytes(own), new byte[0], Instant.now())
                .flatMapMaybe(isOwn ->
                        isOwn ? sessions.end(session).andThen(Maybe.<Sessions.Active>empty()) : again(session));
    }

    /** Ends a claim without new tokens. All instances keep using the session until one of them tries again. */
    private Maybe<Sessions.Active> release(final Session session, final String own, final Throwable error) {
        final Session failing = Sessions.failing(session, error);
        return replace(failing, own, sessions.sealed(failing))
                .onErrorReturn(away -> {
                    sessions.remember(failing);
                    return true;
                })
                .flatMapMaybe(isOwn -> isOwn ? sessions.goingOn(failing) : again(session));
    }

    /** Continues with the session that another instance has stored; empty if it was deleted. */
    private Maybe<Sessions.Active> again(final Session session) {
        return sessions.loadedById(store, session.id())
                .filter(found -> sessions.isValid(found.active().session(), session.authority(), Instant.now()))
                .flatMap(found -> renew(found, System.nanoTime()));
    }

    private Maybe<Sessions.Active> keepInStore(final Session session, final String own) {
        final Sessions.Active active = sessions.activate(session);
        if (active == null) {
            return sessions.end(session).andThen(Maybe.empty());
        }
        final long begin = System.nanoTime();
        return replace(session, own, sessions.sealed(session))
                // The provider gives these tokens only once.
                .retryWhen(errors -> errors.concatMapSingle(
                        error -> System.nanoTime() - begin < callLimit.toNanos() ? poll(POLL) : Single.error(error)))
                .onErrorReturn(error -> {
                    LOGGER.warn(
                            "The refreshed tokens of a session are only in memory, because they could not be stored: {}",
                            error.getMessage());
                    sessions.remember(session);
                    return true;
                })
                .flatMapMaybe(isOwn -> isOwn ? Maybe.just(active) : again(session));
    }
}
