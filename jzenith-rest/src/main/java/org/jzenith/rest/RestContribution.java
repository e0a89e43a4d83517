package org.jzenith.rest;

import com.google.inject.Binder;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ArgumentReader;
import org.jzenith.rest.pipeline.ResultProvider;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * The resources, providers and steps that a module of the application or of a plugin adds to the REST of a listener:
 *
 * <pre>{@code
 * RestContribution.create()
 *         .withResources(VersionResource.class)
 *         .withProviders(TokenFilter.class)
 *         .bind(binder());
 * }</pre>
 *
 * <p>Classes are created by Guice, with the bindings of the application. Immutable: each {@code with..} returns a changed copy.
 */
public final class RestContribution {

    private final ListenerName listener;
    private final Components components;

    /** The configuration for the contributing plugin; null before the contribution is bound. */
    private final @Nullable Provider<Configuration> configuration;

    private RestContribution(final ListenerName listener, final Components components) {
        this(listener, components, null);
    }

    private RestContribution(
            final ListenerName listener,
            final Components components,
            final @Nullable Provider<Configuration> configuration) {
        this.listener = listener;
        this.components = components;
        this.configuration = configuration;
    }

    /**
     * Creates an empty contribution to the listener of the plugin {@code rest}.
     *
     * @return a contribution that adds nothing yet
     */
    public static RestContribution create() {
        return new RestContribution(ListenerName.MAIN, Components.NONE);
    }

    /**
     * Moves the contribution to the listener of another plugin.
     *
     * @param other the name of the plugin that opens the listener, for example {@code rest.admin}. List it in {@code requires()} of the
     *     contributing plugin; an application without that listener then fails at startup
     * @return a changed copy
     */
    public RestContribution onListenerOf(final String other) {
        return new RestContribution(new ListenerName(other), components);
    }

    /**
     * Adds the contribution to the REST of every listener.
     *
     * @return a changed copy
     */
    public RestContribution onAllListeners() {
        return new RestContribution(ListenerName.ALL, components);
    }

    /**
     * Adds resources.
     *
     * @param resources classes with {@code @Path}
     * @return a changed copy
     */
    public RestContribution withResources(final Class<?>... resources) {
        return new RestContribution(listener, components.withResources(List.of(resources)));
    }

    /**
     * Adds filters, interceptors, features, mappers, readers and writers.
     *
     * @param providers classes, which Guice creates, or objects
     * @return a changed copy
     */
    public RestContribution withProviders(final Object... providers) {
        return new RestContribution(listener, components.withProviders(List.of(providers)));
    }

    /**
     * Adds steps to resource methods. They run before jZenith's own steps in the same phase, except {@code @Deadline}.
     *
     * @param steps the providers, which jZenith asks about each method, in this order
     * @return a changed copy
     */
    public RestContribution withSteps(final StepProvider... steps) {
        return new RestContribution(listener, components.withSteps(List.of(steps)));
    }

    /**
     * Adds kinds of arguments. They take precedence over jZenith's own.
     *
     * @param arguments the providers, which jZenith asks about each parameter of a method, in this order
     * @return a changed copy
     */
    public RestContribution withArguments(final ArgumentProvider... arguments) {
        return new RestContribution(listener, components.withArguments(List.of(arguments)));
    }

    /**
     * Adds a type of parameter that is read from the request. Resource methods and locators declare such a parameter with {@code @Context}
     * or without an annotation, and can take a body as well. The OpenAPI document does not list the parameter.
     *
     * @param type the type of the parameters, with its type arguments
     * @param reader reads the object from a request, before each call
     * @return a changed copy
     */
    public RestContribution withContext(final TypeLiteral<?> type, final ArgumentReader reader) {
        return new RestContribution(listener, components.withContext(type, reader));
    }

    /**
     * Adds a class of parameters that are read from the request, as in {@link #withContext(TypeLiteral, ArgumentReader)}.
     *
     * @param type the class of the parameters
     * @param reader reads the object from a request, before each call
     * @return a changed copy
     */
    public RestContribution withContext(final Class<?> type, final ArgumentReader reader) {
        return withContext(TypeLiteral.get(type), reader);
    }

    /**
     * Adds result types of another library.
     *
     * @param results the providers, which jZenith asks about each type that it does not know, in this order
     * @return a changed copy
     */
    public RestContribution withResults(final ResultProvider... results) {
        return new RestContribution(listener, components.withResults(List.of(results)));
    }

    /**
     * Adds this contribution, and binds its classes. A plugin with a qualifier can contribute objects and steps, but not classes:
     * Guice creates those with the bindings of the listener's plugin.
     *
     * @param binder the binder of a module of the plugin
     */
    public void bind(final Binder binder) {
        Multibinder.newSetBinder(binder, RestContribution.class)
                .addBinding()
                .toInstance(new RestContribution(listener, components, binder.getProvider(Configuration.class)));
        components.bind(binder, "RestContribution");
    }

    /** Adds all contributions for a listener to the components of the listener's plugin. */
    static Components addedTo(final Components own, final Injector injector, final ListenerName listener) {
        final Binding<Set<RestContribution>> bound =
                injector.getExistingBinding(Key.get(new TypeLiteral<Set<RestContribution>>() {}));
        Components all = own;
        if (bound != null) {
            for (final RestContribution each : bound.getProvider().get()) {
                if (each.listener.includes(listener)) {
                    each.checkClasses();
                    all = all.with(each.components);
                }
            }
        }
        return all;
    }

    /** Rejects classes that a plugin with a qualifier contributes, because the listener's plugin has other bindings. */
    private void checkClasses() {
        final String qualifier =
                configuration == null ? "" : configuration.get().qualifier();
        if (!qualifier.isEmpty()) {
            components.classes().findFirst().ifPresent(type -> {
                throw new StartException(StartProblem.of("A plugin with the qualifier '" + qualifier
                                + "' contributes a class to the plugin '" + listener + "': " + type.getName() + ".")
                        .from("RestContribution.bind(..)")
                        .remedy("Contribute the class in a plugin without a qualifier, with onListenerOf(\"" + listener
                                + "\")."));
            });
        }
    }
}
