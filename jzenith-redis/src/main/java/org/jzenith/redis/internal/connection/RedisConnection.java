package org.jzenith.redis.internal.connection;

import io.netty.handler.codec.DecoderException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.error.RedisTimeoutException;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.internal.protocol.ErrorReply;
import org.jzenith.redis.internal.protocol.ReplyDecoder;

/**
 * A connection to a server. The commands of one turn of the event loop leave in one write; replies come in the order of the commands. If
 * the oldest gets none within the time limit, the connection is closed, because every reply behind it is late as well. All state belongs
 * to the event loop.
 */
public final class RedisConnection {

    private final EventLoopContext context;
    private final NetSocket socket;
    private final ReplyDecoder decoder;
    private final long id;
    private final Duration limit;
    private final ArrayDeque<Command<?>> waiting = new ArrayDeque<>();
    private final ArrayDeque<Command<?>> inFlight = new ArrayDeque<>();
    private final Promise<String> closed;
    private final long timer;
    private @Nullable Consumer<@Nullable Object> pushes;
    private boolean flushIsDue;
    private boolean unlimited = true;
    private boolean demoted;
    private int bytes;
    /** Read by other threads, too. */
    private volatile int load;

    RedisConnection(
            final EventLoopContext context,
            final NetSocket socket,
            final long id,
            final Duration limit,
            final int maxValueSize) {
        this.context = context;
        this.socket = socket;
        this.id = id;
        this.limit = limit;
        this.decoder = new ReplyDecoder(maxValueSize);
        this.closed = context.promise();
        this.timer = context.setPeriodic(Math.max(1, limit.toMillis() / 10), this::checkOldest);
        socket.handler(this::received);
        socket.exceptionHandler(
                error -> lost("the connection failed: " + error.getClass().getSimpleName()));
        socket.closeHandler(gone -> lost("the server closed the connection"));
    }

    /** Returns a number that no other connection has in this run. */
    public long id() {
        return id;
    }

    EventLoopContext context() {
        return context;
    }

    /** Completes with the reason when the connection is closed. */
    public Future<String> closed() {
        return closed.future();
    }

    /** Returns true if the server accepts no changes any more; the connection is closed after the replies that it owes. */
    boolean isDemoted() {
        return demoted;
    }

    /** Returns the number of commands without a reply; on other threads it may be out of date. */
    public int load() {
        return load;
    }

    /** Returns the bytes of the arguments of these commands. */
    int bytes() {
        return bytes;
    }

    /** Sends a command with those of this turn. */
    public void send(final Command<?> command) {
        if (isClosed()) {
            command.fail(new RedisUnavailableException(command.name(), "the connection was closed"));
            return;
        }
        waiting.add(command);
        count(command.arguments().size());
        if (!flushIsDue) {
            flushIsDue = true;
            context.eventLoop().execute(this::flush);
        }
    }

    private void count(final int size) {
        load = waiting.size() + inFlight.size();
        bytes += size;
    }

    private boolean isClosed() {
        return closed.future().isComplete();
    }

    private void flush() {
        flushIsDue = false;
        if (isClosed()) {
            return;
        }
        final long now = System.nanoTime();
        final Buffer encoded = Buffer.buffer();
        for (Command<?> next = waiting.poll(); next != null; next = waiting.poll()) {
            if (next.isDropped()) {
                count(-next.arguments().size());
            } else {
                next.arguments().encode(encoded);
                inFlight.add(next);
                next.sent(id, now);
            }
        }
        if (encoded.length() > 0) {
            socket.write(encoded);
        }
        closeIfDemoted();
    }

    private void closeIfDemoted() {
        if (demoted && inFlight.isEmpty() && waiting.isEmpty()) {
            lost("the server is a replica");
        }
    }

    /** Gives all further replies to a consumer: the connection has subscribed to messages. */
    public void receive(final Consumer<@Nullable Object> consumer) {
        pushes = consumer;
    }

    /** Sends bytes whose replies go to the consumer of {@link #receive}. */
    public void push(final Buffer encoded) {
        socket.write(encoded);
    }

    /** Says that commands have no time limit here: they block, or belong to an attempt to connect, which has one as a whole. */
    void unlimited(final boolean without) {
        unlimited = without;
    }

    private void received(final Buffer buffer) {
        try {
            decoder.decode(buffer, this::reply);
        } catch (final DecoderException error) {
            final Throwable cause = error.getCause() == null ? error : error.getCause();
            lost("the reply cannot be read: " + cause.getMessage());
        }
    }

    private void reply(final @Nullable Object reply) {
        final Consumer<@Nullable Object> consumer = pushes;
        if (consumer != null) {
            consumer.accept(reply);
            return;
        }
        final Command<?> command = inFlight.poll();
        if (command == null) {
            lost(
                    reply instanceof final ErrorReply error
                            ? error.toException("").getMessage() + ""
                            : "the server sent an unexpected reply");
            return;
        }
        count(-command.arguments().size());
        demoted |= reply instanceof final ErrorReply error && error.code().equals("READONLY");
        command.answer(reply);
        closeIfDemoted();
    }

    private void checkOldest() {
        final Command<?> oldest = inFlight.peek();
        if (oldest != null && !unlimited && System.nanoTime() - oldest.sentAt() > limit.toNanos()) {
            lost("a command got no reply within " + limit.toMillis() + " ms");
        }
    }

    /** Closes the connection; commands without a reply fail. */
    public void close() {
        lost("the application closed the connection");
    }

    /** Closes a connection of no use any more; commands without a reply fail. */
    public void lost(final String reason) {
        if (!closed.tryComplete(reason)) {
            return;
        }
        context.cancelTimer(timer);
        socket.close();
        final long now = System.nanoTime();
        final Iterator<Command<?>> all = inFlight.iterator();
        while (all.hasNext()) {
            final Command<?> each = all.next();
            each.fail(
                    now - each.sentAt() > limit.toNanos() && !unlimited
                            ? new RedisTimeoutException(each.name(), limit)
                            : new RedisUnavailableException(each.name(), reason));
        }
        waiting.forEach(each -> each.fail(new RedisUnavailableException(each.name(), reason)));
        inFlight.clear();
        waiting.clear();
        load = 0;
        bytes = 0;
        decoder.close();
    }
}
