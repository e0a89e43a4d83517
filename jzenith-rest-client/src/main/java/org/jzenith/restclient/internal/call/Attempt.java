package org.jzenith.restclient.internal.call;

import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposable;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.restclient.internal.configuration.RestClientConfiguration;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;

/**
 * One attempt of a call: it waits for a place, connects, and exchanges a request for a response, within its time limits. Everything runs
 * on one event loop, except {@link #dispose}. The place is released exactly once.
 */
final class Attempt implements Disposable, Runnable, RemoteExchange.Listener {

    private static final int FIRST_ERROR = 400;
    private static final int FIRST_REDIRECT = 300;
    private static final int NOT_MODIFIED = 304;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private enum Phase {
        BEGINNING,
        QUEUED,
        CONNECTING,
        EXCHANGING,
        DELIVERING,
        STREAMING,
        DONE
    }

    private final RemoteService service;
    private final CallRequest call;
    private final ObservedCall observed;
    private final SingleObserver<? super ReceivedResponse> downstream;
    private final RestClientConfiguration settings;
    private final long requestMillis;
    private final long connectMillis;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final CallHeaders headers;
    private final Context context;
    private final BaseUrls.Address target;
    private final long begun = System.nanoTime();
    private volatile boolean disposed;
    private volatile Phase phase = Phase.BEGINNING;
    private boolean placed;
    private long connectBegun;
    private long timer = -1;
    private String uri;
    private int redirects;
    private @Nullable RemoteExchange exchange;

    Attempt(
            final RemoteService service,
            final CallRequest call,
            final ObservedCall observed,
            final SingleObserver<? super ReceivedResponse> downstream) {
        this.service = service;
        this.call = call;
        this.observed = observed;
        this.downstream = downstream;
        this.settings = service.settings();
        this.requestMillis = settings.requestTimeout().toMillis();
        this.connectMillis = settings.connectTimeout().toMillis();
        this.context = service.vertx().getOrCreateContext();
        this.target = service.targets().current();
        this.uri = target.path() + call.uri();
        this.headers = new CallHeaders(call, settings, service.passedOn());
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
        phase = Phase.QUEUED;
        switch (service.admission().acquire(this)) {
            case ADMITTED -> connect();
            case QUEUED -> arm(requestMillis);
            case REFUSED ->
                fail(rejected("all " + service.admission().places() + " connections are in use and "
                        + service.admission().queue() + " calls wait"));
            case REFUSED_BY_BULKHEAD -> fail(rejected("its bulkhead is full"));
        }
    }

    private CallRejectedException rejected(final String reason) {
        return new CallRejectedException(call.description(), reason, Duration.ofSeconds(1));
    }

    /** Receives a place, on any thread. */
    @Override
    public void run() {
        onContext(() -> {
            if (phase == Phase.QUEUED && !disposed) {
                connect();
            } else {
                service.admission().release();
            }
        });
    }

    private void connect() {
        placed = true;
        phase = Phase.CONNECTING;
        connectBegun = System.nanoTime();
        cancelTimer();
        arm(Math.min(connectMillis, millisLeft()));
        final RequestOptions options = new RequestOptions()
                .setMethod(call.method())
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(target.tls())
                .setURI(uri);
        try {
            service.client().request(options).onComplete(this::connected);
        } catch (final IllegalStateException e) {
            fail(new RemoteUnavailableException(call.description(), "came after the end of its client", true, e));
        }
    }

    private void connected(final AsyncResult<HttpClientRequest> opened) {
        // disposed: the end of the attempt waits for this event loop, which may be busy
        if (phase == Phase.DONE || disposed) {
            if (opened.succeeded()) {
                discard(opened.result());
            }
        } else if (opened.failed()) {
            service.targets().leave(target);
            fail(new RemoteUnavailableException(call.description(), "cannot reach " + origin(), true, opened.cause()));
        } else {
            if (redirects == 0) {
                observed.connected(target, begun);
            }
            send(opened.result());
        }
    }

    /** Ends what Vert.x has connected for nobody; it cannot be stopped while it connects. */
    private static void discard(final HttpClientRequest request) {
        // without a handler Vert.x logs the reset as an error
        request.exceptionHandler(error -> {}).reset(RemoteExchange.CANCEL);
        if (request.version() != HttpVersion.HTTP_2) {
            request.connection().close();
        }
    }

    private String origin() {
        return target.host() + ":" + target.port();
    }

