package org.jzenith.redis.internal.connection;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Maybe;
import io.reactivex.MaybeObserver;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.redis.error.InvalidCommandException;
import org.jzenith.redis.error.RedisTimeoutException;
import org.jzenith.redis.error.UnexpectedReplyException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.protocol.Arguments;

/** Runs commands as RxJava's types, and converts values. Safe for use by many threads. */
public final class CommandRunner {

    private static final Object GIVEN_BACK = new Object();

    private final RedisConnections connections;
    private final ObjectMapper mapper;
    private final int maxValueSize;
    private final Duration commandTimeout;
    private final @Nullable WorkEmitter events;
    private final String source;

    /**
     * Creates the runner.
     *
     * @param source the name of the plugin
     */
    public CommandRunner(
            final RedisConnections connections,
            final ObjectMapper mapper,
            final RedisConfiguration settings,
            final Observers observers,
            final String source) {
        this.connections = connections;
        this.mapper = mapper;
        this.maxValueSize = settings.maxValueSize().toInt();
        this.commandTimeout = settings.commandTimeout();
        this.events = observers.ofWork("redis");
        this.source = source;
    }

    /** Returns the connections. */
    public RedisConnections connections() {
        return connections;
    }

    /** Runs a command on a connection that all callers of the event loop share, or on its own if it blocks. */
    public <R> Maybe<R> run(
            final Command.ReplyReader<R> reader, final String name, final @Nullable Object... arguments) {
        return maybe(
                command -> {
                    if (CommandKinds.waitsForOwnChanges(command.arguments())) {
                        command.fail(new InvalidCommandException(
                                command.name(),
                                "it waits for writes on its own connection: use tx.command(..) in transaction(..)"));
                    } else if (CommandKinds.blocks(command.arguments())) {
                        runAlone(command);
                    } else {
                        connections.submit(command);
                    }
                },
                reader,
                () -> check(name, arguments));
    }

    /**
     * Returns a command with its arguments.
     *
     * @throws InvalidCommandException if it cannot be sent
     */
    public Arguments arguments(final String name, final @Nullable Object... arguments) {
        return Arguments.of(name.toUpperCase(Locale.ROOT), maxValueSize, arguments);
    }

    /**
     * Returns a command of a caller with its arguments.
     *
     * @throws InvalidCommandException if it cannot be sent, or would change the connection for later callers
     */
    public Arguments check(final String name, final @Nullable Object... arguments) {
        final Arguments checked = arguments(name, arguments);
        final String refusal = CommandKinds.refusal(checked);
        if (refusal != null) {
            throw new InvalidCommandException(checked.name(), refusal);
        }
        return checked;
    }

    /** Runs a command on a given connection. It is sent with those before and behind it, even if it is disposed first. */
    public <R> Maybe<R> runOn(
            final RedisConnection connection, final Command.ReplyReader<R> reader, final Arguments arguments) {
        return maybe(
                command -> {
                    command.keep();
                    connection.context().run(() -> connection.send(command));
                },
                reader,
                () -> arguments);
    }

    private <R> Maybe<R> maybe(
            final Consumer<Command<R>> sender,
            final Command.ReplyReader<R> reader,
            final Supplier<Arguments> arguments) {
        return new Maybe<>() {
            @Override
            protected void subscribeActual(final MaybeObserver<? super R> observer) {
                final Arguments checked;
                try {
                    checked = arguments.get();
                } catch (final InvalidCommandException error) {
                    Maybe.<R>error(error).subscribe(observer);
                    return;
                }
                sender.accept(new Command<>(checked, reader, observer, events, source));
            }
        };
    }

    private void runAlone(final Command<?> command) {
        connections.acquire(command.name()).onComplete(result -> {
            if (result.failed()) {
                command.fail(RedisConnector.typed(result.cause()));
            } else if (command.isDisposed()) {
                connections.pool().release(result.result(), true);
            } else {
                send(command, result.result());
            }
        });
    }

    /** Sends a command that blocks; its time limit starts when the server should have replied. */
    private void send(final Command<?> command, final RedisConnection connection) {
        final long blocked = CommandKinds.blockMillis(command.arguments());
        final Duration limit = Duration.ofMillis(blocked).plus(commandTimeout);
        final long timer = blocked == 0
                ? -1
                : connection
                        .context()
                        .setTimer(
                                limit.toMillis(), () -> command.fail(new RedisTimeoutException(command.name(), limit)));
        connection.unlimited(true);
        command.whenEnded(answered -> {
            connection.context().cancelTimer(timer);
            connection.unlimited(false);
            connections.pool().release(connection, answered);
        });
        connection.context().run(() -> connection.send(command));
    }

    /** Runs an action with its own connection, which is closed if it is disposed, or leaves a command without a reply. */
    public <R> Single<R> alone(final Function<RedisConnection, Single<R>> action) {
        return Single.defer(() -> {
            final AtomicReference<@Nullable Object> held = new AtomicReference<>();
            final boolean[] ended = {false};
            return RxFuture.single(
                            () -> connections.acquire("MULTI"),
                            connection -> connections.pool().release(connection, true))
                    .flatMap(connection -> {
                        if (held.compareAndSet(null, connection)) {
                            return Single.defer(() -> action.apply(connection));
                        }
                        connections.pool().release(connection, true);
                        return Single.never();
                    })
                    .doOnEvent((result, error) -> ended[0] = true)
                    .doFinally(() -> {
                        if (held.getAndSet(GIVEN_BACK) instanceof final RedisConnection connection) {
                            connections.pool().release(connection, ended[0] && connection.load() == 0);
                        }
                    });
        });
    }

    /** Returns a value as it is sent: texts, numbers and bytes as they are, all else as JSON. */
    public Object encode(final String command, final @Nullable Object value) {
        if (value instanceof String || value instanceof byte[] || value instanceof Buffer || value instanceof Number) {
            return value;
        }
        if (value == null) {
            throw new InvalidCommandException(command, "the value is null");
        }
        try {
            return mapper.writeValueAsBytes(value);
        } catch (final JsonProcessingException e) {
            throw new InvalidCommandException(
                    command,
                    "a " + value.getClass().getName() + " cannot be written as JSON: "
                            + e.getClass().getSimpleName());
        }
    }

    /** Reads a value as a class; the opposite of {@link #encode}. */
    public <T> T decode(final String command, final byte[] value, final Class<T> type) {
        if (type == String.class) {
            return type.cast(new String(value, StandardCharsets.UTF_8));
        }
        if (type == byte[].class) {
            return type.cast(value);
        }
        if (type == Buffer.class) {
            return type.cast(Buffer.buffer(value));
        }
        final T read;
        try {
            read = mapper.readValue(value, type);
        } catch (final IOException | RuntimeException e) {
            // The message may have a part of the value. A deserializer of the application may throw anything.
            throw new UnexpectedReplyException(
                    command,
                    "the value cannot be read as " + type.getName() + ": "
                            + e.getClass().getSimpleName(),
                    null);
        }
        if (read == null) {
            throw new UnexpectedReplyException(command, "the value is the JSON null", null);
        }
        return read;
    }
}
