package org.jzenith.restclient.call;

import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.UnreadableResponseException;

/**
 * One attempt of a call: it waits for a place, connects, sends the request and receives the response, within its time limits. Everything
 * runs on one event loop, except {@link #dispose}. The place is released exactly once, when the connection does not work for the attempt
 * any more.
 */
final class Attempt implements Disposable, Runnable {

    /** The largest body of an error that is read. */
    private static final int ERROR_LIMIT = 64 * 1024;

    private static final int FIRST_ERROR = 400;
    private static final int FIRST_REDIRECT = 300;
    private static final int NOT_FOUND = 404;
    private static final int NOT_MODIFIED = 304;
    private static final long CANCEL = 0x8;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private enum Phase {
        BEGINNING,
        QUEUED,
        CONNECTING,
        SENDING,
        RECEIVING,
        STREAMING,
        DONE
    }

    private final RemoteService service;
    private final CallRequest call;
    private final long id;
    private final SingleObserver<? super RemoteAnswer> downstream;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final RequestDeadline deadline = RequestDeadline.current();
    private final @Nullable RequestContext request = RequestContext.current();
    private final ForwardedHeaders forwarded;
    private final Context context;
    private final long begun = System.nanoTime();
    private volatile boolean disposed;
    private Phase phase = Phase.BEGINNING;
    private boolean placed;
    private long phaseBegun;
    private long timer = -1;
    private BaseUrls.Address target;
    private String uri;
    private int redirects;
    private @Nullable HttpClientRequest sent;
    private @Nullable BodySender sender;
    private @Nullable Buffer received;
    private int limit;
    private boolean truncated;

    Attempt(
            final RemoteService service,
            final CallRequest call,
            final long id,
            final SingleObserver<? super RemoteAnswer> downstream) {
        this.service = service;
        this.call = call;
        this.id = id;
        this.downstream = downstream;
        this.context = service.vertx().getOrCreateContext();
        this.target = service.targets().current();
        this.uri = target.path() + call.uri();
        this.forwarded = ForwardedHeaders.ofCurrentRequest(service.settings());
    }

    void begin() {
        onContext(this::enter);
    }

    private void onContext(final Runnable work) {
        if (Context.isOnEventLoopThread() && Vertx.currentContext() == context) {
            work.run();
        } else {
            context.runOnContext(none -> work.run());
        }
    }

    private void enter() {
        if (disposed) {
            phase = Phase.DONE;
            return;
        }
        arm(Math.min(service.settings().connectMillis(), service.settings().requestMillis()));
        phase = Phase.QUEUED;
        switch (service.admission().acquire(this)) {
            case ADMITTED -> connect();
            case QUEUED -> {}
            case REFUSED -> {
                fail(new CallRejectedException(
                        call.description(),
                        "was not sent, because all " + service.admission().places() + " connections are in use and "
                                + service.admission().queue() + " calls wait",
                        Duration.ofSeconds(1)));
            }
        }
    }

    /** Receives a place, on any thread. */
    @Override
    public void run() {
        onContext(() -> {
            if (phase == Phase.QUEUED) {
                connect();
            } else {
                service.admission().release();
            }
        });
    }

    private void connect() {
        placed = true;
        phase = Phase.CONNECTING;
        phaseBegun = System.nanoTime();
        final RequestOptions options = new RequestOptions()
                .setMethod(call.method())
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(target.tls())
                .setURI(uri);
        service.client().request(options).onComplete(this::connected);
    }

    private void connected(final AsyncResult<HttpClientRequest> opened) {
        if (phase == Phase.DONE) {
            if (opened.succeeded()) {
                // without a handler Vert.x logs the reset as an error
                opened.result().exceptionHandler(error -> {}).reset(CANCEL);
            }
            release();
        } else if (opened.failed()) {
            service.targets().leave(target);
            phase = Phase.SENDING;
            fail(new RemoteUnavailableException(call.description(), "cannot reach " + origin(), true, opened.cause()));
        } else {
            service.connected(id, begun);
            send(opened.result());
        }
    }

    private String origin() {
        return target.host() + ":" + target.port();
    }

    private void send(final HttpClientRequest opened) {
        sent = opened;
        phase = Phase.SENDING;
        try {
            addHeaders(opened);
        } catch (final IllegalArgumentException e) {
            fail(e);
            return;
        }
        opened.exceptionHandler(this::broken);
        opened.response().onComplete(this::answered);
        final Buffer body = call.body();
        if (call.stream() != null) {
            sender = new BodySender(opened, call.stream(), context, this::bodyFailed);
            sender.begin(snapshot);
        } else if (body != null) {
            opened.end(body);
        } else {
            opened.end();
        }
        service.sent(id);
    }

