package org.jzenith.redis.internal.message;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Flowable;
import io.reactivex.exceptions.MissingBackpressureException;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisOverloadedException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.RedisConnection;
import org.jzenith.redis.internal.connection.RedisConnections;
import org.jzenith.redis.internal.protocol.Arguments;
import org.jzenith.redis.internal.protocol.ErrorReply;
import org.jzenith.redis.message.RedisMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribes to channels, on one connection for all channels and subscribers. It is opened for the first subscriber and closed after the
 * last one. If it is lost, another one is opened, after growing pauses, until one lasts. A PING at regular times finds a server that
 * does not answer any more.
 *
 * <p>All state but {@code closed} belongs to one event loop.
 */
public final class MessageHub {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.redis");
    private static final int MOST_WAITING = 4_096;
    private static final Arguments PING = Arguments.of("PING", Integer.MAX_VALUE);

    private final RedisConnections connections;
    private final EventLoopContext context;
    private final Duration probeInterval;
    private final ReconnectPauses pauses;
    private final int maxValueSize;
    private final ArrayDeque<String> asked = new ArrayDeque<>();
    private final Map<String, MessageChannel> channels = new HashMap<>();
    private @Nullable RedisConnection connection;
    private boolean connecting;
    private boolean alive;
    private volatile boolean closed;

    /** Prepares to subscribe without opening a connection. */
    public MessageHub(final RedisConnections connections, final RedisConfiguration settings) {
        this.connections = connections;
        this.context = connections.callersContext();
        this.probeInterval = settings.commandTimeout();
        this.pauses = new ReconnectPauses(settings.connectRetryInterval());
        this.maxValueSize = settings.maxValueSize().toInt();
    }

    private static final class MessageChannel {

        private final Arguments subscribe;
        private final Set<MessageSubscriber> subscribers = new LinkedHashSet<>();
        private boolean subscribed;

        MessageChannel(final Arguments subscribe) {
            this.subscribe = subscribe;
        }
    }

    /** Returns the messages of a channel. */
    public Flowable<RedisMessage> messages(final String channel) {
        return Flowable.<RedisMessage>create(
                        emitter -> {
                            final Arguments subscribe = Arguments.of("SUBSCRIBE", maxValueSize, channel);
                            final MessageSubscriber subscriber = new MessageSubscriber(
                                    emitter, connections.callersContext(), ContextSnapshot.capture());
                            emitter.setCancellable(
                                    () -> context.runUnlessTerminated(() -> remove(channel, subscriber)));
                            if (closed) {
                                // Its event loop may have ended.
                                emitter.onComplete();
                            } else {
                                context.runUnlessTerminated(() -> add(channel, subscribe, subscriber));
                            }
                        },
                        BackpressureStrategy.MISSING)
                .onBackpressureBuffer(MOST_WAITING)
                .onErrorResumeNext(error -> {
                    return Flowable.error(
                            error instanceof MissingBackpressureException
                                    ? new RedisOverloadedException(
                                            "SUBSCRIBE",
                                            "the subscriber is too slow: " + MOST_WAITING + " messages wait")
                                    : error);
                });
    }

    private void add(final String name, final Arguments subscribe, final MessageSubscriber subscriber) {
        if (closed) {
            subscriber.end();
        } else if (!subscriber.emitter().isCancelled()) {
            final MessageChannel present = channels.get(name);
            final MessageChannel channel = present == null ? new MessageChannel(subscribe) : present;
            channel.subscribers.add(subscriber);
            if (channel.subscribed) {
                subscriber.deliver(new RedisMessage.Missed(name));
            }
            if (present == null) {
                channels.put(name, channel);
                if (connection != null) {
                    subscribe(connection, name, channel);
                } else if (!connecting) {
                    connect();
                }
            }
        }
    }

