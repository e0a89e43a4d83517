package org.jzenith.rest.internal.argument;

import java.util.List;
import java.util.Objects;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.internal.pipeline.RestMethod;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Reads the arguments of methods and locators. */
public final class ArgumentSteps implements StepProvider {

    private final List<ArgumentProvider> providers;

    /**
     * Creates it.
     *
     * @param providers are asked in this order
     */
    public ArgumentSteps(final List<ArgumentProvider> providers) {
        this.providers = List.copyOf(providers);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final Step reading =
                read(steps.method(), RestMethod.of(steps.method()).metadata().arguments());
        if (reading != null) {
            steps.add(StepPhase.ARGUMENTS, reading);
        }
    }

    /**
     * Reads the arguments of a method or locator.
     *
     * @param method the method of a resource
     * @param injectors RESTEasy's, one for each parameter
     * @return null if there are no parameters
     */
    public @Nullable Step read(final MethodModel method, final ValueInjector[] injectors) {
        if (injectors.length == 0) {
            return null;
        }
        final ArgumentReader[] readers = new ArgumentReader[injectors.length];
        for (int i = 0; i < readers.length; i++) {
            final ParameterModel parameter = method.parameter(i);
            final ArgumentReader own = parameter == null ? null : readerOf(method, parameter);
            readers[i] = own == null ? ReaderInjector.readerOf(injectors[i]) : own;
        }
        return new ReadArguments(readers);
    }

    private @Nullable ArgumentReader readerOf(final MethodModel method, final ParameterModel parameter) {
        return providers.stream()
                .map(provider -> provider.readerOf(method, parameter))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