    private void addHeaders(final HttpClientRequest opened) {
        final var headers = opened.headers();
        for (int i = 0; i < call.headers().size(); i += 2) {
            headers.add(call.headers().get(i), call.headers().get(i + 1));
        }
        final ClientSettings settings = service.settings();
        if (settings.compression() && !call.isStreamed()) {
            headers.add("Accept-Encoding", "gzip");
        }
        if (settings.deadlineHeader() != null && !(deadline.isNone() && call.isStreamed())) {
            headers.set(settings.deadlineHeader(), Long.toString(remainingMillis(settings)));
        }
        if (settings.requestIdHeader() != null && request != null && !headers.contains(settings.requestIdHeader())) {
            headers.set(settings.requestIdHeader(), request.id());
        }
        forwarded.addTo(headers);
        service.addHeaders(id, headers);
        final Buffer body = call.body();
        if (body != null) {
            headers.set("Content-Length", Integer.toString(body.length()));
        } else if (call.stream() == null) {
            if (call.method().equals(HttpMethod.POST)
                    || call.method().equals(HttpMethod.PUT)
                    || call.method().equals(HttpMethod.PATCH)) {
                headers.set("Content-Length", "0");
            }
        } else if (!headers.contains("Content-Length")) {
            opened.setChunked(true);
        }
    }

    /** This request must time out first, to name the service. */
    private long remainingMillis(final ClientSettings settings) {
        final long own = settings.requestMillis() - millisSince(begun);
        final long left =
                deadline.isNone() ? Long.MAX_VALUE : deadline.remaining().toMillis() + 100;
        return Math.max(1, call.isStreamed() ? left : Math.min(own, left));
    }

    private void answered(final AsyncResult<HttpClientResponse> arrived) {
        if (phase == Phase.DONE) {
            if (arrived.succeeded()) {
                // Vert.x logs the reset of a response that has no handler for it
                arrived.result().exceptionHandler(error -> {});
            }
        } else if (arrived.failed()) {
            broken(arrived.cause());
        } else {
            receive(arrived.result());
        }
    }

    private void receive(final HttpClientResponse response) {
        phase = Phase.RECEIVING;
        response.exceptionHandler(this::broken);
        final int status = response.statusCode();
        if (call.isStreamed() && status < FIRST_REDIRECT) {
            stream(response);
            return;
        }
        final boolean accepted = isAccepted(status);
        limit = accepted ? service.settings().maxResponse() : ERROR_LIMIT;
        if (accepted && isTooLong(response)) {
            fail(tooLarge());
            return;
        }
        response.handler(piece -> received(response, piece));
        response.endHandler(none -> ended(response));
    }

    private boolean isAccepted(final int status) {
        return status < FIRST_REDIRECT
                || call.reading() == CallRequest.Reading.COLLECTED_ANY_STATUS
                || (status == NOT_FOUND && call.reading() == CallRequest.Reading.COLLECTED_OR_NOT_FOUND);
    }

    private boolean isTooLong(final HttpClientResponse response) {
        final String length = response.getHeader("Content-Length");
        return length != null
                && !call.method().equals(HttpMethod.HEAD)
                && length.matches("\\d+")
                && (length.length() > 10 || Long.parseLong(length) > limit);
    }

    private UnreadableResponseException tooLarge() {
        return new UnreadableResponseException(
                call.description(), "was answered with more than " + limit + " bytes", null);
    }

    private void received(final HttpClientResponse response, final Buffer piece) {
        if (phase == Phase.DONE) {
            return;
        }
        final Buffer before = received;
        final int length = before == null ? 0 : before.length();
        if (piece.length() <= limit - length) {
            received = before == null ? piece : (length == 0 ? Buffer.buffer() : before).appendBuffer(piece);
        } else if (isAccepted(response.statusCode())) {
            fail(tooLarge());
        } else {
            truncated = true;
            complete(response);
        }
    }

    private void ended(final HttpClientResponse response) {
        if (phase != Phase.DONE) {
            complete(response);
        }
    }

    private void complete(final HttpClientResponse response) {
        final int status = response.statusCode();
        final String location = response.getHeader("Location");
        if (location != null
                && status >= FIRST_REDIRECT
                && status < FIRST_ERROR
                && status != NOT_MODIFIED
                && call.isSafe()
                && redirects < service.settings().redirects()
                && redirect(location)) {
            return;
        }
        Buffer body = received == null ? Buffer.buffer() : received;
        final String coding = response.getHeader("Content-Encoding");
        if (coding != null && body.length() > 0) {
            try {
                body = Decompression.decode(call.description(), coding.toLowerCase(Locale.ROOT), body, limit);
            } catch (final UnreadableResponseException e) {
                if (isAccepted(status)) {
                    fail(e);
                    return;
                }
                body = Buffer.buffer();
            }
        }
        final RemoteAnswer answer = new RemoteAnswer(status, response.headers(), body, null);
        end();
        if (isAccepted(status)) {
            emit(() -> downstream.onSuccess(answer));
        } else {
            final Throwable problem = service.problems().of(call.description(), answer);
            emit(() -> downstream.onError(problem));
        }
    }