    private void send(final HttpClientRequest request) {
        phase = Phase.EXCHANGING;
        final RemoteExchange opened = new RemoteExchange(call, request, settings, service.collected(), this);
        exchange = opened;
        try {
            headers.addTo(request);
            service.addHeaders(observed, request.headers());
        } catch (final IllegalArgumentException e) {
            fail(e);
            return;
        }
        opened.begin(context, snapshot);
        if (redirects == 0) {
            observed.sent();
        }
    }

    @Override
    public void received(final ReceivedResponse response) {
        if (isRedirect(response.status()) && redirects < settings.redirects()) {
            final String location = response.header("Location");
            final String next = location == null ? null : target.follow(uri, location);
            if (next != null) {
                redirects++;
                uri = next;
                connect();
                return;
            }
        }
        stop();
        if (call.accepts(response.status())) {
            emit(() -> downstream.onSuccess(response));
        } else {
            final Throwable problem = service.problems().of(call.description(), response);
            service.log(problem);
            emit(() -> downstream.onError(problem));
        }
    }

    private boolean isRedirect(final int status) {
        return status >= FIRST_REDIRECT
                && status < FIRST_ERROR
                && status != NOT_MODIFIED
                && call.isSafe()
                && call.stream() == null;
    }

    @Override
    public void streamed(final ReceivedResponse response) {
        phase = Phase.DELIVERING;
        cancelTimer();
        emit(() -> downstream.onSuccess(response));
        if (phase == Phase.DELIVERING) {
            phase = Phase.STREAMING;
            if (disposed) {
                abandonStream();
            }
        }
    }

    @Override
    public void streamEnded() {
        stop();
    }

    @Override
    public void failed(final Throwable error) {
        fail(error);
    }

    private void arm(final long millis) {
        timer = service.vertx().setTimer(Math.max(1, millis), none -> onContext(this::timeUp));
    }

    private long millisLeft() {
        return requestMillis - millisSince(begun);
    }

    private void timeUp() {
        if (phase == Phase.DONE || phase == Phase.STREAMING) {
            return;
        }
        final boolean connects = phase == Phase.CONNECTING;
        final long toConnect = connects ? connectMillis - millisSince(connectBegun) : Long.MAX_VALUE;
        if (millisLeft() > 0 && toConnect > 0) {
            arm(Math.min(millisLeft(), toConnect));
        } else if (phase == Phase.QUEUED) {
            fail(rejected("no connection was free within " + requestMillis + " ms"));
        } else if (connects) {
            service.targets().leave(target);
            fail(late(
                    "was not connected to " + origin() + " within " + (toConnect <= 0 ? connectMillis : requestMillis)
                            + " ms",
                    true));
        } else {
            final boolean responds = exchange != null && exchange.hasResponse();
            fail(late(
                    "received no " + (responds ? "complete " : "") + "response within " + requestMillis + " ms",
                    false));
        }
    }

    private RemoteTimeoutException late(final String what, final boolean unsent) {
        return new RemoteTimeoutException(call.description(), what, unsent);
    }

    private void fail(final Throwable error) {
        stop();
        service.log(error);
        emit(() -> downstream.onError(error));
    }

    @Override
    public void dispose() {
        if (!disposed) {
            disposed = true;
            if (phase == Phase.DELIVERING || phase == Phase.DONE) {
                // operators may dispose of what has its outcome, as the circuit breaker's does before it passes it on
                return;
            }
            RequestContext.currentDisposedIn(service.stage());
            onContext(() -> {
                if (phase == Phase.STREAMING) {
                    abandonStream();
                } else if (phase != Phase.DONE) {
                    stop();
                }
            });
        }
    }

    /** A stream with a subscriber ends with its subscription instead. */
    private void abandonStream() {
        if (exchange != null) {
            exchange.abandonStream();
        }
    }

    @Override
    public boolean isDisposed() {
        return disposed;
    }

    /** Ends the attempt, and what has not ended of it. */
    private void stop() {
        if (phase == Phase.QUEUED) {
            // one that has a place already releases it in run()
            service.admission().leave(this);
        }
        phase = Phase.DONE;
        cancelTimer();
        if (exchange != null) {
            exchange.abort();
        }
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
        if (!disposed) {
            ContextSnapshot.runIn(snapshot, signal);
        }
    }

    private static long millisSince(final long nanos) {
        return (System.nanoTime() - nanos) / NANOS_PER_MILLI;
    }
}
