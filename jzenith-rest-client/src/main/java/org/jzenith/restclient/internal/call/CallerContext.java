package org.jzenith.restclient.internal.call;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;

/** The event loop and the request of a caller, to which results from elsewhere return. Immutable and safe for use by many threads. */
record CallerContext(
        Context context,
        @Nullable RequestContext request,
        @Nullable ContextSnapshot snapshot) {

    /** Captures what is current on this thread. */
    static CallerContext capture(final Vertx vertx) {
        return new CallerContext(vertx.getOrCreateContext(), RequestContext.current(), ContextSnapshot.capture());
    }

    void run(final Runnable work) {
        context.runOnContext(none -> ContextSnapshot.runIn(snapshot, work));
    }

    /** Returns a result that arrives here, wherever the given one does. */
    <T> Single<T> returned(final Single<T> result) {
        return result.onErrorResumeNext(error -> arrived().andThen(Single.error(error)))
                .flatMap(value -> arrived().andThen(Single.just(value)));
    }

    private Completable arrived() {
        return Completable.create(emitter -> {
            if (Vertx.currentContext() == context && RequestContext.current() == request) {
                emitter.onComplete();
            } else {
                run(emitter::onComplete);
            }
        });
    }
}
