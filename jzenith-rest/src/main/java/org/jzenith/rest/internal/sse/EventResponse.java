package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.ScheduledExecutorService;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.write.EntityWriting;
import org.jzenith.rest.internal.write.ResultResponse;

/** The response whose content is the events of a sink. */
final class EventResponse {

    private final RestInvocation invocation;
    private boolean begun;

    EventResponse(final RestInvocation invocation) {
        this.invocation = invocation;
    }

    /** Starts the response with the first event. Called on any thread. */
    void begin(final EventSink sink) {
        invocation.exchange().execute(() -> write(sink));
    }

    /** Starts to write the events, once. */
    void write(final EventSink sink) {
        if (begun || invocation.exchange().isFinished()) {
            return;
        }
        begun = true;
        try {
            EntityWriting.write(
                    invocation,
                    ResultResponse.of(
                            invocation.request(),
                            Response.ok(sink, MediaType.SERVER_SENT_EVENTS_TYPE).build()),
                    null);
        } catch (final RuntimeException e) {
            invocation.fail(e);
        }
    }

    /** Responds without content: the sink has been closed without an event. Called on the event loop. */
    void endUnused() {
        invocation.onResult(Response.noContent().build());
    }

    /** Ends the response of a client that does not take the events. Called on any thread. */
    void breakOff() {
        invocation.exchange().execute(invocation.exchange().response()::abort);
    }

    /**
     * Runs work now, in the context of the request. Called on its event loop.
     *
     * @param work does not throw
     */
    void dispatch(final Runnable work) {
        invocation.exchange().dispatch(work);
    }

    /** Returns the event loop of the request, which is the same for all requests of this event loop. */
    ScheduledExecutorService eventLoop() {
        return invocation.exchange().eventLoop();
    }
}
