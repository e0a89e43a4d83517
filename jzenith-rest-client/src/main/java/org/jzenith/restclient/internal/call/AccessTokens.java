package org.jzenith.restclient.internal.call;

import io.reactivex.Single;
import io.reactivex.SingleEmitter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.restclient.response.AccessTokenException;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteCallException;

/**
 * The access token of a client. It is fetched when it is needed first, once for all who wait, and renewed before it expires, while the calls
 * go on with the old one. Safe for use by many threads.
 */
final class AccessTokens {

    /** The time after a failed fetch, and between two tokens that the service has refused, in which nothing is fetched. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    /** The time before its expiry at which a token is renewed, or a quarter of its lifetime if that is shorter. */
    private static final long MARGIN = TimeUnit.SECONDS.toNanos(30);

    private final Vertx vertx;
    private final String stage;
    private final Supplier<Future<Issued>> endpoint;
    private final CallFailureLog log;
    private final int mostWaiting;
    private final Throwable full;
    private volatile @Nullable Token kept;

    /** Guarded by this, as all that follows. */
    private boolean running;

    private final Set<Handler<AsyncResult<Token>>> waiting = new LinkedHashSet<>();
    private @Nullable Token dropped;
    private @Nullable Throwable failure;
    private long failedAt;
    private @Nullable Long replacedAt;

    /**
     * The response of the token endpoint.
     *
     * @param text the token
     * @param lifetime from the request on
     */
    record Issued(String text, Duration lifetime) {

        /** Without the token, which is a secret. */
        @Override
        public String toString() {
            return "a token for " + lifetime;
        }
    }

    /** A token; its times are those of {@link System#nanoTime}. */
    static final class Token {

        private final String text;
        private final long renewal;
        private final long expiry;

        private Token(final Issued issued, final long askedAt) {
            final long lifetime = issued.lifetime().toNanos();
            this.text = issued.text();
            this.expiry = askedAt + lifetime;
            this.renewal = expiry - Math.min(MARGIN, lifetime / 4);
        }

        String text() {
            return text;
        }
    }

    /**
     * Creates a client without a token.
     *
     * @param stage names the waiting in the responses of requests whose deadline passes
     * @param endpoint asks for a token; its failures have the reason as their message
     * @param log gets the calls that fail without a token
     * @param mostWaiting the number of calls that wait for a token; more fail
     */
    AccessTokens(
            final Vertx vertx,
            final String stage,
            final Supplier<Future<Issued>> endpoint,
            final CallFailureLog log,
            final int mostWaiting) {
        this.vertx = vertx;
        this.stage = stage;
        this.endpoint = endpoint;
        this.log = log;
        this.mostWaiting = mostWaiting;
        this.full = new IllegalStateException(mostWaiting + " calls wait for an access token");
    }

    /**
     * Returns the token for a call. It arrives on the thread of the caller, or on its event loop. A caller that leaves does not end the
     * fetch, which others wait for.
     *
     * @param call the call in messages
     * @return fails with an {@link AccessTokenException}, or with a {@link CallRejectedException} if too many calls wait
     */
    Single<Token> get(final String call) {
        return Single.defer(() -> {
            final Token known = kept;
            return known != null && System.nanoTime() - known.renewal < 0 ? Single.just(known) : awaited(call);
        });
    }

    private Single<Token> awaited(final String call) {
        return Single.create(emitter -> {
            final CallerContext caller = CallerContext.capture(vertx);
            final Handler<AsyncResult<Token>> waiter = result -> caller.run(() -> pass(result, call, emitter));
            final AsyncResult<Token> known = knownOrAwaited(waiter);
            if (known != null) {
                pass(known, call, emitter);
                return;
            }
            emitter.setCancellable(() -> {
                leave(waiter);
                RequestContext.currentDisposedIn(stage);
            });
        });
    }

    private void pass(final AsyncResult<Token> result, final String call, final SingleEmitter<Token> emitter) {
        if (result.succeeded()) {
            emitter.onSuccess(result.result());
            return;
        }
        final String reason = String.valueOf(result.cause().getMessage());
        final RemoteCallException failed = result.cause() == full
                ? new CallRejectedException(call, reason, Duration.ofNanos(PAUSE))
                : new AccessTokenException(call, reason);
        if (emitter.tryOnError(failed)) {
            log.add(failed);
        }
    }

    /**
     * Returns the valid token, if there is one, while a fetch is running or has failed.
     *
     * @param waiter is called at the end of the fetch if the result is null
     */
    private synchronized @Nullable AsyncResult<Token> knownOrAwaited(final Handler<AsyncResult<Token>> waiter) {
        final long now = System.nanoTime();
        if (!running && !isPausing(now)) {
            running = true;
            endpoint.get().map(issued -> new Token(issued, now)).onComplete(this::ended);
        }
        final Token known = kept;
        if (known != null && now - known.expiry < 0) {
            return Future.succeededFuture(known);
        }
        if (!running) {
            return Future.failedFuture(failure);
        }
        if (waiting.size() >= mostWaiting) {
            return Future.failedFuture(full);
        }
        waiting.add(waiter);
        return null;
    }

    private boolean isPausing(final long now) {
        return failure != null && now - failedAt < PAUSE;
    }

    private synchronized void leave(final Handler<AsyncResult<Token>> waiter) {
        waiting.remove(waiter);
    }

    private void ended(final AsyncResult<Token> result) {
        final List<Handler<AsyncResult<Token>>> ready;
        final AsyncResult<Token> outcome;
        synchronized (this) {
            final long now = System.nanoTime();
            final Token before = dropped;
            running = false;
            dropped = null;
            failure = result.cause();
            failedAt = now;
            if (result.succeeded()) {
                kept = result.result();
            } else if (before != null) {
                kept = before;
            }
            final Token known = kept;
            outcome = known != null && now - known.expiry < 0 ? Future.succeededFuture(known) : result;
            ready = List.copyOf(waiting);
            waiting.clear();
        }
        ready.forEach(each -> each.handle(outcome));
    }

    /**
     * Drops a token that the service has refused until the next fetch fails. It is kept if one was dropped or a fetch failed in the last
     * second: a service that refuses every token must not make each of its calls fetch one.
     *
     * @return true if there may be another token
     */
    synchronized boolean isReplaced(final Token refused) {
        if (kept != refused) {
            return true;
        }
        final long now = System.nanoTime();
        if (isPausing(now) || (replacedAt != null && now - replacedAt < PAUSE)) {
            return false;
        }
        replacedAt = now;
        dropped = refused;
        kept = null;
        return true;
    }
}
