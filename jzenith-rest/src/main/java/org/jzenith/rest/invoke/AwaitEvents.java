package org.jzenith.rest.invoke;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;
import org.jzenith.rest.sse.ServerSentEvents;

/**
 * Answers with the events that are sent to the sink of the method. A sink that the method closes without an event is
 * answered 204, which tells a client not to connect again (HTML, 9.2.4).
 */
final class AwaitEvents implements Step {

    private final MediaType mediaType;

    AwaitEvents(final ResourceMethod method) {
        this.mediaType = Arrays.stream(method.getProduces())
                .filter(MediaType.SERVER_SENT_EVENTS_TYPE::equals)
                .findFirst()
                .orElse(MediaType.SERVER_SENT_EVENTS_TYPE);
    }

    static boolean takesSink(final ResourceMethod method) {
        return Arrays.stream(method.getParams()).anyMatch(AwaitEvents::isSink);
    }

    private static boolean isSink(final Parameter parameter) {
        return parameter.getParamType() == ParamType.CONTEXT && parameter.getType() == SseEventSink.class;
    }

    @Override
    public boolean run(final Invocation invocation) throws Throwable {
        final ServerSentEvents.Sink sink =
                invocation.contextObjectIfMade(SseEventSink.class) instanceof final ServerSentEvents.Sink own
                        ? own
                        : null;
        if (sink != null) {
            invocation.onResult(
                    sink.isClosedUnused()
                            ? Response.noContent().build()
                            : Response.ok(sink.events(), mediaType).build());
        }
        return invocation.waitForResult(); // a sink of RESTEasy's answers by itself
    }
}
