package org.jzenith.rest.sse;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.write.EntityWriting;
import org.jzenith.rest.write.ResultResponse;

/** Methods that send events to an {@code SseEventSink}: opens the sink before the call and waits for its first event after it. */
public final class SinkSteps implements StepProvider {

    private final ServerSentEvents.Sinks sinks;

    /**
     * Creates it.
     *
     * @param writers find the writer of data
     * @param limit bytes of events that may wait for one client
     * @param limitOfAll bytes of events that may wait together
     */
    public SinkSteps(final Providers writers, final long limit, final long limitOfAll) {
        this.sinks = new ServerSentEvents.Sinks(new EventText(writers), limit, limitOfAll);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        if (Arrays.stream(steps.method().declared().getParams()).anyMatch(SinkSteps::isSink)) {
            steps.add(StepPhase.BODY_RECEIVED, new Open(sinks));
            steps.add(StepPhase.RESULT, new Await());
        }
    }

    private static boolean isSink(final Parameter parameter) {
        return parameter.getParamType() == ParamType.CONTEXT && parameter.getType() == SseEventSink.class;
    }

    private record Open(ServerSentEvents.Sinks sinks) implements Step {

        @Override
        public boolean run(final Invocation invocation) {
            final EventResponse response = new EventResponse(invocation);
            final ServerSentEvents.Sink sink = sinks.open(response);
            response.sink = sink;
            invocation.data().put(EventResponse.class, response);
            invocation.data().put(SseEventSink.class, sink);
            invocation.data().subscriptions().add(sink);
            return true;
        }

        @Override
        public String description() {
            return "open event sink";
        }
    }

    /**
     * Begins the response, unless the first event has begun it. A sink that the method closes without an event gets a 204,
     * which tells a client not to connect again (HTML, 9.2.4).
     */
    private record Await() implements Step {

        @Override
        public boolean run(final Invocation invocation) throws Throwable {
            if (invocation.data().ifMade(SseEventSink.class) instanceof final ServerSentEvents.Sink sink
                    && !sink.awaitsLastEvents()) {
                if (sink.isClosedUnused()) {
                    invocation.respond(Response.noContent().build());
                    return false;
                }
                Objects.requireNonNull(invocation.data().ifMade(EventResponse.class))
                        .write();
            }
            return invocation.waitForResult(); // a sink of RESTEasy's responds by itself
        }

        @Override
        public String description() {
            return "await first event";
        }
    }

    /** The response whose content is the events of a sink. */
    private static final class EventResponse implements ServerSentEvents.SinkRequest {

        private final Invocation invocation;
        private ServerSentEvents.@Nullable Sink sink;
        private boolean begun;

        EventResponse(final Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public void begin() {
            invocation.exchange().execute(this::write);
        }

        /** Begins to write the events, once. */
        private void write() {
            if (begun || invocation.exchange().isFinished()) {
                return;
            }
            begun = true;
            try {
                EntityWriting.write(
                        invocation,
                        ResultResponse.of(
                                invocation.request(),
                                Response.ok(Objects.requireNonNull(sink).events(), MediaType.SERVER_SENT_EVENTS_TYPE)
                                        .build()),
                        null);
            } catch (final RuntimeException e) {
                invocation.fail(e);
            }
        }

        @Override
        public void endUnused() {
            invocation.onResult(Response.noContent().build());
        }

        @Override
        public void breakOff() {
            invocation.exchange().execute(invocation.exchange().response()::abort);
        }

        @Override
        public void dispatch(final Runnable work) {
            invocation.exchange().dispatch(work);
        }

        @Override
        public ScheduledExecutorService eventLoop() {
            return invocation.exchange().eventLoop();
        }
    }
}
