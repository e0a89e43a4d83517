package org.jzenith.restclient.internal.call;

import io.reactivex.Single;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.restclient.response.AccessTokenException;

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
    private volatile @Nullable Token kept;

    /** Guarded by this, as all that follows. */
    private @Nullable Future<Token> running;

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
     */
    AccessTokens(
            final Vertx vertx, final String stage, final Supplier<Future<Issued>> endpoint, final CallFailureLog log) {
        this.vertx = vertx;
        this.stage = stage;
        this.endpoint = endpoint;
        this.log = log;
    }

    /**
     * Returns the token for a call. It arrives on the thread of the caller, or on its event loop. A caller that leaves does not end the
     * fetch, which others wait for.
     *
     * @param call the call in messages
     * @return fails with an {@link AccessTokenException}
     */
    Single<Token> get(final String call) {
        return Single.defer(() -> {
            final Token known = kept;
            return known != null && System.nanoTime() - known.renewal < 0
                    ? Single.just(known)
                    : awaited(current(), call);
        });
    }

    private Single<Token> awaited(final Future<Token> token, final String call) {
        if (token.succeeded()) {
            return Single.just(token.result());
        }
        return Single.create(emitter -> {
            final Context context = vertx.getOrCreateContext();
            final ContextSnapshot snapshot = ContextSnapshot.capture();
            emitter.setCancellable(() -> RequestContext.currentDisposedIn(stage));
            token.onComplete(result -> context.runOnContext(none -> ContextSnapshot.runIn(snapshot, () -> {
                if (result.succeeded()) {
                    emitter.onSuccess(result.result());
                } else {
                    final AccessTokenException failed = new AccessTokenException(
                            call, String.valueOf(result.cause().getMessage()));
                    if (emitter.tryOnError(failed)) {
                        log.add(failed);
                    }
                }
            })));
        });
    }

    /** Returns the valid token, if there is one, while a fetch is running or has failed. */
    private synchronized Future<Token> current() {
        final long now = System.nanoTime();
        final Throwable failed = failure;
        final boolean isPausing = failed != null && now - failedAt < PAUSE;
        final Future<Token> fetched = running != null ? running : isPausing ? Future.failedFuture(failed) : fetch(now);
        final Token known = kept;
        return known != null && now - known.expiry < 0 ? Future.succeededFuture(known) : fetched;
    }

    private Future<Token> fetch(final long now) {
        final Promise<Token> promise = Promise.promise();
        running = promise.future();
        endpoint.get().map(issued -> new Token(issued, now)).onComplete(result -> {
            ended(result);
            promise.handle(result);
        });
        return promise.future();
    }

    private synchronized void ended(final AsyncResult<Token> result) {
        running = null;
        failure = result.cause();
        if (result.succeeded()) {
            kept = result.result();
        } else {
            failedAt = System.nanoTime();
        }
    }

    /**
     * Drops a token that the service has refused, unless one was dropped in the last second: a service that refuses every token must not
     * make each of its calls fetch one.
     *
     * @return true if the call can be sent again with another token
     */
    synchronized boolean isReplaced(final Token refused) {
        if (kept != refused) {
            return true;
        }
        final long now = System.nanoTime();
        if (replacedAt != null && now - replacedAt < PAUSE) {
            return false;
        }
        replacedAt = now;
        kept = null;
        return true;
    }
}
