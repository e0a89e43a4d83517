package org.jzenith.redis.internal.connection;

import io.reactivex.MaybeObserver;
import io.reactivex.disposables.Disposable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.start.Authority;
import org.jzenith.core.internal.tls.ClientTls;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.protocol.Arguments;

/** Opens connections to the server, which a Sentinel names if there are some. Safe for use by many threads. */
public final class RedisConnector {

    private final String source;
    private final RedisAddress address;
    private final RedisConfiguration settings;
    private final Vertx vertx;
    private volatile @Nullable ClientTls tls;
    private volatile @Nullable NetClient client;
    private final @Nullable EventEmitter<ConnectionEvent> events;
    private final AtomicLong ids = new AtomicLong();
    private final Set<RedisConnection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    /** The index of the Sentinel that has answered last. */
    private volatile int lastSentinel;

    /**
     * Prepares connections without opening any.
     *
     * @param source the name of the plugin
     */
    public RedisConnector(
            final String source,
            final Vertx vertx,
            final RedisAddress address,
            final RedisConfiguration settings,
            final Observers observers) {
        this.source = source;
        this.address = address;
        this.settings = settings;
        this.vertx = vertx;
        this.events = observers.of(ConnectionEvent.class);
    }

    /**
     * Allows connections.
     *
     * @param files null for connections without encryption
     */
    public void open(final @Nullable ClientTls files) {
        final NetClientOptions options = options(settings, files);
        final NetClient opened = vertx.createNetClient(options);
        client = opened;
        tls = files;
        if (files != null) {
            // forced, because Vert.x compares options, not files
            files.watch(vertx, options, changed -> opened.updateSSLOptions(changed, true));
        }
    }

