package org.jzenith.rest.pipeline;

import io.reactivex.Completable;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import java.security.Principal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.ApplicationException;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.resteasy.RequestAsyncContext;
import org.jzenith.rest.resteasy.RequestHeaders;
import org.jzenith.rest.resteasy.RequestUri;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.resteasy.RestResponse;
import org.jzenith.rest.resteasy.ResteasyContainer;
import org.jzenith.rest.resteasy.ResteasyContextData;
import org.jzenith.rest.resteasy.RoutedRequest;
import org.jzenith.rest.route.MethodTable;
import org.jzenith.rest.rx.StreamSettings;
import org.jzenith.rest.rx.Subscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of a resource method for one request. A step may suspend it; the returned callback resumes it on the
 * event loop. Used on the event loop of the request and, while a blocking method runs, by its worker thread.
 */
public final class Invocation implements RequestHandler.Call, RoutedRequest {

    private static final Logger LOGGER = LoggerFactory.getLogger(Invocation.class);

    private static final CharSequence ACCEPT = HttpHeaders.createOptimized("Accept");

    private enum State {
        RUNNING,
        /** Waits until the work of a step completes; an earlier result of the method is kept. */
        AWAITING_WORK,
        /** Waits until the result of the method arrives, or something resumes the invocation. */
        AWAITING_RESULT
    }

    private final Exchange exchange;
    private final RestHandler factory;
    private final ResteasyContextData data;
    private State state = State.RUNNING;

    /** The result of the method has arrived before the invocation waits for it. */
    private boolean hasEarlyResult;

    /** The number of resumptions, so that a late or repeated one does not resume a later suspension. */
    private int resumptions;

    private Step[] steps;
    private int next;
    private @Nullable MethodModel method;
    private @Nullable PathMatch pathMatch;
    private @Nullable Object resource;
    private Object @Nullable [] arguments;
    private @Nullable Object returned;
    private @Nullable Object result;
    private boolean hasResult;
    private @Nullable Throwable failure;
    private boolean failing;
    private @Nullable Runnable endAtStop;

    Invocation(final Exchange exchange, final RestHandler factory) {
        this.exchange = exchange;
        this.factory = factory;
        this.data = new ResteasyContextData(this);
        this.steps = factory.first();
    }

    /**
     * Finds the invocation behind RESTEasy's view of a request.
     *
     * @param request the request of RESTEasy
     * @return null for a request that this server has not received
     */
    public static @Nullable Invocation of(final HttpRequest request) {
        return request instanceof final RestRequest own ? (Invocation) own.routed() : null;
    }

    // The steps.

    @Override
    public void run() {
        try {
            while (next < steps.length) {
                if (!steps[next++].run(this)) {
                    return;
                }
                if (state != State.RUNNING) {
                    throw new IllegalStateException("The step '" + steps[next - 1].description() + "' of " + this
                            + " has suspended the request and lets it go on. Return false after suspendUntil(..).");
                }
            }
        } catch (final Throwable e) {
            fail(e);
        }
    }

    /**
     * Selects a method or locator among those at a part of the path, and continues with its steps.
     *
     * @param match the match; null if there is none, which is 404
     * @param start the start of that part
     * @return false if the request is answered
     */
    public boolean select(final MethodTable.@Nullable Match<RouteTarget> match, final int start) {
        if (match == null) {
            if (exchange.tryRefuseUnknownPath()) {
                sent();
                return false;
            }
            throw MethodTable.notFound();
        }
        final MethodTable.Selection<RouteTarget> locator = match.locator();
        final MethodTable.Selection<RouteTarget> selection = locator != null ? locator : selection(match);
        if (selection == null) {
            answer(match.options());
            return false;
        }
        matched(new PathMatch(pathMatch, match, selection, start));
        return true;
    }

    private MethodTable.@Nullable Selection<RouteTarget> selection(final MethodTable.Match<RouteTarget> match) {
        return hasDescribingHeaders()
                ? match.select(httpMethod(), headers().contentType(), headers().accept())
                : match.select(httpMethod(), null, null);
    }

    /** Goes on with the steps of a method or locator. */
    private void matched(final PathMatch found) {
        final RouteTarget target = found.selection().target();
        pathMatch = found;
        arguments = null; // those of the locator
        steps = target.steps();
        next = 0;
        if (target instanceof final CompiledMethod compiled) {
            method = compiled.model();
            exchange.matched(compiled.model().route(), compiled.model());
        }
        if (found.selection().negotiated()) {
            exchange.response().addVary(ACCEPT);
        }
        final RequestUri uri = data.uriIfMade();
        if (uri != null) {
            uri.matched(found::describeThis);
        }
    }

