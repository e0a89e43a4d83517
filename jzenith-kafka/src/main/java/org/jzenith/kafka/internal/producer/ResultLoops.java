package org.jzenith.kafka.internal.producer;

import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.vertx.EventLoopContext;

/** The event loops of the application, to which results return. Safe for use by many threads. */
final class ResultLoops {

    private final Vertx vertx;
    private final IdentityHashMap<EventLoop, ResultLoop> byEventLoop = new IdentityHashMap<>();
    private final List<ResultLoop> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    ResultLoops(final Vertx vertx) {
        this.vertx = vertx;
        for (final EventLoopContext context : EventLoopContext.onEach(vertx)) {
            final ResultLoop loop = new ResultLoop(context);
            byEventLoop.put(context.eventLoop(), loop);
            loops.add(loop);
        }
    }

    /** Returns the event loop of the caller; each in turn for callers that have none. */
    ResultLoop callers() {
        final Context context = Vertx.currentContext();
        final ResultLoop own = context == null || context.owner() != vertx
                ? null
                : byEventLoop.get(EventLoopContext.eventLoopOf(context));
        return own == null ? loops.get(Math.floorMod(next.getAndIncrement(), loops.size())) : own;
    }
}