    private static NetClientOptions options(final RedisConfiguration settings, final @Nullable ClientTls tls) {
        final NetClientOptions options = new NetClientOptions()
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true)
                .setConnectTimeout(Math.toIntExact(settings.connectTimeout().toMillis()));
        if (tls != null) {
            options.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
            tls.set(options);
        }
        return options;
    }

    /** Returns host and port, for messages. */
    public String server() {
        return address.name();
    }

    /** Returns the number of open connections. */
    int open() {
        return open.size();
    }

    /** Opens a connection that works on the given event loop; fails with a typed error within {@code redis.connect-timeout}. */
    public Future<RedisConnection> connect(final EventLoopContext context) {
        return connect(context, settings.connectTimeout());
    }

    /**
     * Opens a further connection. It fails within {@code redis.command-timeout}, because an attempt that started while the server was cut
     * off gets no answer later, either.
     */
    public Future<RedisConnection> reconnect(final EventLoopContext context) {
        final Duration longest = settings.connectTimeout();
        return connect(context, settings.commandTimeout().compareTo(longest) < 0 ? settings.commandTimeout() : longest);
    }

    private Future<RedisConnection> connect(final EventLoopContext context, final Duration limit) {
        final Promise<RedisConnection> promise = context.promise();
        context.run(() -> {
            final Attempt attempt = new Attempt(context, promise, limit);
            attempt.begin();
        });
        return promise.future();
    }

    /** Closes all connections. */
    public Future<Void> close() {
        closed = true;
        final ClientTls files = tls;
        if (files != null) {
            files.close();
        }
        final NetClient opened = client;
        final List<Future<?>> closing = new ArrayList<>();
        open.forEach(each -> closing.add(each.closed()));
        open.forEach(each -> each.context().run(each::close));
        return Future.join(closing).transform(done -> opened == null ? Future.succeededFuture() : opened.close());
    }

    /** One attempt; a connection of it that is open at the time limit is closed. */
    private final class Attempt {

        private final EventLoopContext context;
        private final Promise<RedisConnection> promise;
        private final Duration limit;
        private @Nullable RedisConnection current;

        Attempt(final EventLoopContext context, final Promise<RedisConnection> promise, final Duration limit) {
            this.context = context;
            this.promise = promise;
            this.limit = limit;
        }

        void begin() {
            final long timer = context.setTimer(
                    limit.toMillis(),
                    () -> fail("no connection to " + server() + " within " + limit.toMillis() + " ms"));
            promise.future().onComplete(done -> context.cancelTimer(timer));
            final String master = address.master();
            final Future<RedisConnection> connected =
                    master == null ? connect(address.servers().get(0)) : ask(lastSentinel, 0, master);
            connected.onComplete(result -> {
                if (result.failed()) {
                    fail(result.cause());
                } else if (!promise.tryComplete(result.result())) {
                    result.result().close();
                }
            });
        }

        private void fail(final String reason) {
            fail(new RedisUnavailableException("", reason));
        }

        private void fail(final Throwable error) {
            promise.tryFail(error);
            if (current != null) {
                current.close();
            }
        }

        /** Asks the Sentinels in turn, first the one that has answered last; the first that knows the master is believed. */
        private Future<RedisConnection> ask(final int first, final int asked, final String master) {
            if (asked == address.servers().size() || promise.future().isComplete()) {
                return Future.failedFuture(new RedisUnavailableException(
                        "", "no Sentinel of " + address.servers() + " knows the master '" + master + "'"));
            }
            final int index = (first + asked) % address.servers().size();
            return socket(address.servers().get(index), sentinelLimit())
                    .onSuccess(sentinel -> {
                        final long timer = context.setTimer(
                                sentinelLimit().toMillis(), () -> sentinel.lost("the Sentinel does not answer"));
                        sentinel.closed().onComplete(gone -> context.cancelTimer(timer));
                    })
                    .compose(sentinel -> prepare(sentinel, null, address.sentinelPassword(), 0)
                            .compose(ready -> run(sentinel, "SENTINEL", "get-master-addr-by-name", master))
                            .eventually(() -> {
                                sentinel.close();
                                return Future.succeededFuture();
                            }))
                    .transform(named -> {
                        if (named.succeeded() && named.result() instanceof final List<?> parts) {
                            lastSentinel = index;
                            return connect(
                                    new Authority(null, text(parts.get(0)), Integer.parseInt(text(parts.get(1)))));
                        }
                        return ask(first, asked + 1, master);
                    });
        }

        private Duration sentinelLimit() {
            return limit.dividedBy(address.servers().size() + 1L);
        }

        private Future<RedisConnection> connect(final Authority server) {
            return socket(server, limit)
                    .compose(opened -> {
                        final Future<?> prepared =
                                prepare(opened, address.username(), address.password(), address.database());
                        final Future<@Nullable Object> info = run(opened, "INFO", "server");
                        return prepared.compose(done -> info)
                                .map(RedisConnector::checked)
                                .recover(RedisConnector::mayNotAsk)
                                .map(done -> opened);
                    })
                    .onSuccess(RedisConnector.this::opened);
        }

        private Future<RedisConnection> socket(final Authority server, final Duration limit) {
            final Promise<RedisConnection> opened = context.promise();
            final NetClient allowed = client;
            if (allowed == null) {
                return Future.failedFuture(new RedisUnavailableException("", "the application has not started"));
            }
            allowed.connect(server.port(), server.host()).onComplete(result -> {
                if (result.failed()) {
                    opened.tryFail(new RedisUnavailableException(
                            "",
                            "no connection to " + server + ": " + result.cause().getMessage()));
                } else if (closed
                        || promise.future().isComplete()
                        || opened.future().isComplete()) {
                    result.result().close();
                    opened.tryFail(new RedisUnavailableException("", "the application stops"));
                } else {
                    final RedisConnection connection = new RedisConnection(
                            context,
                            result.result(),
                            ids.incrementAndGet(),
                            settings.commandTimeout(),
                            settings.maxValueSize().toInt());
                    current = connection;
                    open.add(connection);
                    connection.closed().onComplete(gone -> open.remove(connection));
                    opened.complete(connection);
                }
            });
            final long timer = context.setTimer(
                    limit.toMillis(),
                    () -> opened.tryFail(new RedisUnavailableException(
                            "", "no connection to " + server + " within " + limit.toMillis() + " ms")));
            return opened.future().onComplete(done -> context.cancelTimer(timer));
        }

        private Future<?> prepare(
                final RedisConnection connection,
                final @Nullable String username,
                final @Nullable String password,
                final int database) {
            final List<Future<?>> replies = new ArrayList<>();
            if (password != null) {
                replies.add(
                        username == null
                                ? run(connection, "AUTH", password)
                                : run(connection, "AUTH", username, password));
            }
            if (database != 0) {
                replies.add(run(connection, "SELECT", Integer.toString(database)));
            }
            // The first reply may say why the server closes the connection.
            replies.add(run(connection, "PING"));
            replies.add(
                    run(connection, "CLIENT", "SETNAME", settings.clientName().replace(' ', '-'))
                            .otherwiseEmpty());
            return Future.all(replies);
        }

        private Future<@Nullable Object> run(
                final RedisConnection connection, final String command, final Object... arguments) {
            return RedisConnector.this.run(connection, command, arguments);
        }
    }

    private static @Nullable Object checked(final @Nullable Object info) {
        UnsupportedServerException.check(text(info));
        return info;
    }

    /** Uses a server that does not tell its version to this user. */
    private static Future<@Nullable Object> mayNotAsk(final Throwable error) {
        return error instanceof final CommandRefusedException refused
                        && refused.code().equals("NOPERM")
                        && refused.command().equals("INFO")
                ? Future.succeededFuture()
                : Future.failedFuture(error);
    }

    private static String text(final @Nullable Object value) {
        return value instanceof final byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
    }

    /** Sends a command of our own, which nobody observes. */
    public Future<@Nullable Object> run(
            final RedisConnection connection, final String command, final Object... arguments) {
        final Promise<@Nullable Object> promise = connection.context().promise();
        final Arguments checked = Arguments.of(command, Integer.MAX_VALUE, arguments);
        connection.send(new Command<>(checked, reply -> reply, new PromiseObserver(promise), null, source));
        return promise.future();
    }

    private void opened(final RedisConnection connection) {
        connection.unlimited(false);
        if (events != null) {
            events.emit(new ConnectionEvent.Opened(source, connection.id(), server()));
            connection
                    .closed()
                    .onSuccess(reason -> events.emit(new ConnectionEvent.Lost(
                            source, connection.id(), closed ? null : new RedisUnavailableException("", reason))));
        }
    }

    /** Returns the error of a failed attempt. */
    static RedisException typed(final Throwable error) {
        return error instanceof final RedisException typed
                ? typed
                : new RedisUnavailableException("", String.valueOf(error.getMessage()));
    }

    private record PromiseObserver(Promise<@Nullable Object> promise) implements MaybeObserver<Object> {

        @Override
        public void onSubscribe(final Disposable disposable) {
            // Nobody disposes.
        }

        @Override
        public void onSuccess(final Object value) {
            promise.tryComplete(value);
        }

        @Override
        public void onError(final Throwable error) {
            promise.tryFail(error);
        }

        @Override
        public void onComplete() {
            promise.tryComplete(null);
        }
    }
}