    /**
     * Leaves out the next steps, because this one does them.
     *
     * @param count the number of steps
     */
    public void skip(final int count) {
        next += count;
    }

    /**
     * Suspends the invocation; the step returns false then.
     *
     * @return resumes the invocation, on any thread; does nothing if it was answered meanwhile
     */
    public Runnable suspend() {
        state = State.AWAITING_RESULT;
        final int waiting = resumptions;
        return () -> exchange.execute(() -> {
            if (state != State.RUNNING && resumptions == waiting && !exchange.isFinished()) {
                setRunning();
                run();
            }
        });
    }

    /**
     * Suspends the invocation until work has completed; the step returns false then. An error of the work fails the request. The
     * work is disposed when the request ends first, because the client leaves or the deadline passes. Called on the event loop.
     *
     * @param work is subscribed to once, and may complete on any thread
     * @throws IllegalStateException on the worker thread of a blocking method, which may wait for the work instead; or if the step
     *     has suspended the invocation before
     */
    public void suspendUntil(final Completable work) {
        if (!exchange.isOnEventLoop()) {
            throw new IllegalStateException("A step suspends the request on its worker thread, because " + this
                    + " is blocking. Add the step in a phase before ARGUMENTS, or wait for the work on that thread.");
        }
        if (state != State.RUNNING) {
            throw new IllegalStateException("A step suspends the request twice, because " + this
                    + " waits for other work already. Suspend it once, for example with Completable.mergeArray(..).");
        }
        final Runnable resume = suspend();
        state = State.AWAITING_WORK;
        data.subscriptions().subscribe(work, new Subscriptions.ResultCallback() {
            @Override
            public void onResult(final @Nullable Object none) {
                resume.run();
            }

            @Override
            public void onFailure(final Throwable error) {
                fail(error);
            }
        });
    }

    /** Takes a suspension back, because its reason has ended already. On the event loop. */
    public void setRunning() {
        state = State.RUNNING;
        resumptions++;
    }

