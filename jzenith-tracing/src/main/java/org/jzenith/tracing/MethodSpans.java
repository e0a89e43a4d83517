package org.jzenith.tracing;

import com.google.inject.Provider;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import org.jzenith.rest.pipeline.Invocation;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.tracing.internal.configuration.TracingConfiguration;
import org.jzenith.tracing.internal.span.OpenSpan;
import org.jzenith.tracing.internal.span.Trace;
import org.jzenith.tracing.internal.span.Traces;

/**
 * Starts a span before each resource method, if the setting asks for it. The span is current during the method's work, and ends with
 * the request.
 */
final class MethodSpans implements StepProvider {

    private final Provider<TracingConfiguration> settings;
    private final Provider<Traces> traces;

    MethodSpans(final Provider<TracingConfiguration> settings, final Provider<Traces> traces) {
        this.settings = settings;
        this.traces = traces;
    }

    private record BeginSpan(Traces traces, String method) implements Step {

        @Override
        public boolean run(final Invocation invocation) {
            final OpenSpan open = traces.child(SpanKind.INTERNAL, method);
            final Trace trace = open == null ? null : open.trace();
            if (open != null && trace != null) {
                open.span().setAttribute("code.function.name", method);
                trace.endWithRoot(open);
                TraceElement.enter(Context.current().with(open.span()));
            }
            return true;
        }

        @Override
        public String description() {
            return "start span";
        }
    }

    @Override
    public void addTo(final MethodSteps steps) {
        if (TracingModule.isOn(settings.get()) && settings.get().resourceMethods()) {
            steps.add(
                    StepPhase.CALL,
                    new BeginSpan(
                            traces.get(),
                            steps.method().getResourceClass().getSimpleName() + "."
                                    + steps.method().getResourceMethod().getName()));
        }
    }
}
