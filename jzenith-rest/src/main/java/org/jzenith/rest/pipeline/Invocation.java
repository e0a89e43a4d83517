package org.jzenith.rest.pipeline;

import io.reactivex.Completable;
import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jboss.resteasy.spi.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.error.Unwrapping;
import org.jzenith.rest.resteasy.RequestHeaders;
import org.jzenith.rest.resteasy.RequestUri;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.resteasy.RestResponse;
import org.jzenith.rest.resteasy.ResteasyContainer;
import org.jzenith.rest.resteasy.ResteasyContextData;
import org.jzenith.rest.resteasy.RoutedRequest;
import org.jzenith.rest.route.MethodTable;
import org.jzenith.rest.rx.Subscriptions;

/**
 * Runs the steps of a resource method for one request. A step may suspend it; the returned callback resumes it on the
 * event loop. Used on the event loop of the request and, while a blocking method runs, by its worker thread.
 */
public final class Invocation implements RequestHandler.Task, RoutedRequest {

    private static final CharSequence ACCEPT = HttpHeaders.createOptimized("Accept");

    private final Exchange exchange;
    private final RestHandler handler;
    private final ResteasyContextData data;
    private final MethodCall call;

    /** Null while no step has suspended the invocation. */
    private @Nullable InvocationSuspension suspension;

    private Step[] steps;
    private int next;
    private @Nullable Object result;
    private boolean hasResult;
    private @Nullable Throwable failure;
    private boolean failing;

    Invocation(final Exchange exchange, final RestHandler handler) {
        this.exchange = exchange;
        this.handler = handler;
        this.data = new ResteasyContextData(this, new Subscriptions(handler.streamed(exchange)));
        this.call = new MethodCall(data);
        this.steps = handler.first();
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

    @Override
    public void run() {
        try {
            while (next < steps.length) {
                if (!steps[next++].run(this)) {
                    return;
                }
                if (suspension != null && suspension.isActive()) {
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
     * @return false if the request has its response
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
            respond(match.options());
            return false;
        }
        matched(new PathMatch(call.pathMatch(), match, selection, start));
        return true;
    }

    private MethodTable.@Nullable Selection<RouteTarget> selection(final MethodTable.Match<RouteTarget> match) {
        return data.hasDescribingHeaders()
                ? match.select(
                        data.httpMethod(), headers().contentType(), headers().accept())
                : match.select(data.httpMethod(), null, null);
    }

    /** Goes on with the steps of a method or locator. */
    private void matched(final PathMatch found) {
        final RouteTarget target = found.selection().target();
        call.begin(found);
        steps = target.steps();
        next = 0;
        if (target instanceof final RouteTarget.CompiledMethod compiled) {
            exchange.matched(compiled.model().route(), compiled.model());
        }
        if (found.selection().negotiated()) {
            exchange.response().addVary(ACCEPT);
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

    /** Returns the suspension, for steps that wait for something else than work or the result of the method. */
    public InvocationSuspension suspension() {
        if (suspension == null) {
            suspension = new InvocationSuspension(this);
        }
        return suspension;
    }

    private void endSuspension() {
        if (suspension != null) {
            suspension.end();
        }
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
        suspension().beginUntil(work);
    }

    /**
     * Suspends the invocation until the result of the method arrives.
     *
     * @return true if it has arrived already
     * @throws Throwable the failure that has arrived
     */
    public boolean waitForResult() throws Throwable {
        if (!hasResult && failure == null) {
            suspension().beginUntilResult();
            exchange.resultAwaited();
            return false;
        }
        endSuspension();
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /**
     * Responds with a {@code Response} or an entity and leaves out all steps but the last. Called in a step, which then returns false, on
     * the event loop.
     *
     * @param value a {@code Response}, or what a method could have returned
     */
    public void respond(final Object value) {
        result = value;
        hasResult = true;
        endSuspension();
        skipToResponse();
        run();
    }

    private void skipToResponse() {
        if (method() == null) {
            steps = handler.responseWithoutMethod();
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
        exchange.resultReceived();
        if (suspension == null || !suspension.endWithResult()) {
            return; // the invocation does not wait yet
        }
        if (failure != null) {
            fail(failure);
        } else {
            skipToResponse();
            run();
        }
    }

    /** Sends the complete response, or the rest of it. */
    public void send() {
        data.response().send();
        data.completed(failure);
    }

    /** Records that the response has been sent without RESTEasy's view of it, or is being sent. */
    public void sent() {
        data.completed(failure);
    }

    /**
     * Responds to a failure as the application's mappers say, or else by the table of errors. On the event loop.
     *
     * @param error the cause of the failure
     */
    public void fail(final Throwable error) {
        final Throwable cause = Unwrapping.ofStage(error);
        if (failing) {
            if (cause != failure && failure != null) {
                cause.addSuppressed(failure);
            }
            exchange.fail(cause);
            return;
        }
        if (Unwrapping.ofMethod(cause) instanceof final MalformedRequestException malformed) {
            exchange.response().refuse(malformed);
            data.completed(malformed);
            return;
        }
        failing = true;
        failure = cause;
        endSuspension();
        if (exchange.isFinished()) {
            data.completed(cause);
            return;
        }
        handler.failures().write(this, cause);
    }

    @Override
    public @Nullable Throwable failure() {
        return failure == null ? null : Unwrapping.ofMethod(failure);
    }

    @Override
    public void disconnected() {
        data.disconnected();
    }

    @Override
    public void deadlinePassed() {
        data.subscriptions().dispose();
    }

    @Override
    public void unavailable(final String detail) {
        data.completed(new ServiceUnavailableException(detail));
    }

    @Override
    public void failed(final Throwable error) {
        data.completed(error);
    }

    @Override
    public void stopping() {
        data.subscriptions().stopping();
    }

    @Override
    public void finished(final RequestContext context, final boolean atOnce) {
        data.finished(context, atOnce);
    }

    /**
     * Reads the body on a worker thread.
     *
     * @return completes on the event loop; never if the request finishes before
     */
    public CompletionStage<@Nullable Object> readOnWorker(final Callable<@Nullable Object> reading) {
        return exchange.workers().run(exchange.body().onWorker(reading), data.retain());
    }

    /** Returns the request and response on the connection. */
    @Override
    public Exchange exchange() {
        return exchange;
    }

    /** Returns what all requests have in common. */
    public RestHandler handler() {
        return handler;
    }

    /** Returns the matched resource method; null before it is known. */
    public @Nullable MethodModel method() {
        return call.method();
    }

    @Override
    public MethodCall call() {
        return call;
    }

    /** Returns the value of the response: the one that the method has returned, or that has arrived later. */
    public @Nullable Object result() {
        return hasResult ? result : call.returned();
    }

    @Override
    public ResteasyContextData data() {
        return data;
    }

    @Override
    public ResteasyContainer container() {
        return handler.container();
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

    /** Returns the headers of the request, created on first use. */
    public RequestHeaders headers() {
        return data.headers();
    }

    /** Returns the URI of the request, created on first use. */
    public RequestUri uri() {
        return data.uri();
    }

    /** Returns true if a writer of the application writes a source, such as a {@code Flowable}, as a whole. */
    public boolean writesSource(final Class<?> type, final @Nullable MediaType declared) {
        return handler.writesSource(type, declared == null ? call.chosenType() : declared);
    }

    @Override
    public @Nullable String description() {
        final MethodModel known = method();
        return known == null ? null : known.toString();
    }

    @Override
    public @Nullable String user() {
        return data.user();
    }

    @Override
    public String toString() {
        return Objects.requireNonNullElse(description(), "no method");
    }
}
