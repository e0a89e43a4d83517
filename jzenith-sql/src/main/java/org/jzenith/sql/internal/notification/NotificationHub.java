package org.jzenith.sql.internal.notification;

import io.reactivex.Flowable;
import io.reactivex.internal.subscriptions.EmptySubscription;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.driver.ChannelProtocol;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.internal.connection.Connector;
import org.jzenith.sql.internal.connection.DatabaseConnection;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.jzenith.sql.notification.SqlNotification;
import org.reactivestreams.Subscriber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to the notifications of one database, on one connection for all channels and subscribers. The connection is opened for the
 * first subscriber and closed after the last one. If it is lost, another one is opened, after growing pauses, until that succeeds. A
 * statement is sent on it at regular times, because a connection that only listens would not notice that its server is gone.
 *
 * <p>All state but {@code closed} belongs to one event loop.
 */
public final class NotificationHub {

    private static final Logger LOGGER = LoggerFactory.getLogger(NotificationHub.class);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final String PROBE = "SELECT 1";

    private final Connector connector;
    private final EventLoopContext context;
    private final Supplier<EventLoopContext> callers;
    private final long queryNanos;
    private final long probeMillis;
    private final long longestPauseMillis;
    private final Map<String, ChannelSubscribers> channels = new HashMap<>();
    private @Nullable DatabaseConnection connection;
    private Future<?> ending = Future.succeededFuture();
    private boolean connecting;
    private volatile boolean closed;
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    /**
     * Prepares to listen without opening a connection.
     *
     * @param context the event loop of the connection
     * @param callers returns the event loop of the caller; any for callers that have none
     */
    public NotificationHub(
            final Connector connector,
            final EventLoopContext context,
            final Supplier<EventLoopContext> callers,
            final SqlConfiguration settings) {
        this.connector = connector;
        this.context = context;
        this.callers = callers;
        this.queryNanos = settings.queryTimeout().toNanos();
        this.probeMillis = Math.max(1, settings.queryTimeout().toMillis());
        this.longestPauseMillis = settings.connectRetryInterval().toMillis();
    }

    private static final class ChannelSubscribers {

        private final Set<NotificationQueue> subscribers = new LinkedHashSet<>();
        private boolean listening;
    }

    /** Returns the notifications of a channel; throws if the database has none. */
    public Flowable<SqlNotification> notifications(final String channel) {
        final String refusal = protocol().refusal(channel);
        return refusal == null
                ? new Flowable<>() {
                    @Override
                    protected void subscribeActual(final Subscriber<? super SqlNotification> downstream) {
                        if (closed) {
                            // Its event loop may have ended.
                            EmptySubscription.complete(downstream);
                            return;
                        }
                        final NotificationQueue queue = new NotificationQueue(
                                channel, downstream, callers.get(), NotificationHub.this::unsubscribe);
                        downstream.onSubscribe(queue);
                        context.runUnlessTerminated(() -> add(queue));
                    }
                }
                : Flowable.error(SqlErrors.invalidChannel(refusal));
    }

    private ChannelProtocol protocol() {
        final ChannelProtocol protocol = connector.driver().channels();
        if (protocol == null) {
            throw new UnsupportedOperationException(
                    "The database of " + connector.driver().prefix()
                            + " has no notifications, so notifications(..) cannot be used with it.");
        }
        return protocol;
    }

    private void unsubscribe(final NotificationQueue queue) {
        context.runUnlessTerminated(() -> remove(queue));
    }

    private void add(final NotificationQueue queue) {
        if (closed) {
            queue.end();
        } else if (!queue.isCancelled()) {
            final String name = queue.channel();
            final ChannelSubscribers present = channels.get(name);
            final ChannelSubscribers channel = present == null ? new ChannelSubscribers() : present;
            channel.subscribers.add(queue);
            if (channel.listening) {
                queue.add(new SqlNotification.Missed(name));
            }
            if (present == null) {
                channels.put(name, channel);
                start(name, channel);
            }
        }
    }

    private void remove(final NotificationQueue queue) {
        final ChannelSubscribers channel = channels.get(queue.channel());
        if (channel == null || !channel.subscribers.remove(queue) || !channel.subscribers.isEmpty()) {
            return;
        }
        channels.remove(queue.channel());
        final DatabaseConnection open = connection;
        if (open != null && channels.isEmpty()) {
            close(open);
        } else if (open != null) {
            send(open, protocol().unlisten(queue.channel()));
        }
    }

