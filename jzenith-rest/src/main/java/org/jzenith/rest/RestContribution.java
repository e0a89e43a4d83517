package org.jzenith.rest;

import com.google.inject.Binder;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jzenith.rest.pipeline.ArgumentProvider;
import org.jzenith.rest.pipeline.ResultProvider;
import org.jzenith.rest.pipeline.StepProvider;

/**
 * The resources, providers and steps that a plugin adds to the REST of a listener. The plugin binds it in one of its modules:
 *
 * <pre>{@code
 * RestContribution.create()
 *         .withResources(VersionResource.class)
 *         .withProviders(TokenFilter.class)
 *         .bind(binder());
 * }</pre>
 *
 * <p>Classes are made by Guice, with the bindings of the application. Immutable: each {@code with..} returns a changed copy.
 */
public final class RestContribution {

    private final String plugin;
    private final RestComponents components;

    private RestContribution(final String plugin, final RestComponents components) {
        this.plugin = plugin;
        this.components = components;
    }

    /**
     * Creates an empty contribution to the listener of the plugin {@code rest}.
     *
     * @return adds nothing yet
     */
    public static RestContribution create() {
        return new RestContribution("rest", RestComponents.NONE);
    }

    /**
     * Moves the contribution to the listener of another plugin.
     *
     * @param other name of the plugin that opens the listener, for example {@code rest.admin}. The contributing plugin names it in
     *     {@code requires()}, so that an application without that listener does not start
     * @return a changed copy
     */
    public RestContribution onListenerOf(final String other) {
        return new RestContribution(Objects.requireNonNull(other, "other"), components);
    }

    /**
     * Adds resources.
     *
     * @param resources classes with {@code @Path}
     * @return a changed copy
     */
    public RestContribution withResources(final Class<?>... resources) {
        return new RestContribution(plugin, components.withResources(List.of(resources)));
    }

    /**
     * Adds filters, interceptors, features, mappers, readers and writers.
     *
     * @param providers classes, which Guice makes, or objects
     * @return a changed copy
     */
    public RestContribution withProviders(final Object... providers) {
        return new RestContribution(plugin, components.withProviders(List.of(providers)));
    }

    /**
     * Adds steps to resource methods. They come before those of jZenith's own features in the same phase.
     *
     * @param steps are asked for each method, in this order
     * @return a changed copy
     */
    public RestContribution withSteps(final StepProvider... steps) {
        return new RestContribution(plugin, components.withSteps(List.of(steps)));
    }

    /**
     * Adds kinds of arguments. They come before jZenith's own.
     *
     * @param arguments are asked for each parameter of a method, in this order
     * @return a changed copy
     */
    public RestContribution withArguments(final ArgumentProvider... arguments) {
        return new RestContribution(plugin, components.withArguments(List.of(arguments)));
    }

    /**
     * Adds results of another library.
     *
     * @param results are asked about each type that jZenith does not know, in this order
     * @return a changed copy
     */
    public RestContribution withResults(final ResultProvider... results) {
        return new RestContribution(plugin, components.withResults(List.of(results)));
    }

    /**
     * Adds this contribution, and binds its classes.
     *
     * @param binder of a module of the plugin
     */
    public void bind(final Binder binder) {
        Multibinder.newSetBinder(binder, RestContribution.class).addBinding().toInstance(this);
        components.bind(binder, "RestContribution");
    }

    /** Adds all contributions for the listener of a plugin to its own components. */
    static RestComponents addedTo(final RestComponents own, final Injector injector, final String plugin) {
        final Binding<Set<RestContribution>> bound =
                injector.getExistingBinding(Key.get(new TypeLiteral<Set<RestContribution>>() {}));
        RestComponents all = own;
        if (bound != null) {
            for (final RestContribution each : bound.getProvider().get()) {
                all = each.plugin.equals(plugin) ? all.with(each.components) : all;
            }
        }
        return all;
    }
}
