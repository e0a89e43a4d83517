package org.jzenith.javascript.internal.stream;

import io.reactivex.disposables.Disposable;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.write.ResponseHead;

/**
 * Sends the elements of an async iterable. JavaScript continues when the connection takes more bytes, each time in a new turn. Elements are
 * sent when 16 KiB wait, or when the source pauses, so a short stream is an ordinary response. Events have a comment every 15 s while their
 * source pauses. On the event loop of the request.
 */
public final class ScriptStream implements Disposable {

    private static final int FULL = 16 * 1024;
    private static final int HEARTBEAT_SECONDS = 15;
    private static final String COMMENT = ":\n\n";

    private final Exchange exchange;
    private final ResponseHead head;
    private final StreamFraming framing;
    private Buffer pending = Buffer.buffer();
    private boolean isFirst = true;
    private boolean sent;

    /** The connection takes bytes. */
    private boolean ready = true;

    private boolean flushing;
    private boolean ended;

    /** Null for a stream without heartbeats. */
    private @Nullable Future<?> heartbeats;

    /** Continues the source; null while it runs. */
    private @Nullable Runnable resume;

    /**
     * Creates a stream without sending anything.
     *
     * @param exchange the request
     * @param head status and headers
     * @param framing the framing of its media type
     */
    public ScriptStream(final Exchange exchange, final ResponseHead head, final StreamFraming framing) {
        this.exchange = exchange;
        this.head = head;
        this.framing = framing;
        framing.begin(pending);
    }

    /** Opens a stream of events, whose client waits for the head. */
    public void open() {
        if (framing == StreamFraming.EVENTS) {
            exchange.executeLater(() -> {
                if (!sent) {
                    heartbeat();
                }
            });
            heartbeats = exchange.eventLoop()
                    .scheduleAtFixedRate(
                            () -> exchange.execute(this::heartbeat),
                            HEARTBEAT_SECONDS,
                            HEARTBEAT_SECONDS,
                            TimeUnit.SECONDS);
        }
    }

    private void heartbeat() {
        if (ready && !ended) {
            pending.appendString(pending.length() == 0 ? COMMENT : "");
            send();
        }
    }

    @Override
    public void dispose() {
        ended = true;
        final Future<?> scheduled = heartbeats;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    @Override
    public boolean isDisposed() {
        return ended;
    }

    /**
     * Takes an element.
     *
     * @param element its text
     * @return true if the source may go on; otherwise it {@linkplain #pause pauses}
     */
    public boolean take(final String element) {
        framing.append(pending, element, isFirst);
        return taken();
    }

    /**
     * Takes bytes of a raw stream.
     *
     * @param bytes follow those before
     * @return true if the source may go on; otherwise it {@linkplain #pause pauses}
     */
    public boolean take(final byte[] bytes) {
        pending.appendBytes(bytes);
        return taken();
    }

    private boolean taken() {
        isFirst = false;
        if (!ready) {
            return false;
        }
        if (pending.length() >= FULL) {
            send();
            return false;
        }
        if (!flushing) {
            flushing = true;
            exchange.executeLater(this::flush);
        }
        return true;
    }

    /**
     * Waits until the connection takes bytes.
     *
     * @param next continues the source
     */
    public void pause(final Runnable next) {
        if (ready) {
            exchange.executeLater(next);
        } else {
            resume = next;
        }
    }

    /** Ends a stream of events, because the application stops: the client connects again, perhaps to another instance. */
    public void stopping() {
        if (framing == StreamFraming.EVENTS && !ended) {
            end();
        }
    }

    /** Ends the response. */
    public void end() {
        ended = true;
        framing.end(pending);
        if (sent) {
            exchange.response().sendLastPiece(pending);
        } else {
            exchange.response().send(head, pending);
        }
    }

    /**
     * Returns true if a failure can only be told as the last line or event.
     *
     * @return false if the response has not started, or if its format cannot tell failures
     */
    public boolean tellsFailure() {
        return sent && !ended && framing.tellsFailures();
    }

    /**
     * Sends a problem as the last line or event, and breaks the response off.
     *
     * @param problem JSON in one line
     */
    public void fail(final byte[] problem) {
        ended = true;
        framing.appendFailure(pending, problem);
        exchange.response().abort(pending);
    }

    private void flush() {
        flushing = false;
        if (ready && !ended && pending.length() > 0) {
            send();
        }
    }

    private void send() {
        sent = true;
        ready = false;
        final Buffer piece = pending;
        pending = Buffer.buffer();
        exchange.response().sendPiece(head, piece).whenComplete((done, failure) -> {
            if (failure == null) {
                exchange.executeLater(this::goOn);
            }
        });
    }

    private void goOn() {
        ready = true;
        final Runnable next = resume;
        resume = null;
        if (next != null) {
            next.run();
        }
    }
}