    private void start(final String name, final ChannelSubscribers channel) {
        final DatabaseConnection open = connection;
        if (open != null) {
            listen(open, Map.of(name, channel));
        } else if (!connecting) {
            connect();
        }
    }

    private void connect() {
        connecting = true;
        connector.connect(context).onComplete(result -> {
            connecting = false;
            if (result.failed()) {
                retry(result.cause());
            } else if (closed || channels.isEmpty()) {
                close(result.result());
            } else {
                use(result.result());
                if (connector.isPaused()) {
                    replace();
                }
            }
        });
    }

    /** Closes the connection and opens another one, after which the subscribers learn that they may have missed notifications. */
    public void reconnect() {
        context.run(this::replace);
    }

    private void replace() {
        final DatabaseConnection open = connection;
        if (open != null) {
            close(open);
            channels.values().forEach(channel -> channel.listening = false);
            connect();
        }
    }

    private void use(final DatabaseConnection opened) {
        connection = opened;
        final long probe = context.setPeriodic(probeMillis, () -> send(opened, PROBE));
        opened.closed().onComplete(gone -> {
            context.cancelTimer(probe);
            lost(opened);
        });
        protocol().receive(opened.commandConnection().sqlConnection(), this::received);
        listen(opened, Map.copyOf(channels));
    }

    /** A connection that is not in use any more has been replaced or closed before. */
    private void lost(final DatabaseConnection gone) {
        if (connection == gone) {
            connection = null;
            channels.values().forEach(channel -> channel.listening = false);
            retry(SqlErrors.unavailable("the connection to " + connector.server() + " was closed"));
        }
    }

    private void retry(final Throwable reason) {
        if (closed || channels.isEmpty()) {
            return;
        }
        if (pauseMillis == FIRST_PAUSE_MILLIS) {
            LOGGER.warn(
                    "Notifications of {} are being missed: {}. jZenith reconnects.",
                    connector.server(),
                    LogText.escape(String.valueOf(reason.getMessage())));
        }
        connecting = true;
        context.setTimer(pauseMillis, () -> {
            connecting = false;
            if (!closed && !channels.isEmpty()) {
                connect();
            }
        });
        pauseMillis = Math.min(2 * pauseMillis, longestPauseMillis);
    }

    private void listen(final DatabaseConnection open, final Map<String, ChannelSubscribers> started) {
        final String statements =
                started.keySet().stream().map(protocol()::listen).collect(Collectors.joining("; "));
        send(open, statements).onSuccess(done -> {
            if (connection == open) {
                pauseMillis = FIRST_PAUSE_MILLIS;
                started.forEach((name, channel) -> {
                    channel.listening = true;
                    channel.subscribers.forEach(each -> each.add(new SqlNotification.Missed(name)));
                });
            }
        });
    }

    /** Sends a statement; if it fails, the connection is replaced. */
    private Future<?> send(final DatabaseConnection open, final String sql) {
        return open.run(
                        sql,
                        null,
                        context.promise(),
                        queryNanos,
                        commands -> commands.sqlConnection().query(sql).execute())
                .onFailure(error -> open.close());
    }

    private void received(final String name, final String payload) {
        final ChannelSubscribers channel = channels.get(name);
        if (channel != null && channel.listening) {
            final SqlNotification received = new SqlNotification.Received(name, payload);
            channel.subscribers.forEach(each -> each.add(received));
        }
    }

    private void close(final DatabaseConnection open) {
        connection = null;
        final Future<Void> closing = open.close();
        ending = ending.isComplete() ? closing : Future.join(ending, closing);
    }

    /** Completes all streams, and closes the connection. */
    public Future<Void> close() {
        final Promise<Void> done = context.promise();
        closed = true;
        context.runLater(() -> {
            channels.values().forEach(channel -> channel.subscribers.forEach(NotificationQueue::end));
            channels.clear();
            final DatabaseConnection open = connection;
            if (open != null) {
                close(open);
            }
            ending.<Void>mapEmpty().onComplete(done);
        });
        return done.future();
    }
}
