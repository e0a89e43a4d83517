package org.jzenith.redis.internal.connection;

import io.vertx.core.Future;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisOverloadedException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the commands of one event loop on one connection. A lost connection is replaced at once, and after growing pauses if that fails;
 * meanwhile commands fail at once.
 */
final class RedisPipeline {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.redis");
    private static final int VALUES_IN_FLIGHT = 4;

    private final RedisConnector connector;
    private final EventLoopContext context;
    private final RedisConfiguration settings;
    private final long mostBytes;
    private volatile @Nullable RedisConnection current;
    private volatile @Nullable String reason;
    private volatile boolean closing;
    private boolean opening;
    private final ReconnectPauses pauses;
    private final AtomicLong reconnects = new AtomicLong();

    RedisPipeline(final RedisConnector connector, final EventLoopContext context, final RedisConfiguration settings) {
        this.connector = connector;
        this.context = context;
        this.settings = settings;
        this.pauses = new ReconnectPauses(settings.connectRetryInterval());
        this.mostBytes = VALUES_IN_FLIGHT * settings.maxValueSize().bytes();
    }

    EventLoopContext context() {
        return context;
    }

    /** Returns the number of commands without a reply; on other threads it may be out of date. */
    int load() {
        final RedisConnection open = current;
        return open == null ? 0 : open.load();
    }

    long reconnects() {
        return reconnects.get();
    }

    /** Opens the first connection. */
    Future<Void> open() {
        return open(connector.connect(context));
    }

    private Future<Void> open(final Future<RedisConnection> connecting) {
        opening = true;
        return connecting.transform(result -> {
            opening = false;
            if (result.failed()) {
                reason = result.cause().getMessage();
                return Future.failedFuture(result.cause());
            }
            use(result.result());
            return Future.succeededFuture();
        });
    }

    /** Returns the error of a command that cannot be sent now, because the server does not answer; null if it can. */
    @Nullable
    RedisException refusal(final String command) {
        final RedisConnection open = current;
        return open == null || open.isDemoted()
                ? new RedisUnavailableException(
                        command,
                        "Redis at " + connector.server() + " does not answer: "
                                + (open == null ? reason : "the server is a replica"))
                : null;
    }

    private void use(final RedisConnection opened) {
        if (closing) {
            opened.close();
            return;
        }
        current = opened;
        pauses.opened();
        opened.closed().onSuccess(why -> {
            current = null;
            reason = why;
            pauses.lost();
            if (!closing) {
                if (pauses.isFirst()) {
                    LOGGER.warn(
                            "The connection to Redis at {} is lost: {}. Commands fail until Redis responds.",
                            connector.server(),
                            LogText.escape(why));
                }
                replace();
            }
        });
    }

    /** Opens the first connection later, again and again; until then commands fail at once. */
    void openLater(final String why) {
        context.run(() -> {
            reason = why;
            replace();
        });
    }

    /** Opens a connection after a pause, again and again. The pauses grow until a connection lasts. */
    void replace() {
        if (opening || closing) {
            return;
        }
        opening = true;
        context.setTimer(pauses.next(), () -> {
            if (!closing) {
                final String before = reason;
                open(connector.reconnect(context))
                        .onSuccess(done -> {
                            reconnects.incrementAndGet();
                            LOGGER.info("Redis at {} answers now.", connector.server());
                        })
                        .onFailure(error -> {
                            report(error, before);
                            replace();
                        });
            }
        });
    }

    /** Warns once of a server that is there, but refuses the user or is not supported: it does not mend itself. */
    private void report(final Throwable error, final @Nullable String before) {
        if (RedisConnections.isAway(error) || Objects.equals(before, error.getMessage())) {
            LOGGER.debug("Redis does not answer yet.", error);
        } else {
            LOGGER.warn(
                    "Redis at {} cannot be used: {}. Commands fail until Redis can be used.",
                    connector.server(),
                    LogText.escape(String.valueOf(error.getMessage())));
        }
    }

    /** Runs a command; called on any thread. */
    void submit(final Command<?> command) {
        if (closing) {
            command.fail(new RedisUnavailableException(command.name(), "the application stops"));
        } else if (context.isInThread()) {
            accept(command);
        } else {
            context.runLater(() -> accept(command));
        }
    }

    private void accept(final Command<?> command) {
        final RedisConnection open = current;
        final RedisException refusal = refusal(command.name());
        if (open == null || refusal != null) {
            refuse(command, Objects.requireNonNull(refusal));
        } else if (open.load() >= settings.maxCommands()) {
            refuse(
                    command,
                    new RedisOverloadedException(
                            command.name(),
                            "as many commands are in flight as redis.max-commands allows (" + settings.maxCommands()
                                    + ")"));
        } else if (open.bytes() + (long) command.arguments().size() > mostBytes) {
            refuse(
                    command,
                    new RedisOverloadedException(
                            command.name(),
                            "the commands in flight have values of " + VALUES_IN_FLIGHT
                                    + " times redis.max-value-size"));
        } else {
            open.send(command);
        }
    }

    /** Later, because a caller that repeats its command at once would not let the event loop connect. */
    private void refuse(final Command<?> command, final RedisException error) {
        context.runUnlessTerminated(() -> command.fail(error));
    }

    void close() {
        closing = true;
    }
}
