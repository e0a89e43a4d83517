package org.jzenith.rest.argument;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.ValueInjector;
import org.jspecify.annotations.Nullable;
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

    /** The types that are passed directly; RESTEasy makes a proxy for others. */
    private static final Set<Class<?>> CONTEXT =
            Set.of(UriInfo.class, HttpHeaders.class, Request.class, SecurityContext.class);

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
        final Step reading = read(steps.method(), steps.method().metadata().arguments());
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
            readers[i] = own == null ? byInjector(parameter, injectors[i]) : own;
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

    private static ArgumentReader byInjector(final @Nullable ParameterModel parameter, final ValueInjector injector) {
        if (injector instanceof final InvocationInjector own) {
            return own::read;
        }
        final ArgumentReader byInjector =
                invocation -> injector.inject(invocation.request(), invocation.response(), true);
        return parameter != null
                        && parameter.kind() == ParameterModel.Kind.CONTEXT
                        && parameter.type() instanceof final Class<?> type
                        && CONTEXT.contains(type)
                ? context(type, byInjector)
                : byInjector;
    }

    private static ArgumentReader context(final Class<?> type, final ArgumentReader proxy) {
        return invocation -> {
            final Object current = ResteasyContext.getContextData(type);
            return current == null ? proxy.read(invocation) : current;
        };
    }
}
