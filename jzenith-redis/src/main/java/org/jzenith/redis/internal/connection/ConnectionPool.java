package org.jzenith.redis.internal.connection;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.RedisOverloadedException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;

/**
 * The connections that one caller at a time has: for transactions and for commands that block. An idle connection stays on its event loop;
 * when all places are taken by idle ones of other event loops, one of them is closed. Guarded by its own monitor.
 */
public final class ConnectionPool {

    private static final int WAITERS_EACH = 16;

    private final RedisConnector connector;
    private final RedisConfiguration.Pool settings;
    private final IdentityHashMap<RedisConnection, EventLoopContext> idle = new IdentityHashMap<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private int places;
    private boolean closed;

    ConnectionPool(final RedisConnector connector, final RedisConfiguration.Pool settings) {
        this.connector = connector;
        this.settings = settings;
        this.places = settings.size();
    }

    private record Waiter(EventLoopContext context, Promise<RedisConnection> promise) {}

    synchronized int used() {
        return settings.size() - places;
    }

    synchronized int waiting() {
        return waiters.size();
    }

    /** Returns a connection on the given event loop, which the caller gives back. */
    public Future<RedisConnection> acquire(final EventLoopContext context, final String command) {
        final Promise<RedisConnection> promise = context.promise();
        final Waiter waiter = new Waiter(context, promise);
        synchronized (this) {
            if (closed) {
                return Future.failedFuture(new RedisUnavailableException(command, "the application stops"));
            }
            if (waiters.size() >= WAITERS_EACH * settings.size()) {
                return Future.failedFuture(new RedisOverloadedException(
                        command,
                        waiters.size() + " callers already wait for a connection (redis.pool.size is " + settings.size()
                                + ")"));
            }
            waiters.add(waiter);
        }
        final long limit = settings.acquireTimeout().toMillis();
        final long timer = context.setTimer(limit, () -> {
            synchronized (this) {
                waiters.remove(waiter);
            }
            promise.tryFail(new RedisOverloadedException(
                    command,
                    "no connection became free within " + limit + " ms (redis.pool.size is " + settings.size() + ")"));
        });
        serve();
        return promise.future().onComplete(done -> context.cancelTimer(timer));
    }

    private void serve() {
        final Waiter first;
        RedisConnection found = null;
        RedisConnection surplus = null;
        synchronized (this) {
            if (places == 0 || waiters.isEmpty() || closed) {
                return;
            }
            first = waiters.remove();
            places--;
            for (final Map.Entry<RedisConnection, EventLoopContext> each : idle.entrySet()) {
                if (each.getValue().eventLoop() == first.context().eventLoop()) {
                    found = each.getKey();
                }
                surplus = each.getKey();
            }
            if (found != null) {
                idle.remove(found);
                surplus = null;
            } else if (surplus != null && idle.size() > places) {
                idle.remove(surplus);
            } else {
                surplus = null;
            }
        }
        if (surplus != null) {
            surplus.context().run(surplus::close);
        }
        final Future<RedisConnection> connected = found == null
                ? connector.reconnect(first.context()).onSuccess(this::forgetWhenClosed)
                : Future.succeededFuture(found);
        connected.onComplete(result -> {
            if (result.failed()) {
                releasePlace();
                first.promise().tryFail(RedisConnector.typed(result.cause()));
            } else if (!first.promise().tryComplete(result.result())) {
                release(result.result(), true);
            }
        });
    }

    private void forgetWhenClosed(final RedisConnection connection) {
        connection.closed().onComplete(gone -> {
            synchronized (this) {
                idle.remove(connection);
            }
        });
    }

    private void releasePlace() {
        synchronized (this) {
            places++;
        }
        serve();
    }

    /**
     * Gives a connection back.
     *
     * @param clean false if something may still be in flight on it, so that it is closed
     */
    public void release(final RedisConnection connection, final boolean clean) {
        final boolean kept;
        synchronized (this) {
            kept = clean && !closed && !connection.closed().isComplete();
            if (kept) {
                idle.put(connection, connection.context());
            }
        }
        if (!kept) {
            connection.context().run(connection::close);
        }
        releasePlace();
    }

    synchronized void close() {
        closed = true;
        waiters.forEach(each -> each.promise().tryFail(new RedisUnavailableException("", "the application stops")));
        waiters.clear();
    }
}