    /**
     * Suspends the invocation until the result of the method arrives.
     *
     * @return true if it has arrived already
     * @throws Throwable the failure that has arrived
     */
    public boolean waitForResult() throws Throwable {
        if (!hasEarlyResult) {
            state = State.AWAITING_RESULT;
            return false;
        }
        setRunning();
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /** Suspends the invocation until the whole body is received; the step returns false then. */
    public void receiveBody() {
        state = State.AWAITING_RESULT;
        exchange.body().receive(() -> {
            bodyReceived();
            if (state == State.AWAITING_RESULT && !exchange.isFinished()) {
                setRunning();
                run();
            }
        });
    }

    /** Gives the body to RESTEasy's request if that exists already. */
    public void bodyReceived() {
        final RestRequest made = data.requestIfMade();
        if (made != null) {
            made.received(exchange.body().stream());
        }
    }

    /**
     * Answers with a response or an entity and leaves out all steps but the last. Called in a step, which then returns false, on
     * the event loop.
     *
     * @param value a {@code Response}, or what a method could have returned
     */
    public void answer(final Object value) {
        result = value;
        hasResult = true;
        setRunning();
        skipToResponse();
        run();
    }

    private void skipToResponse() {
        if (method == null) {
            steps = factory.responseWithoutMethod();
            next = 0;
        } else {
            next = steps.length - 1;
        }
    }

    @Override
    public void onResult(final @Nullable Object value) {
        result = value;
        hasResult = true;
        resumeWithResult();
    }

    @Override
    public void onFailure(final Throwable error) {
        failure = error;
        resumeWithResult();
    }

    private void resumeWithResult() {
        if (state != State.AWAITING_RESULT) {
            hasEarlyResult = true;
            return;
        }
        setRunning();
        if (failure != null) {
            fail(failure);
        } else {
            skipToResponse();
            run();
        }
    }

    // The end.

    /** Sends the complete response, or the rest of it. */
    public void end() {
        data.response().send();
        completed(failure);
    }

    /** Records that the response has been sent without RESTEasy's view of it, or is being sent. */
    public void sent() {
        completed(failure);
    }

    /**
     * Answers a failure as the application's mappers say, or else by the table of errors. On the event loop.
     *
     * @param error the cause of the failure
     */
    public void fail(final Throwable error) {
        final Throwable cause =
                error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (failing) {
            if (cause != failure && failure != null) {
                cause.addSuppressed(failure);
            }
            exchange.fail(cause);
            return;
        }
        final Throwable thrown =
                cause instanceof ApplicationException && cause.getCause() != null ? cause.getCause() : cause;
        if (thrown instanceof final MalformedRequestException malformed) {
            exchange.response().refuse(malformed);
            completed(malformed);
            return;
        }
        failing = true;
        failure = cause;
        setRunning();
        if (exchange.isFinished()) {
            completed(cause);
            return;
        }
        factory.failures().write(this, cause);
    }

    /** Tells the callbacks of a suspended request. */
    private void completed(final @Nullable Throwable error) {
        final RequestAsyncContext suspended = asyncContext();
        if (suspended != null) {
            suspended.finished(error);
        }
    }

    private @Nullable RequestAsyncContext asyncContext() {
        final RestRequest made = data.requestIfMade();
        return made == null ? null : made.suspended();
    }

    /** Returns the failure that the response was made of; null if there was none. */
    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void disconnected() {
        final RequestAsyncContext suspended = asyncContext();
        if (suspended != null) {
            suspended.disconnected();
        }
    }

    @Override
    public void deadlinePassed() {
        data.subscriptions().dispose();
    }

    @Override
    public void unavailable(final String detail) {
        completed(new ServiceUnavailableException(detail));
    }

    @Override
    public void failed(final Throwable error) {
        completed(error);
    }

    @Override
    public void stopping() {
        if (endAtStop != null) {
            endAtStop.run();
        }
    }

    @Override
    public void finished(final RequestContext context, final boolean atOnce) {
        if (!atOnce || !data.subscriptions().endUnused()) {
            try {
                context.run(data.subscriptions()::dispose);
            } catch (final RuntimeException e) {
                LOGGER.warn("The subscriptions of a request could not be disposed.", LogText.escape(e));
            }
        }
        data.clean();
    }

    /** Runs work when the request has ended and no other thread works for it. */
    public void atEnd(final Runnable work) {
        data.addCleanup(work);
    }

    /**
     * Retains the body and the files made of it for work that may outlast the request. The returned action releases
     * them, on any thread; it is run once.
     */
    public Runnable retain() {
        final Runnable body = exchange.body().retain();
        data.retain();
        return () -> {
            body.run();
            data.release();
        };
    }

    /**
     * Reads the body on a worker thread.
     *
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> readOnWorker(final Callable<@Nullable Object> reading) {
        return exchange.workers().run(exchange.body().onWorker(reading), retain());
    }

    // Results of the steps.

    /** Returns the request and response on the connection. */
    @Override
    public Exchange exchange() {
        return exchange;
    }

    /** Returns what all requests have in common. */
    public RestHandler factory() {
        return factory;
    }

    /** Returns the matched resource method; null before it is known. */
    public @Nullable MethodModel method() {
        return method;
    }

    /** Returns the last match, of a method or locator; null before there is one. */
    public @Nullable PathMatch pathMatch() {
        return pathMatch;
    }

    /** Sets the object whose method is called next. */
    public void setResource(final Object made) {
        resource = made;
        final RequestUri uri = data.uriIfMade();
        if (uri != null) {
            uri.found(made);
        }
    }

    /** Returns the object whose method is called. */
    public Object resource() {
        return Objects.requireNonNull(resource);
    }

    /** Sets the arguments of the method. */
    public void setArguments(final Object @Nullable [] values) {
        arguments = values;
    }

    /** Returns the arguments of the method; null if it has none. */
    public Object @Nullable [] arguments() {
        return arguments;
    }

    /** Sets the value that the method has returned. */
    public void setReturned(final @Nullable Object value) {
        returned = value;
    }

    /** Returns the value that the method has returned. */
    public @Nullable Object returned() {
        return returned;
    }

    /** Returns the value that is answered: the one that the method has returned, or that has arrived later. */
    public @Nullable Object result() {
        return hasResult ? result : returned;
    }

    // RESTEasy's view.

    @Override
    public ResteasyContextData data() {
        return data;
    }

    @Override
    public ResteasyContainer container() {
        return factory.container();
    }

    @Override
    public ResteasyContextData threadLocals() {
        return data;
    }

    /** Returns RESTEasy's request, created on first use. */
    public RestRequest request() {
        return data.request();
    }

    /** Returns RESTEasy's response, created on first use. */
    public RestResponse response() {
        return data.response();
    }

    /** Returns true if the headers of the request say something of bodies, languages or cookies, or may have been changed. */
    public boolean hasDescribingHeaders() {
        return exchange.request().hasDescribingHeaders() || data.headersIfMade() != null;
    }

    /** Returns the headers of the request, created on first use. */
    public RequestHeaders headers() {
        return data.headers();
    }

    /** Returns the URI of the request, created on first use. */
    public RequestUri uri() {
        return data.uri();
    }

    /** Returns the subscriptions that end with the request. */
    public Subscriptions subscriptions() {
        return data.subscriptions();
    }

    /** Returns the received body, or what a filter has put in its place. */
    public InputStream body() {
        final RestRequest made = data.requestIfMade();
        return made == null ? exchange.body().stream() : made.getInputStream();
    }

    /** Returns the HTTP method as it is now: a filter may have changed it. */
    public String httpMethod() {
        final RestRequest made = data.requestIfMade();
        return made == null ? exchange.request().method().name() : made.getHttpMethod();
    }

    /** Returns true if a filter has replaced the URI. */
    public boolean isUriChanged() {
        final RequestUri uri = data.uriIfMade();
        return uri != null && uri.isReplaced();
    }

    /** Returns true if a writer of the application writes a source, such as a {@code Flowable}, as a whole. */
    public boolean writesSource(final Class<?> type, final @Nullable MediaType declared) {
        return factory.writesSource(type, declared == null ? chosenType() : declared);
    }

    /** Returns the results of other libraries that plugins know. */
    public ResultConversions results() {
        return factory.results();
    }

    private MediaType chosenType() {
        final PathMatch match = pathMatch;
        return method == null || match == null
                ? MediaType.WILDCARD_TYPE
                : match.selection().chosen();
    }

    @Override
    public @Nullable ResourceInfo resourceInfo() {
        return method;
    }

    @Override
    public @Nullable Configuration configuration() {
        return method == null ? null : method.invoker().providers();
    }

    @Override
    public void describe(final ResteasyUriInfo uri) {
        if (pathMatch != null) {
            pathMatch.describe(uri);
            if (resource != null) {
                uri.pushCurrentResource(resource);
            }
        }
    }

    @Override
    public @Nullable Object attribute(final String name) {
        if (method == null) {
            return null;
        }
        if (name.equals(ResourceMethodInvoker.class.getName())) {
            return method.invoker();
        }
        return name.equals(SegmentNode.RESTEASY_CHOSEN_ACCEPT) ? chosenType() : null;
    }

    @Override
    public @Nullable String description() {
        final MethodModel known = method;
        return known == null ? null : known.toString();
    }

    /** Returns the principal of the {@code SecurityContext} that a filter has set, otherwise that of the listener's guard. */
    @Override
    public @Nullable String user() {
        final SecurityContext set = data.ifMade(SecurityContext.class);
        final Principal principal = set == null ? exchange.request().principal() : set.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    // The request as a stream sees it.

    @Override
    public void execute(final Runnable work) {
        exchange.execute(work);
    }

    @Override
    public boolean isCurrent() {
        return exchange.isCurrent();
    }

    @Override
    public void executeLater(final Runnable work) {
        exchange.executeLater(work);
    }

    @Override
    public boolean isTurnOver() {
        return exchange.isTurnOver();
    }

    @Override
    public void executeInNextTurn(final Runnable work) {
        exchange.executeInNextTurn(work);
    }

    @Override
    public Disposable executeAfter(final Duration delay, final Runnable work) {
        final Vertx vertx = exchange.vertx();
        final long timer = vertx.setTimer(Math.max(1, delay.toMillis()), fired -> exchange.execute(work));
        return Disposables.fromRunnable(() -> vertx.cancelTimer(timer));
    }

    @Override
    public void atStop(final Runnable end) {
        if (exchange.isStopping()) {
            end.run();
        } else {
            endAtStop = end;
        }
    }

    @Override
    public byte[] problem(final Throwable error) {
        return factory.problem(error, exchange);
    }

    @Override
    public StreamSettings streams() {
        return factory.streams();
    }

    @Override
    public String toString() {
        return method == null ? "no method" : method.toString();
    }
}
