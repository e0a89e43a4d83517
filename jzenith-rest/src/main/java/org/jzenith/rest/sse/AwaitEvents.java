package org.jzenith.rest.sse;

import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.Step;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.Arrays;
import org.jboss.resteasy.spi.metadata.Parameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceMethod;

/**
 * Begins the response of a method that sends events to a sink, unless the first event has begun it. A sink that the
 * method closes without an event is answered 204, which tells a client not to connect again (HTML, 9.2.4).
 */
public final class AwaitEvents implements Step {

    public static boolean takesSink(final ResourceMethod method) {
        return Arrays.stream(method.getParams()).anyMatch(AwaitEvents::isSink);
    }

    private static boolean isSink(final Parameter parameter) {
        return parameter.getParamType() == ParamType.CONTEXT && parameter.getType() == SseEventSink.class;
    }

    @Override
    public boolean run(final Invocation invocation) throws Throwable {
        if (invocation.contextObjectIfMade(SseEventSink.class) instanceof final ServerSentEvents.Sink sink) {
            if (sink.awaitsLastEvents()) {
                return invocation.waitForResult();
            }
            if (sink.isClosedUnused()) {
                invocation.answer(Response.noContent().build());
                return false;
            }
            invocation.writeEvents();
        }
        return invocation.waitForResult(); // a sink of RESTEasy's answers by itself
    }
}
