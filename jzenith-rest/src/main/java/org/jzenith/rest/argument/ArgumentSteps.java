package org.jzenith.rest.argument;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jboss.resteasy.spi.ValueInjector;
import org.jboss.resteasy.spi.metadata.MethodParameter;
import org.jboss.resteasy.spi.metadata.Parameter.ParamType;
import org.jboss.resteasy.spi.metadata.ResourceLocator;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.MethodSteps;
import org.jzenith.rest.pipeline.Step;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.rest.pipeline.StepProvider;

/** Reads the arguments of methods and locators. */
public final class ArgumentSteps implements StepProvider {

    /** The types that are passed directly; RESTEasy makes a proxy for others. */
    private static final Set<Class<?>> CONTEXT =
            Set.of(UriInfo.class, HttpHeaders.class, Request.class, SecurityContext.class);

    private final ResteasyProviderFactory factory;
    private final List<ArgumentProvider> providers;

    /**
     * Creates it.
     *
     * @param factory the readers and converters of the application
     * @param providers are asked in this order
     */
    public ArgumentSteps(final ResteasyProviderFactory factory, final List<ArgumentProvider> providers) {
        this.factory = factory;
        this.providers = List.copyOf(providers);
    }

    @Override
    public void addTo(final MethodSteps steps) {
        final Step reading =
                read(steps.method().declared(), steps.method().invoker().arguments());
        if (reading != null) {
            steps.add(StepPhase.ARGUMENTS, reading);
        }
    }

    /**
     * Reads the arguments of a method or locator.
     *
     * @param method of a resource
     * @param injectors RESTEasy's, one for each parameter
     * @return null if there are no parameters
     */
    public @Nullable Step read(final ResourceLocator method, final ValueInjector[] injectors) {
        if (injectors.length == 0) {
            return null;
        }
        final ArgumentReader[] readers = new ArgumentReader[injectors.length];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = readerOf(method.getParams()[i], injectors[i]);
        }
        return new ReadArguments(readers);
    }

    private ArgumentReader readerOf(final MethodParameter parameter, final ValueInjector injector) {
        return providers.stream()
                .map(provider -> provider.readerOf(parameter, factory))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> byInjector(parameter, injector));
    }

    private static ArgumentReader byInjector(final MethodParameter parameter, final ValueInjector injector) {
        if (injector instanceof final ArgumentReader own) {
            return own;
        }
        final ArgumentReader byInjector =
                invocation -> injector.inject(invocation.request(), invocation.response(), true);
        return parameter.getParamType() == ParamType.CONTEXT && CONTEXT.contains(parameter.getType())
                ? context(parameter.getType(), byInjector)
                : byInjector;
    }

    private static ArgumentReader context(final Class<?> type, final ArgumentReader proxy) {
        return invocation -> {
            final Object current = ResteasyContext.getContextData(type);
            return current == null ? proxy.read(invocation) : current;
        };
    }
}
