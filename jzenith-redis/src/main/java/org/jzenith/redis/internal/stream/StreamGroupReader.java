package org.jzenith.redis.internal.stream;

import io.reactivex.BackpressureStrategy;
import io.reactivex.Flowable;
import io.reactivex.FlowableEmitter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.limit.ReconnectPauses;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.CommandRefusedException;
import org.jzenith.redis.error.RedisException;
import org.jzenith.redis.error.UnexpectedReplyException;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.RedisConnection;
import org.jzenith.redis.internal.connection.RedisConnections;
import org.jzenith.redis.internal.connection.RedisConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the entries of a group for one subscriber, on its own connection, one command after the other: as many entries as are requested,
 * first those that other consumers have not acknowledged in time, then new ones. If the connection is lost, another one is opened, after
 * growing pauses, until that succeeds.
 *
 * <p>All state but the demand belongs to one event loop.
 *
 * @param <T> the type of the values
 */
final class StreamGroupReader<T> {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.redis");
    private static final int MOST_AT_ONCE = 1_000;
    private static final String START = "-";

    private final RedisConnector connector;
    private final RedisConfiguration settings;
    private final GroupCommands commands;
    private final AsideLog log;
    private final ReadingPace pace;
    private final EntryDecoder<T> decoder;
    private final EventLoopContext context;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final ReconnectPauses pauses;
    private final AtomicLong demand = new AtomicLong();
    private final Promise<Void> closed;
    private @Nullable FlowableEmitter<Delivered<T>> emitter;
    private @Nullable RedisConnection connection;
    private boolean created;
    private boolean everCreated;
    private boolean busy;
    private boolean ended;
    private String position = START;
    private long largest;

    StreamGroupReader(
            final RedisConnections connections,
            final RedisConfiguration settings,
            final EntryDecoder<T> decoder,
            final AsideLog log,
            final ReadingPace pace) {
        this.connector = connections.connector();
        this.settings = settings;
        this.decoder = decoder;
        this.commands = decoder.commands();
        this.log = log;
        this.pace = pace;
        this.context = connections.callersContext();
        this.closed = context.promise();
        this.pauses = new ReconnectPauses(settings.connectRetryInterval());
        this.largest = Math.max(1, pace.bytesLeft() / 4);
    }

    /** Returns the entries, for one subscriber. */
    Flowable<Delivered<T>> entries() {
        return Flowable.<Delivered<T>>create(this::begin, BackpressureStrategy.MISSING)
                .doOnRequest(this::request);
    }

    /** Completes when the connection is closed, and nothing is read any more. */
    Future<Void> closed() {
        return closed.future();
    }

    private void begin(final FlowableEmitter<Delivered<T>> subscriber) {
        subscriber.setCancellable(this::stop);
        pace.whenChanged(this::wake);
        context.runUnlessTerminated(() -> {
            emitter = subscriber;
            if (ended) {
                subscriber.onComplete();
            } else {
                pump();
            }
        });
    }

    private void request(final long more) {
        demand.updateAndGet(before -> before + more < 0 ? Long.MAX_VALUE : before + more);
        wake();
    }

    private void wake() {
        context.runUnlessTerminated(this::pump);
    }

    /** Completes the entries. What is being read at this moment is released for other consumers. */
    void stop() {
        context.runUnlessTerminated(() -> {
            if (!ended) {
                ended = true;
                if (emitter != null) {
                    ContextSnapshot.runIn(snapshot, emitter::onComplete);
                }
                if (!busy) {
                    close();
                }
            }
        });
    }

    private void close() {
        if (connection != null) {
            connection.close();
        }
        closed.tryComplete();
    }

    private void pump() {
        final int most = (int) Math.min(demand.get(), MOST_AT_ONCE);
        if (busy || ended || emitter == null || most == 0 || pace.bytesLeft() <= 0) {
            return;
        }
        busy = true;
        connected().compose(open -> step(open, most)).onComplete(result -> {
            busy = false;
            if (ended) {
                close();
            } else if (result.failed()) {
                failed(result.cause());
            } else {
                wake();
            }
        });
    }

    private Future<RedisConnection> connected() {
        final RedisConnection open = connection;
        return open != null && !open.closed().isComplete()
                ? Future.succeededFuture(open)
                : connector.reconnect(context).onSuccess(opened -> {
                    connection = opened;
                    pauses.opened();
                });
    }

