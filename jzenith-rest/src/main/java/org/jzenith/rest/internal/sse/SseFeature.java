package org.jzenith.rest.internal.sse;

import com.google.inject.Binder;
import jakarta.ws.rs.sse.Sse;
import org.jzenith.rest.internal.deployment.RestFeature;
import org.jzenith.rest.internal.deployment.RestFeatureContext;

/** Server-sent events: methods that take an {@code SseEventSink} or return a stream of them, and {@code Sse}. */
public final class SseFeature implements RestFeature {

    @Override
    public void configure(final Binder binder) {
        binder.bind(Sse.class).toInstance(new ServerSentEvents());
    }

    @Override
    public void addTo(final RestFeatureContext context) {
        final SseConfiguration settings = context.injector().getInstance(SseConfiguration.class);
        context.addStreamFormat(new EventStreams(settings.heartbeat(), settings.retry()));
        context.addSteps(new SinkSteps(new ServerSentEvents.Sinks(
                new EventText(context.providers()), settings.maxQueue().bytes(), context.maxBufferedResponses())));
    }
}
