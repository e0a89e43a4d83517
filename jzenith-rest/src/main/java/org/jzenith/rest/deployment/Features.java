package org.jzenith.rest.deployment;

import com.google.inject.Injector;
import java.util.List;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.rest.argument.ArgumentSteps;
import org.jzenith.rest.elements.ElementSteps;
import org.jzenith.rest.form.FormSteps;
import org.jzenith.rest.admission.AdmitValue;
import org.jzenith.rest.admission.LimitSteps;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.sink.SinkSteps;
import org.jzenith.rest.sse.ServerSentEvents;
import org.jzenith.rest.step.CallSteps;
import org.jzenith.rest.step.FilterSteps;
import org.jzenith.rest.step.ResultSteps;
import org.jzenith.rest.step.ValidationSteps;
import org.jzenith.rest.write.ResponseSteps;

/** The features that add steps to resource methods. */
final class Features {

    private final FilterSteps filters;
    private final ArgumentSteps arguments;
    private final List<StepProvider> all;

    Features(final Deployment.Parts parts, final ResteasyProviderFactory providers, final Injector injector) {
        final ElementSteps elements = new ElementSteps(
                parts.forms(), parts.bodies().maxElement(), parts.bodies().maxOnEventLoop());
        final ValidationSteps validation = new ValidationSteps(providers);
        filters = new FilterSteps(injector.getInstance(JZenithConfiguration.class).blockingThreads());
        arguments = new ArgumentSteps(providers, List.of(elements));
        all = List.of(
                new LimitSteps(injector, parts.rateLimitKeys()),
                filters,
                elements,
                new FormSteps(parts.forms()),
                AdmitValue.provider(parts.bodies().maxOnEventLoop()),
                arguments,
                validation,
                new SinkSteps(new ServerSentEvents.Sinks(
                        new ServerSentEvents.Encoder(providers),
                        parts.eventLimits().queue(),
                        parts.eventLimits().all())),
                new CallSteps(providers),
                new ResultSteps(providers, validation),
                new ResponseSteps(providers));
    }

    FilterSteps filters() {
        return filters;
    }

    ArgumentSteps arguments() {
        return arguments;
    }

    /** Returns all, in the order in which they are asked. */
    List<StepProvider> all() {
        return all;
    }
}
