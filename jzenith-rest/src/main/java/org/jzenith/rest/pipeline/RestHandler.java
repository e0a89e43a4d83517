package org.jzenith.rest.pipeline;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Vertx;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpHandler;
import org.jzenith.http.request.EventLoopExecutor;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.resteasy.OwnProviders;
import org.jzenith.rest.resteasy.ResteasyContainer;
import org.jzenith.rest.rx.StreamSettings;
import org.jzenith.rest.rx.StreamedRequest;

/**
 * Handles the requests of a listener: each gets an {@link Invocation}. Holds what all of them share. Immutable and safe for use by many
 * threads.
 */
public final class RestHandler implements HttpHandler {

    private final ResteasyContainer container;
    private final Errors errors;
    private final FailureWriter failures;
    private final Blocking blocking;
    private final StreamSettings streams;
    private final ResultConversions results;
    private final OwnProviders ownWriters;
    private final OwnProviders writersOfSources;
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
            final Step[] first,
            final Step response) {
        this.container = container;
        this.errors = errors;
        this.failures = failures;
        this.blocking = blocking;
        this.streams = streams;
        this.results = results;
        this.ownWriters = OwnProviders.writers(container.providers());
        this.writersOfSources = ownWriters.ofSources(results::awaited);
        this.first = first.clone();
        this.responseWithoutMethod = new Step[] {response};
    }

    @Override
    public Task task(final Exchange exchange) {
        return new Invocation(exchange, this);
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

    Step[] first() {
        return first;
    }

    Step[] responseWithoutMethod() {
        return responseWithoutMethod;
    }

    /** Returns the results of other libraries that plugins know. */
    public ResultConversions results() {
        return results;
    }

    /** Returns true if a writer of the application writes a source, such as a {@code Flowable}, as a whole. */
    boolean writesSource(final Class<?> type, final MediaType mediaType) {
        return !writersOfSources.isEmpty() && writersOfSources.mayTake(type, mediaType);
    }

    /** Returns RESTEasy, as all requests share it. */
    public ResteasyContainer container() {
        return container;
    }

    /** Returns the threads for work that may block. */
    public Blocking blocking() {
        return blocking;
    }

    /** Returns the body writers of the application. */
    public OwnProviders ownWriters() {
        return ownWriters;
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
