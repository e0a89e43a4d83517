package org.jzenith.redis.internal.message;

import io.reactivex.FlowableEmitter;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.message.RedisMessage;

/** Gets its messages on the event loop and in the request's context of the subscription. */
record MessageSubscriber(
        FlowableEmitter<RedisMessage> emitter,
        EventLoopContext context,
        @Nullable ContextSnapshot snapshot) {

    void deliver(final RedisMessage message) {
        context.runUnlessTerminated(() -> ContextSnapshot.runIn(snapshot, () -> emitter.onNext(message)));
    }

    void fail(final RedisException error) {
        context.runUnlessTerminated(() -> ContextSnapshot.runIn(snapshot, () -> emitter.tryOnError(error)));
    }

    void end() {
        context.runUnlessTerminated(() -> ContextSnapshot.runIn(snapshot, emitter::onComplete));
    }
}