    private void remove(final String name, final MessageSubscriber subscriber) {
        final MessageChannel channel = channels.get(name);
        if (channel == null || !channel.subscribers.remove(subscriber) || !channel.subscribers.isEmpty()) {
            return;
        }
        channels.remove(name);
        final RedisConnection open = connection;
        if (open != null && channels.isEmpty()) {
            connection = null;
            pauses.lost();
            open.close();
        } else if (open != null) {
            send(open, Arguments.of("UNSUBSCRIBE", maxValueSize, name));
        }
    }

    private void connect() {
        connecting = true;
        connections.connector().reconnect(context).onComplete(result -> {
            connecting = false;
            if (result.failed()) {
                retry(String.valueOf(result.cause().getMessage()));
            } else if (closed || channels.isEmpty()) {
                result.result().close();
            } else {
                use(result.result());
            }
        });
    }

    private void use(final RedisConnection opened) {
        connection = opened;
        pauses.opened();
        alive = true;
        opened.receive(this::received);
        final long probe = context.setPeriodic(Math.max(1, probeInterval.toMillis()), () -> probe(opened));
        opened.closed().onSuccess(reason -> {
            context.cancelTimer(probe);
            if (connection == opened) {
                connection = null;
                channels.values().forEach(each -> each.subscribed = false);
                pauses.lost();
                retry(reason);
            }
        });
        asked.clear();
        channels.forEach((name, channel) -> subscribe(opened, name, channel));
    }

    private void probe(final RedisConnection opened) {
        if (alive) {
            alive = false;
            send(opened, PING);
        } else {
            opened.lost("the server does not answer");
        }
    }

    private void subscribe(final RedisConnection open, final String name, final MessageChannel channel) {
        asked.add(name);
        send(open, channel.subscribe);
    }

    private void retry(final String reason) {
        if (closed || channels.isEmpty()) {
            return;
        }
        if (pauses.isFirst()) {
            LOGGER.warn(
                    "Messages from Redis at {} are missed until jZenith has reconnected: {}.",
                    connections.connector().server(),
                    LogText.escape(reason));
        }
        connecting = true;
        context.setTimer(pauses.next(), () -> {
            connecting = false;
            if (!closed && !channels.isEmpty()) {
                connect();
            }
        });
    }

    private static void send(final RedisConnection open, final Arguments command) {
        final Buffer encoded = Buffer.buffer();
        command.encode(encoded);
        open.push(encoded);
    }

    private void received(final @Nullable Object reply) {
        alive = true;
        if (reply instanceof final ErrorReply error) {
            refused(asked.poll(), error.toException("SUBSCRIBE"));
            return;
        }
        if (!(reply instanceof final List<?> parts) || parts.size() != 3 || !(parts.get(1) instanceof byte[] named)) {
            return;
        }
        final String name = new String(named, StandardCharsets.UTF_8);
        final MessageChannel channel = channels.get(name);
        final String kind = parts.get(0) instanceof final byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
        if (kind.equals("subscribe")) {
            asked.poll();
        }
        if (channel != null && kind.equals("subscribe")) {
            channel.subscribed = true;
            channel.subscribers.forEach(each -> each.deliver(new RedisMessage.Missed(name)));
        } else if (channel != null && kind.equals("message") && parts.get(2) instanceof final byte[] payload) {
            final RedisMessage message = new RedisMessage.Received(name, Buffer.buffer(payload));
            channel.subscribers.forEach(each -> each.deliver(message));
        }
    }

    private void refused(final @Nullable String name, final RedisException error) {
        final MessageChannel channel = name == null ? null : channels.remove(name);
        if (channel != null) {
            channel.subscribers.forEach(each -> each.fail(error));
        }
    }

    /** Completes all streams; the connection is closed with the others. */
    public void close() {
        closed = true;
        context.runUnlessTerminated(() -> {
            channels.values().forEach(channel -> channel.subscribers.forEach(MessageSubscriber::end));
            channels.clear();
        });
    }
}