    /** Follows a redirect within the origin; false if it leads elsewhere. */
    private boolean redirect(final String location) {
        final URI to;
        try {
            to = URI.create((target.tls() ? "https" : "http") + "://"
                            + (target.host().contains(":") ? "[" + target.host() + "]" : target.host()) + ":"
                            + target.port() + uri)
                    .resolve(location);
        } catch (final IllegalArgumentException e) {
            return false;
        }
        if (!target.isOriginOf(to)) {
            return false;
        }
        redirects++;
        uri = (to.getRawPath().isEmpty() ? "/" : to.getRawPath())
                + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
        received = null;
        if (truncated) {
            abort();
            truncated = false;
        }
        sent = null;
        connect();
        return true;
    }

    private void stream(final HttpClientResponse response) {
        response.pause();
        cancelTimer();
        phase = Phase.STREAMING;
        final ResponsePieces stream = new ResponsePieces(
                call.description(),
                response,
                context,
                snapshot,
                service.settings().idleMillis(),
                this::streamEnded);
        emit(() -> downstream.onSuccess(new RemoteAnswer(response.statusCode(), response.headers(), null, stream)));
    }

    /** The last event of a streamed response, on the event loop. */
    private void streamEnded(final boolean complete) {
        if (phase != Phase.DONE) {
            phase = Phase.DONE;
            if (!complete) {
                abort();
            }
            endSender();
            release();
        }
    }

    private void bodyFailed(final Throwable error) {
        if (phase == Phase.SENDING || phase == Phase.RECEIVING) {
            fail(error);
        }
    }

    private void broken(final Throwable error) {
        if (phase == Phase.SENDING || phase == Phase.RECEIVING) {
            fail(new RemoteUnavailableException(
                    call.description(),
                    phase == Phase.SENDING
                            ? "lost its connection before the response"
                            : "lost its connection within the response",
                    false,
                    error));
        }
    }

    private void arm(final long millis) {
        timer = service.vertx().setTimer(Math.max(1, millis), none -> onContext(this::timeUp));
    }

    private void timeUp() {
        if (phase == Phase.DONE || phase == Phase.STREAMING) {
            return;
        }
        final ClientSettings settings = service.settings();
        final long left = settings.requestMillis() - millisSince(begun);
        final long toConnect =
                phase == Phase.CONNECTING ? settings.connectMillis() - millisSince(phaseBegun) : Long.MAX_VALUE;
        if (left > 0 && toConnect > 0) {
            arm(Math.min(left, toConnect));
            return;
        }
        if (phase == Phase.CONNECTING) {
            service.targets().leave(target);
        }
        final String what = switch (phase) {
            case QUEUED -> "waited " + settings.requestMillis() + " ms for a free connection";
            case CONNECTING ->
                "was not connected to " + origin() + " within "
                        + (toConnect <= 0 ? settings.connectMillis() : settings.requestMillis()) + " ms";
            case RECEIVING -> "received no complete response within " + settings.requestMillis() + " ms";
            default -> "received no response within " + settings.requestMillis() + " ms";
        };
        fail(new RemoteTimeoutException(call.description(), what, phase == Phase.QUEUED || phase == Phase.CONNECTING));
    }

    private void fail(final Throwable error) {
        stop();
        if (error instanceof final RemoteCallException failure) {
            service.log(failure);
        }
        emit(() -> downstream.onError(error));
    }

    @Override
    public void dispose() {
        if (!disposed) {
            disposed = true;
            RequestContext.currentDisposedIn(service.stage());
            onContext(() -> {
                if (phase != Phase.DONE && phase != Phase.STREAMING) {
                    stop();
                }
            });
        }
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }

    /** Ends the attempt before its response is complete. */
    private void stop() {
        final Phase before = phase;
        phase = Phase.DONE;
        cancelTimer();
        endSender();
        if (before == Phase.QUEUED) {
            // one that has a place already releases it in run()
            service.admission().leave(this);
        } else if (before != Phase.CONNECTING) {
            abort();
            release();
        }
        // Vert.x cannot stop connecting: connected() releases the place
    }

    private void abort() {
        final HttpClientRequest open = sent;
        if (open != null) {
            open.reset(CANCEL);
        }
    }

    /** Ends the attempt with its response. */
    private void end() {
        phase = Phase.DONE;
        cancelTimer();
        final BodySender streamed = sender;
        if (truncated || (streamed != null && !streamed.isComplete())) {
            abort();
        }
        endSender();
        release();
    }

    private void endSender() {
        final BodySender streamed = sender;
        if (streamed != null) {
            streamed.dispose();
        }
    }

    private void release() {
        if (placed) {
            placed = false;
            service.admission().release();
        }
    }

    private void cancelTimer() {
        if (timer >= 0) {
            service.vertx().cancelTimer(timer);
            timer = -1;
        }
    }

    private void emit(final Runnable signal) {
        if (disposed) {
            return;
        }
        if (snapshot == null) {
            signal.run();
        } else {
            snapshot.run(signal);
        }
    }

    private static long millisSince(final long nanos) {
        return (System.nanoTime() - nanos) / NANOS_PER_MILLI;
    }
}
