package org.jzenith.rest.pipeline;

import org.jzenith.rest.entity.Representation;
import org.jzenith.rest.resteasy.RequestAsyncContext;
import org.jzenith.rest.resteasy.RestRequest;
import org.jzenith.rest.resteasy.RestResponse;
import org.jzenith.rest.write.EntityWriting;
import org.jzenith.rest.write.FailureResponse;
import org.jzenith.rest.write.ResultResponse;

import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.concurrent.CompletionException;
import org.jboss.resteasy.specimpl.BuiltResponse;
import org.jboss.resteasy.spi.ApplicationException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.http.exchange.MalformedRequestException;
import org.jzenith.rest.sse.ServerSentEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of one request: writes its result or its failure, once, and tells those who wait for the end. The steps before it are
 * those of {@link Invocation}.
 */
public abstract class InvocationEnd extends InvocationState {

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestPipeline.class);

    private @Nullable Throwable failure;
    private boolean failing;
    private boolean eventsBegun;

    InvocationEnd(final Exchange exchange, final RequestPipeline pipeline) {
        super(exchange, pipeline);
    }

    /** Writes a response: media type, response filters, interceptors and writer. */
    public void write(final Response response) {
        write(ResultResponse.built(data().request(), response), null);
    }

    /**
     * Writes a response.
     *
     * @param representation how the entity is written if no filter changes it; null if that is not known
     */
    public void write(final BuiltResponse response, final @Nullable Representation representation) {
        new EntityWriting(this, response, representation).write();
    }

    /** Begins to write the events that are sent to the sink of the method, once. */
    public void writeEvents() {
        if (eventsBegun
                || exchange().isFinished()
                || !(data().ifMade(SseEventSink.class) instanceof final ServerSentEvents.Sink sink)) {
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
    public void send(final CharSequence contentType, final Buffer content) {
        final RestResponse made = data().responseIfMade();
        if (made == null || !made.hasHeaders()) {
            exchange().response().send(contentType, content);
        } else {
            made.getOutputHeaders().putSingle("Content-Type", contentType.toString());
            made.setContent(content);
            made.send();
        }
        completed(null);
    }

    /** Answers 204; false if RESTEasy's response has been made, which may have headers. */
    public boolean sendNoContent() {
        if (data().responseIfMade() != null) {
            return false;
        }
        exchange().response().sendNoContent();
        completed(null);
        return true;
    }

    /** The response is written: sends it, or the rest of it. */
    public void end() {
        data().response().send();
        completed(failure);
    }

    /** Something else has sent the response, or sends it from now on. */
    public void sent() {
        completed(failure);
    }

    /** Answers a failure as the application's mappers say, or else by the table of errors. */
    public void fail(final Throwable error) {
        final Throwable cause =
                error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (failing) {
            if (cause != failure && failure != null) {
                cause.addSuppressed(failure);
            }
            exchange().fail(cause);
            return;
        }
        final Throwable thrown =
                cause instanceof ApplicationException && cause.getCause() != null ? cause.getCause() : cause;
        if (thrown instanceof MalformedRequestException malformed) {
            exchange().response().refuse(malformed);
            completed(malformed);
            return;
        }
        failing = true;
        failure = cause;
        endWaiting();
        if (exchange().isFinished()) {
            completed(cause);
            return;
        }
        FailureResponse.write(this, cause);
    }

    /** The request has failed, whatever it waits for. */
    abstract void endWaiting();

    /** The request has been answered, or has failed: tells the callbacks of a suspended request. */
    private void completed(final @Nullable Throwable error) {
        final RequestAsyncContext suspended = suspended();
        if (suspended != null) {
            suspended.finished(error);
        }
    }

    private @Nullable RequestAsyncContext suspended() {
        final RestRequest made = data().requestIfMade();
        return made == null ? null : made.suspended();
    }

    /** Before {@link #fail} answers it. */
    void setFailure(final Throwable error) {
        failure = error;
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
        data().subscriptions().dispose();
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
        if (!atOnce || !data().subscriptions().endUnused()) {
            try {
                context.run(data().subscriptions()::dispose);
            } catch (final RuntimeException e) {
                LOGGER.warn("The subscriptions of a request could not be disposed.", LogText.escape(e));
            }
        }
        data().clean();
    }
}
