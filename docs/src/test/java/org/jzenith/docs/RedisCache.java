package org.jzenith.docs;

import io.reactivex.Single;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;

/** A cache whose commands are in metrics, in traces and on the operators' page. */
final class RedisCache {

    private final @Nullable WorkEmitter events;
    private final Function<String, Single<String>> redis;

    @Inject
    RedisCache(final Observers observers, final Function<String, Single<String>> redis) {
        this.events = observers.ofWork("redis");
        this.redis = redis;
    }

    // region operation
    Single<String> get(final String key) {
        return events == null
                ? redis.apply(key)
                : Single.defer(() -> observedGet(events, key));
    }

    private Single<String> observedGet(
            final WorkEmitter emitter, final String key) {
        final Operation get = Operation.of(
                Operation.Role.CALL,
                "redis",
                "redis.cache",
                "GET",
                RequestContext.current(),
                List.of(new Attribute("db.system.name", "redis")));
        final long began = System.nanoTime();
        emitter.begun(get);
        return redis.apply(key)
                .doOnSuccess(value ->
                        end(emitter, get, WorkEvent.Status.COMPLETED, began, null))
                .doOnError(error ->
                        end(emitter, get, WorkEvent.Status.FAILED, began, error))
                .doOnDispose(() ->
                        end(emitter, get, WorkEvent.Status.DISPOSED, began, null));
    }

    private static void end(
            final WorkEmitter emitter,
            final Operation get,
            final WorkEvent.Status status,
            final long began,
            final @Nullable Throwable error) {
        final Duration duration = Duration.ofNanos(System.nanoTime() - began);
        emitter.ended(get, status, duration, error, List.of());
    }
    // endregion
}
