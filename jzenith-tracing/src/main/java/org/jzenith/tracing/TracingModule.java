package org.jzenith.tracing;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.OptionalBinder;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.extension.trace.propagation.B3Propagator;
import jakarta.inject.Singleton;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.ExemplarSource;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.rest.RestContribution;
import org.jzenith.tracing.internal.configuration.TracingConfiguration;
import org.jzenith.tracing.internal.span.Trace;
import org.jzenith.tracing.internal.span.Traces;

/** Binds the observers, the context element and the objects of OpenTelemetry. */
final class TracingModule extends AbstractModule {

    /** Creates it. */
    TracingModule() {
        // the settings say all
    }

    /** Returns true if the settings turn tracing on. */
    static boolean isOn(final TracingConfiguration settings) {
        return settings.enabled() && settings.endpoint().isPresent();
    }

    @Override
    protected void configure() {
        bind(TraceExport.class);
        bind(RequestSpans.class).in(Singleton.class);
        bind(WorkSpans.class).in(Singleton.class);
        bind(TraceHeaders.class).in(Singleton.class);
        final Provider<TracingConfiguration> settings = getProvider(TracingConfiguration.class);
        ContextElements.binder(binder()).addBinding().toProvider(() -> new TraceElement(isOn(settings.get())));
        final Provider<RequestSpans> requests = getProvider(RequestSpans.class);
        observe(RequestEvent.Begun.class, requests, RequestSpans::begun);
        SpanObservers.bindIf(
                on -> isOn(on) && on.databaseApplicationName(),
                binder(),
                RequestEvent.Matched.class,
                requests,
                RequestSpans::matched);
        observe(RequestEvent.Answered.class, requests, RequestSpans::answered);
        observe(RequestEvent.Disposed.class, requests, RequestSpans::disposed);
        final Provider<WorkSpans> work = getProvider(WorkSpans.class);
        observe(WorkEvent.Begun.class, work, WorkSpans::begun);
        observe(WorkEvent.Described.class, work, WorkSpans::described);
        observe(WorkEvent.Sent.class, work, WorkSpans::sent);
        observe(WorkEvent.Retried.class, work, WorkSpans::retried);
        observe(WorkEvent.Ended.class, work, WorkSpans::ended);
        observe(WorkEvent.Rejected.class, work, WorkSpans::rejected);
        final Provider<TraceHeaders> headers = getProvider(TraceHeaders.class);
        OutboundHeaders.binder(binder())
                .addBinding()
                .toProvider(() -> isOn(settings.get()) ? headers.get() : (call, none) -> {});
        RestContribution.create()
                .withSteps(new MethodSpans(settings, getProvider(Traces.class)))
                .onAllListeners()
                .bind(binder());
        if (MessageModule.isUsable()) {
            install(new MessageModule());
        }
        OptionalBinder.newOptionalBinder(binder(), ExemplarSource.class)
                .setBinding()
                // null if tracing is off, so that metrics look for no trace
                .toProvider(() -> isOn(settings.get()) ? TracingModule::exemplar : null);
    }

    /** Returns the ids of a request's first span, which metrics show as an exemplar; null if the trace will not be exported. */
    private static ExemplarSource.@Nullable SpanIds exemplar(final RequestContext request) {
        return request.trace() instanceof final Trace trace && trace.mayBeExported()
                ? new ExemplarSource.SpanIds(trace.traceId(), trace.spanId())
                : null;
    }

    private <E extends Event, S> void observe(
            final Class<E> events, final Provider<S> spans, final BiConsumer<S, E> observer) {
        SpanObservers.bind(binder(), events, spans, observer);
    }

    @Provides
    @Singleton
    static Traces traces(final TracingConfiguration settings) {
        return new Traces(
                settings.endpoint().orElse(""), settings.serviceName(), settings.ratio(), propagator(settings));
    }

    private static TextMapPropagator propagator(final TracingConfiguration settings) {
        return settings.propagation() == TracingConfiguration.Propagation.B3
                ? B3Propagator.injectingSingleHeader()
                : W3CTraceContextPropagator.getInstance();
    }

    /** Returns OpenTelemetry; its no-op implementation if tracing is off. */
    @Provides
    @Singleton
    static OpenTelemetry openTelemetry(final TracingConfiguration settings, final Provider<Traces> traces) {
        return isOn(settings) ? traces.get().openTelemetry() : OpenTelemetry.noop();
    }

    @Provides
    @Singleton
    static Tracer tracer(final OpenTelemetry openTelemetry) {
        return openTelemetry.getTracer("application");
    }
}
