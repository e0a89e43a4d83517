package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.internal.pipeline.RestStep;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Methods that send events to an {@code SseEventSink}: opens the sink before the call and waits for its first event after it. */
record SinkSteps(ServerSentEvents.Sinks sinks) implements StepProvider {

    @Override
    public void addTo(final MethodSteps steps) {
        if (Arrays.stream(RestMethod.of(steps.method()).declared().getParams()).anyMatch(SinkSteps::isSink)) {
            steps.add(StepPhase.BODY_RECEIVED, new Open(sinks));
            steps.add(StepPhase.RESULT, new Await());
        }
    }

    private static boolean isSink(final Parameter parameter) {
        return parameter.getParamType() == ParamType.CONTEXT && parameter.getType() == SseEventSink.class;
    }

    private record Open(ServerSentEvents.Sinks sinks) implements RestStep {

        @Override
        public boolean run(final RestInvocation invocation) {
            final EventSink sink = sinks.open(new EventResponse(invocation));
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
     * Starts the response, unless the first event has started it. A sink that the method closes without an event gets a 204,
     * which tells a client not to connect again (HTML, 9.2.4).
     */
    private record Await() implements RestStep {

        @Override
        public boolean run(final RestInvocation invocation) throws Throwable {
            if (invocation.data().ifMade(SseEventSink.class) instanceof final EventSink sink
                    && !sink.awaitsLastEvents()) {
                if (sink.isClosedUnused()) {
                    invocation.respond(Response.noContent().build());
                    return false;
                }
                sink.response().write(sink);
            }
            return invocation.waitForResult(); // a sink of RESTEasy's responds by itself
        }

        @Override
        public String description() {
            return "await first event";
        }
    }
}
