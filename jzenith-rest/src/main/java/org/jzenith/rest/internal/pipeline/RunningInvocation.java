package org.jzenith.rest.internal.pipeline;

import io.reactivex.Completable;
import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.ServiceUnavailableException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.context.RequestContext;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.rest.internal.error.Unwrapping;
import org.jzenith.rest.internal.resteasy.RequestHeaders;
import org.jzenith.rest.internal.resteasy.RequestUri;
import org.jzenith.rest.internal.resteasy.RestRequest;
import org.jzenith.rest.internal.resteasy.RestResponse;
import org.jzenith.rest.internal.resteasy.ResteasyContainer;
import org.jzenith.rest.internal.resteasy.ResteasyContextData;
import org.jzenith.rest.internal.resteasy.RoutedRequest;
import org.jzenith.rest.internal.route.MethodTable;
import org.jzenith.rest.internal.rx.Subscriptions;
import org.jzenith.rest.pipeline.Step;

/** Matches a request with a resource method and runs its steps. A step may suspend it; it then resumes on the event loop. */
final class RunningInvocation implements RestInvocation, RequestHandler.Task, RoutedRequest {

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

    RunningInvocation(final Exchange exchange, final RestHandler handler) {
        this.exchange = exchange;
        this.handler = handler;
        this.data = new ResteasyContextData(this, new Subscriptions(handler.streamed(exchange)));
        this.call = new MethodCall(data);
        this.steps = handler.first();
    }

    @Override
    public void run() {
        try {
            while (next < steps.length || match()) {
                if (!steps[next++].run(this)) {
                    return;
                }
                if (suspension != null && suspension.isActive()) {
                    throw new IllegalStateException("The step '" + steps[next - 1].description() + "' of " + this
                            + " has suspended the request, but returned true. Return false after suspendUntil(..).");
                }
            }
        } catch (final Throwable e) {
            fail(e);
        }
    }

    /** Finds the method or locator when the first steps have run. Returns false if no steps follow. */
    private boolean match() {
        if (steps != handler.first()) {
            return false;
        }
        if (data.hasDescribingHeaders()) {
            headers().checkNegotiation();
        }
        final RequestUri made = data.uriIfMade();
        if (made != null && made.isReplaced()) {
            final String path = made.getMatchingPath();
            return select(handler.methods().match(path, 0, path.length()), 0);
        }
        final String path = exchange.request().pathAndQuery();
        final int query = path.indexOf('?');
        final int start = exchange.request().basePath().length();
        final MethodTable.Match<RouteTarget> match =
                handler.methods().match(path, start, query < 0 ? path.length() : query);
        return (match != null || !exchange.passToNext()) && select(match, start);
    }

    @Override
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

    @Override
    public void skip(final int count) {
        next += count;
    }

    @Override
    public InvocationSuspension suspension() {
        if (suspension == null) {
            suspension = new InvocationSuspension(this, this);
        }
        return suspension;
    }

    private void endSuspension() {
        if (suspension != null) {
            suspension.end();
        }
    }

    @Override
    public void suspendUntil(final Completable work) {
        suspension().beginUntil(work);
    }

    @Override
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

    @Override
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

    @Override
    public void send() {
        data.response().send();
        data.completed(failure);
    }

    @Override
    public void sent() {
        data.completed(failure);
    }

    @Override
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
    public void finished(final RequestContext context) {
        data.finished(context);
    }

    @Override
    public Exchange exchange() {
        return exchange;
    }

    @Override
    public @Nullable RestMethod method() {
        return call.method();
    }

    @Override
    public MethodCall call() {
        return call;
    }

    @Override
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
    public Blocking blocking() {
        return handler.blocking();
    }

    @Override
    public ResultConversions results() {
        return handler.results();
    }

    @Override
    public ResteasyContextData threadLocals() {
        return data;
    }

    @Override
    public RestRequest request() {
        return data.request();
    }

    @Override
    public RestResponse response() {
        return data.response();
    }

    @Override
    public RequestHeaders headers() {
        return data.headers();
    }

    @Override
    public RequestUri uri() {
        return data.uri();
    }

    @Override
    public @Nullable String description() {
        final RestMethod known = method();
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
