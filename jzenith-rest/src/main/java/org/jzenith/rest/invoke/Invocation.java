package org.jzenith.rest.invoke;

import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.InputStream;
import java.security.Principal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.resteasy.core.ResourceMethodInvoker;
import org.jboss.resteasy.core.registry.SegmentNode;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.specimpl.ResteasyUriInfo;
import org.jboss.resteasy.spi.ApplicationException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.http.exchange.MalformedRequestException;
import org.jzenith.http.exchange.RequestHandler;
import org.jzenith.rest.multipart.MultipartForms;
import org.jzenith.rest.rx.Subscriptions;
import org.jzenith.rest.sse.ServerSentEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way through the steps of its resource method. A step may leave it waiting; then whatever it waits
 * for resumes it on the event loop. Used on the event loop and, while a blocking method runs, by its worker thread.
 */
final class Invocation implements RequestHandler.Call, Subscriptions.ResultCallback, Subscriptions.StreamedRequest {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestPipeline.class);

    private static final CharSequence ACCEPT = HttpHeaders.createOptimized("Accept");

    private enum State {
        RUNNING,
        WAITING,
        /** The result has arrived before the invocation waits for it. */
        ARRIVED
    }

    private final Exchange exchange;
    private final RequestPipeline pipeline;
    private final ResteasyContextData data;
    private State state = State.RUNNING;
    private Step[] steps;
    private int next;
    private @Nullable CompiledMethod method;
    private @Nullable PathMatch pathMatch;
    private @Nullable Object resource;
    private Object @Nullable [] arguments;
    private @Nullable Object returned;
    private @Nullable Object result;
    private boolean hasResult;
    private @Nullable Throwable failure;
    private boolean failing;
    private boolean eventsBegun;
    private @Nullable Runnable endAtStop;
    private MultipartForms.@Nullable FormParts form;

    Invocation(final Exchange exchange, final RequestPipeline pipeline) {
        this.exchange = exchange;
        this.pipeline = pipeline;
        this.data = new ResteasyContextData(this, exchange);
        this.steps = pipeline.first();
    }

    /** The method or locator is known: its steps follow. */
    void matched(final PathMatch found) {
        pathMatch = found;
        arguments = null; // those of the locator
        final Endpoint endpoint = found.selection().target();
        if (endpoint instanceof CompiledMethod compiled) {
            method = compiled;
            exchange.matched(compiled.route(), compiled);
        }
        if (found.selection().negotiated()) {
            exchange.response().addVary(ACCEPT);
        }
        steps = endpoint.steps();
        next = 0;
        final RequestUri uri = data.uriIfMade();
        if (uri != null) {
            uri.matched(found);
        }
    }

    /** Tells the URI as RESTEasy sees it what has been matched by now. */
    void describe(final ResteasyUriInfo uri) {
        if (pathMatch != null) {
            pathMatch.describe(uri);
            if (resource != null) {
                uri.pushCurrentResource(resource);
            }
        }
    }

    /** What RESTEasy looks up among the attributes of a request, unless somebody has set it. */
    @Nullable
    Object attribute(final String name) {
        final CompiledMethod known = method;
        final PathMatch match = pathMatch;
        if (known == null || match == null) {
            return null;
        }
        if (name.equals(ResourceMethodInvoker.class.getName())) {
            return known.invoker();
        }
        return name.equals(SegmentNode.RESTEASY_CHOSEN_ACCEPT)
                ? match.selection().chosen()
                : null;
    }

    PathMatch requirePathMatch() {
        return Objects.requireNonNull(pathMatch);
    }

    @Nullable
    PathMatch pathMatch() {
        return pathMatch;
    }

    @Override
    public void run() {
        try {
            while (next < steps.length) {
                if (!steps[next++].run(this)) {
                    return;
                }
            }
        } catch (final Throwable e) {
            fail(e);
        }
    }

    /**
     * Waits for something else than the result.
     *
     * @return resumes the invocation, on any thread; does nothing if it was answered meanwhile
     */
    Runnable waitForResume() {
        state = State.WAITING;
        final int waiting = next;
        return () -> exchange.execute(() -> {
            if (state == State.WAITING && next == waiting && !exchange.isFinished()) {
                state = State.RUNNING;
                run();
            }
        });
    }

    /** What the invocation waited for was there already. */
    void resumed() {
        state = State.RUNNING;
    }

    /** Waits for the result of the method; true if it is there. */
    boolean waitForResult() throws Throwable {
        if (state != State.ARRIVED) {
            state = State.WAITING;
            return false;
        }
        state = State.RUNNING;
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    @Override
    public void onResult(final @Nullable Object value) {
        result = value;
        hasResult = true;
        arrived();
    }

    @Override
    public void onFailure(final Throwable error) {
        failure = error;
        arrived();
    }

    private void arrived() {
        if (state != State.WAITING) {
            state = State.ARRIVED;
            return;
        }
        state = State.RUNNING;
        if (failure != null) {
            fail(failure);
        } else {
            skipToResponse();
            run();
        }
    }

    /** The rest of the steps but the last is not needed: there is a result. */
    private void skipToResponse() {
        if (method == null) {
            steps = pipeline.responseWithoutMethod();
            next = 0;
        } else {
            next = steps.length - 1;
        }
    }

    /** Whether a writer of the application writes a source, such as a {@code Flowable}, as a whole. */
    boolean writesSource(final Class<?> type, final @Nullable MediaType declared) {
        final OwnProviders writers = pipeline.writersOfSources();
        if (writers.isEmpty()) {
            return false;
        }
        final MediaType chosen = method == null
                ? MediaType.WILDCARD_TYPE
                : requirePathMatch().selection().chosen();
        return writers.mayTake(type, declared == null ? chosen : declared);
    }

    /** Answers with a response or an entity, whatever steps are left. Called in a step, which then returns false. */
    void answer(final Object value) {
        result = value;
        hasResult = true;
        skipToResponse();
        run();
    }

    /** Writes a response: media type, response filters, interceptors and writer. */
    void write(final Response response) {
        write(ResultResponse.built(data.request(), response), null);
    }

    /**
     * Writes a response.
     *
     * @param representation how the entity is written if no filter changes it; null if that is not known
     */
    void write(final BuiltResponse response, final @Nullable Representation representation) {
        new EntityWriting(this, response, representation).write();
    }

    /** Begins to write the events that are sent to the sink of the method, once. */
    void writeEvents() {
        if (eventsBegun
                || exchange.isFinished()
                || !(data.ifMade(SseEventSink.class) instanceof final ServerSentEvents.Sink sink)) {
            return;
        }
        eventsBegun = true;
        try {
            write(
                    ResultResponse.of(
                            request(),
                            Response.ok(sink.events(), MediaType.SERVER_SENT_EVENTS_TYPE)
                                    .build()),
                    null);
        } catch (final RuntimeException e) {
            fail(e);
        }
    }

    /** Answers 200 with content, and with the headers that the method has set in RESTEasy's response. */
    void send(final CharSequence contentType, final Buffer content) {
        final RestResponse made = data.responseIfMade();
        if (made == null || !made.hasHeaders()) {
            exchange.response().send(contentType, content);
        } else {
            made.getOutputHeaders().putSingle("Content-Type", contentType.toString());
            made.setContent(content);
            made.send();
        }
        completed(null);
    }

    /** Answers 204; false if RESTEasy's response has been made, which may have headers. */
    boolean sendNoContent() {
        if (data.responseIfMade() != null) {
            return false;
        }
        exchange.response().sendNoContent();
        completed(null);
        return true;
    }

    /** The response is written: sends it, or the rest of it. */
    void end() {
        data.response().send();
        completed(failure);
    }

    /** Something else has sent the response, or sends it from now on. */
    void sent() {
        completed(failure);
    }

    /** Answers a failure as the application's mappers say, or else by the table of errors. */
    void fail(final Throwable error) {
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
        if (thrown instanceof MalformedRequestException malformed) {
            exchange.response().refuse(malformed);
            completed(malformed);
            return;
        }
        failing = true;
        failure = cause;
        state = State.RUNNING;
        if (exchange.isFinished()) {
            completed(cause);
            return;
        }
        FailureResponse.write(this, cause);
    }

    /** The request has been answered, or has failed: tells the callbacks of a suspended request. */
    private void completed(final @Nullable Throwable error) {
        final RequestAsyncContext suspended = suspended();
        if (suspended != null) {
            suspended.finished(error);
        }
    }

    private @Nullable RequestAsyncContext suspended() {
        final RestRequest made = data.requestIfMade();
        return made == null ? null : made.suspended();
    }

    @Override
    public ResteasyContextData threadLocals() {
        return data;
    }

    @Override
    public @Nullable String description() {
        final CompiledMethod known = method;
        return known == null ? null : known.toString();
    }

    /** The principal of the {@code SecurityContext} that a filter has set. */
    @Override
    public @Nullable String user() {
        final SecurityContext set = data.ifMade(SecurityContext.class);
        final Principal principal = set == null ? null : set.getUserPrincipal();
        return principal == null ? null : principal.getName();
    }

    /** What the response was made of; null if it was not made of an error. */
    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void disconnected() {
        final RequestAsyncContext suspended = suspended();
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

    @Override
    public void execute(final Runnable work) {
        exchange.execute(work);
    }

    @Override
    public void executeLater(final Runnable work) {
        exchange.executeLater(work);
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
    public void stopping() {
        if (endAtStop != null) {
            endAtStop.run();
        }
    }

    @Override
    public byte[] problem(final Throwable error) {
        return pipeline.problem(error, exchange);
    }

    @Override
    public Subscriptions.Settings streams() {
        return pipeline.streams();
    }

    /** Waits for the whole body; a request that RESTEasy has seen before gets it. */
    void receiveBody() {
        state = State.WAITING;
        exchange.body().receive(() -> {
            final RestRequest made = data.requestIfMade();
            if (made != null) {
                made.received(exchange.body().stream());
            }
            if (state == State.WAITING && !exchange.isFinished()) {
                state = State.RUNNING;
                run();
            }
        });
    }

    /** The received body, or what a filter has put in its place. */
    InputStream body() {
        final RestRequest made = data.requestIfMade();
        return made == null ? exchange.body().stream() : made.getInputStream();
    }

    /**
     * Reads the body on a worker thread.
     *
     * @return completes on the event loop; never if the request finishes before
     */
    CompletionStage<@Nullable Object> readOnWorker(final Callable<@Nullable Object> reading) {
        return exchange.body().readOnWorker(reading, retain());
    }

    /**
     * Retains the body and the files made of it for work that may outlast the request. The returned action releases
     * them, on any thread; a second run does nothing.
     */
    Runnable retain() {
        final Runnable body = exchange.body().retain();
        data.retain();
        final AtomicBoolean released = new AtomicBoolean();
        return () -> {
            if (released.compareAndSet(false, true)) {
                body.run();
                data.release();
            }
        };
    }

    /** The steps that follow are done by another. */
    void skip(final int count) {
        next += count;
    }

    /** The parts of the body, when they have arrived; null if it has none. */
    MultipartForms.@Nullable FormParts form() {
        return form;
    }

    /** Keeps the parts of the body until the request has ended. */
    void setForm(final MultipartForms.FormParts received) {
        form = received;
        atEnd(received::release);
    }

    /** Runs work when the request has ended and no other thread works for it. */
    void atEnd(final Runnable work) {
        data.addCleanup(work);
    }

    /** The HTTP method as it is now: a filter may have changed it. */
    String httpMethod() {
        final RestRequest made = data.requestIfMade();
        return made == null ? exchange.request().method().name() : made.getHttpMethod();
    }

    /** Whether a filter has replaced the URI. */
    boolean isUriChanged() {
        final RequestUri uri = data.uriIfMade();
        return uri != null && uri.isReplaced();
    }

    /** What somebody has asked for; null if nobody has. */
    <T> @Nullable T contextObjectIfMade(final Class<T> type) {
        return data.ifMade(type);
    }

    RestRequest request() {
        return data.request();
    }

    RestResponse response() {
        return data.response();
    }

    /** Null if nobody has asked for RESTEasy's response. */
    @Nullable
    RestResponse responseIfMade() {
        return data.responseIfMade();
    }

    RequestHeaders headers() {
        return data.headers();
    }

    RequestUri uri() {
        return data.uri();
    }

    Subscriptions subscriptions() {
        return data.subscriptions();
    }

    Exchange exchange() {
        return exchange;
    }

    RequestPipeline pipeline() {
        return pipeline;
    }

    @Nullable
    CompiledMethod method() {
        return method;
    }

    void setResource(final Object made) {
        resource = made;
        final RequestUri uri = data.uriIfMade();
        if (uri != null) {
            uri.found(made);
        }
    }

    Object resource() {
        return Objects.requireNonNull(resource);
    }

    void setArguments(final Object @Nullable [] values) {
        arguments = values;
    }

    Object @Nullable [] arguments() {
        return arguments;
    }

    void setReturned(final @Nullable Object value) {
        returned = value;
    }

    /** What the method has returned. */
    @Nullable
    Object returned() {
        return returned;
    }

    /** What is answered: what the method has returned, or what has arrived later. */
    @Nullable
    Object result() {
        return hasResult ? result : returned;
    }

    @Override
    public String toString() {
        return method == null ? "no method" : method.toString();
    }
}
