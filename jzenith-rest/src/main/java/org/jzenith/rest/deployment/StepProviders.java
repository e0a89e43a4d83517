package org.jzenith.rest.deployment;

import com.google.inject.Injector;
import com.google.inject.Stage;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.rest.argument.ArgumentSteps;
import org.jzenith.rest.elements.ElementSteps;
import org.jzenith.rest.form.FormSteps;
import org.jzenith.rest.limit.LimitSteps;
import org.jzenith.rest.memory.AdmitValue;
import org.jzenith.rest.memory.ValueEstimate;
import org.jzenith.rest.patch.Patches;
import org.jzenith.rest.pipeline.ResultConversions;
import org.jzenith.rest.pipeline.StepProvider;
import org.jzenith.rest.sse.SinkSteps;
import org.jzenith.rest.step.CallSteps;
import org.jzenith.rest.step.FilterSteps;
import org.jzenith.rest.step.ResultSteps;
import org.jzenith.rest.step.ValidationSteps;
import org.jzenith.rest.write.ResponseSteps;

/** The step providers of resource methods: those of plugins, then the framework's. */
final class StepProviders {

    private final FilterSteps filters;
    private final ArgumentSteps arguments;
    private final List<StepProvider> all;

    StepProviders(
            final Deployment.Parts parts,
            final ResteasyProviderFactory providers,
            final Injector injector,
            final ResultConversions results,
            final Patches patches) {
        final ElementSteps elements = new ElementSteps(
                providers,
                parts.forms(),
                parts.bodies().maxTokens(),
                type -> ValueEstimate.ofElements(type)::memoryOfElements,
                parts.bodies().maxElement(),
                parts.bodies().maxOnEventLoop());
        final ValidationSteps validation = new ValidationSteps(providers);
        filters = new FilterSteps(threads(injector));
        arguments = new ArgumentSteps(Stream.concat(parts.components().arguments().stream(), Stream.of(elements))
                .toList());
        final List<StepProvider> own = List.of(
                new LimitSteps(injector, parts.rateLimitKeys()),
                filters,
                elements,
                new FormSteps(parts.forms()),
                patches,
                AdmitValue.provider(parts.bodies().maxOnEventLoop()),
                arguments,
                validation,
                new SinkSteps(
                        providers,
                        parts.eventLimits().queue(),
                        parts.eventLimits().all()),
                new CallSteps(providers),
                new ResultSteps(providers, results, validation),
                new ResponseSteps(providers));
        all = Stream.concat(parts.components().steps().stream(), own.stream()).toList();
    }

    /** An application with mistakes is checked in another stage, without settings. */
    private static int threads(final Injector injector) {
        return injector.getInstance(Stage.class) == Stage.PRODUCTION
                ? injector.getInstance(JZenithConfiguration.class).blockingThreads()
                : 1;
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