    private Future<?> step(final RedisConnection open, final int most) {
        if (!created) {
            return run(open, commands.create())
                    .otherwise(error -> {
                        if (isRefused(error, "BUSYGROUP")) {
                            return null;
                        }
                        throw (RedisException) error;
                    })
                    .onSuccess(done -> {
                        created = true;
                        everCreated = true;
                    });
        }
        final int count = (int) Math.max(1, Math.min(most, pace.bytesLeft() / largest));
        final long left = pace.nanosLeft() / 1_000_000;
        final boolean looking = !position.equals(START);
        if (left <= 0 || looking) {
            if (!looking) {
                // Before the look, because an entry that fails meanwhile brings the next one forward.
                pace.looks();
            }
            return run(open, commands.takeOver(position, count)).compose(reply -> {
                final GroupCommands.TakenOver found = GroupCommands.takenOver(Objects.requireNonNull(reply));
                looked(found);
                return deliver(open, found.taken());
            });
        }
        // Half of the time limit of commands, after which the connection would be closed.
        final long block = Math.max(1, Math.min(settings.commandTimeout().toMillis() / 2, left));
        return run(open, commands.read(count, block)).compose(reply -> deliver(open, GroupCommands.delivered(reply)));
    }

    private Future<@Nullable Object> run(final RedisConnection open, final StreamCommand command) {
        return command.sendOn(open, connector);
    }

    private void looked(final GroupCommands.TakenOver found) {
        found.aside().forEach(id -> log.aside(commands, id, GroupCommands.NOT_ACKNOWLEDGED));
        log.gone(commands, found.gone());
        if (found.refusal() != null) {
            log.unwritten(commands, found.refusal());
        }
        position = found.next() == null ? START : found.next();
    }

    private Future<?> deliver(final RedisConnection open, final List<Delivery> deliveries) {
        Future<?> last = Future.succeededFuture();
        final FlowableEmitter<Delivered<T>> subscriber = Objects.requireNonNull(emitter);
        long size = 1_024;
        for (final Delivery each : deliveries) {
            size = Math.max(size, each.size());
            if (ended || subscriber.isCancelled()) {
                last = run(open, commands.release(each.id())).otherwiseEmpty();
                continue;
            }
            final Delivered<T> delivered;
            try {
                delivered = decoder.read(each);
            } catch (final UnexpectedReplyException error) {
                last = run(open, commands.putAside(each.id(), error))
                        .onSuccess(done ->
                                log.aside(commands, each.id(), error.getClass().getName()))
                        .otherwise(failure -> {
                            log.unwritten(commands, failure);
                            return null;
                        });
                continue;
            }
            demand.updateAndGet(before -> before == Long.MAX_VALUE ? before : before - 1);
            ContextSnapshot.runIn(snapshot, () -> subscriber.onNext(delivered));
        }
        largest = deliveries.isEmpty() ? largest : Math.max(size, largest / 2);
        return last;
    }

    private static boolean isRefused(final Throwable error, final String... codes) {
        return error instanceof final CommandRefusedException refused
                && List.of(codes).contains(refused.code());
    }

    private void failed(final Throwable error) {
        pace.lookAtOnce();
        if (isRefused(error, "NOGROUP", "UNBLOCKED")) {
            if (everCreated) {
                LOGGER.warn(
                        "{} is missing, because the server is empty, or a client has deleted the group. jZenith creates it again, and reads the stream from its first entry.",
                        capitalized());
            }
            created = false;
            position = START;
            wake();
            return;
        }
        if (connection != null) {
            connection.close();
            connection = null;
            pauses.lost();
        }
        if (error instanceof CommandRefusedException && !isRefused(error, "READONLY")) {
            ended = true;
            close();
            ContextSnapshot.runIn(
                    snapshot, () -> Objects.requireNonNull(emitter).tryOnError(error));
            return;
        }
        if (pauses.isFirst()) {
            LOGGER.warn(
                    "{} cannot be read: {}. jZenith tries again.",
                    capitalized(),
                    LogText.escape(String.valueOf(error.getMessage())));
        }
        context.setTimer(pauses.next(), this::pump);
    }

    private String capitalized() {
        return "T" + commands.toString().substring(1);
    }
}
