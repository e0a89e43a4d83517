package org.jzenith.rest.internal.pipeline;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpHandler;
import org.jzenith.http.internal.request.EventLoopExecutor;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.resteasy.ResteasyContainer;
import org.jzenith.rest.internal.route.MethodTable;
import org.jzenith.rest.internal.rx.StreamSettings;
import org.jzenith.rest.internal.rx.StreamedRequest;
import org.jzenith.rest.pipeline.Step;

/**
 * Handles the requests of a listener: each gets an {@link RestInvocation}. Holds what all of them share. Immutable and safe for use by many
 * threads.
 */
public final class RestHandler implements HttpHandler {

    private final ResteasyContainer container;
    private final Errors errors;
    private final FailureWriter failures;
    private final Blocking blocking;
    private final StreamSettings streams;
    private final ResultConversions results;
    private final MethodTable<RouteTarget> methods;
    private final Step[] first;
    private final Step[] responseWithoutMethod;

    /**
     * Creates it.
     *
     * @param container RESTEasy, with all providers
     * @param errors the table of errors
     * @param failures responds to failures
     * @param blocking runs work that may block
     * @param streams settings for writing streams
     * @param results the result types of other libraries
     * @param methods the methods and locators of root resources
     * @param first the steps before the method is known
     * @param response writes a response where no method is known
     */
    public RestHandler(
            final ResteasyContainer container,
            final Errors errors,
            final FailureWriter failures,
            final Blocking blocking,
            final StreamSettings streams,
            final ResultConversions results,
            final MethodTable<RouteTarget> methods,
            final Step[] first,
            final Step response) {
        this.container = container;
        this.errors = errors;
        this.failures = failures;
        this.blocking = blocking;
        this.streams = streams;
        this.results = results;
        this.methods = methods;
        this.first = first.clone();
        this.responseWithoutMethod = new Step[] {response};
    }

    @Override
    public Task task(final Exchange exchange) {
        return new RunningInvocation(exchange, this);
    }

    @Override
    public byte[] problem(final int status, final @Nullable String detail, final @Nullable String path) {
        return Errors.body(status, detail, path);
    }

    @Override
    public byte[] problem(final Throwable failure, final String method, final @Nullable String path) {
        return errors.unknownBody(failure, method, path);
    }

    @Override
    public boolean refusesMany() {
        return errors.refusesMany();
    }

    /** Returns the request of a stream. */
    StreamedRequest streamed(final Exchange exchange) {
        return new StreamedExchange(this, exchange);
    }

    FailureWriter failures() {
        return failures;
    }

    MethodTable<RouteTarget> methods() {
        return methods;
    }

    Step[] first() {
        return first;
    }

    Step[] responseWithoutMethod() {
        return responseWithoutMethod;
    }

    ResultConversions results() {
        return results;
    }

    ResteasyContainer container() {
        return container;
    }

    Blocking blocking() {
        return blocking;
    }

    private record StreamedExchange(RestHandler handler, Exchange exchange) implements StreamedRequest {

        @Override
        public EventLoopExecutor executor() {
            return exchange;
        }

        @Override
        public boolean isCurrent() {
            return exchange.isCurrent();
        }

        @Override
        public boolean isStopping() {
            return exchange.isStopping();
        }

        @Override
        public Disposable executeAfter(final Duration delay, final Runnable work) {
            final Vertx vertx = exchange.vertx();
            final long timer = vertx.setTimer(Math.max(1, delay.toMillis()), fired -> exchange.execute(work));
            return Disposables.fromRunnable(() -> vertx.cancelTimer(timer));
        }

        @Override
        public byte[] problem(final Throwable failure) {
            return handler.errors.problemBody(
                    failure,
                    exchange.request().method().name(),
                    exchange.request().displayPath());
        }

        @Override
        public StreamSettings streams() {
            return handler.streams;
        }
    }
}
