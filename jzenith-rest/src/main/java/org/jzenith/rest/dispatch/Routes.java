package org.jzenith.rest.dispatch;

import com.google.inject.Binder;
import com.google.inject.Module;
import jakarta.inject.Inject;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** What an application brings to the hall: its resources and providers. Immutable. */
public final class Routes {

    private final List<Class<?>> resources;
    private final List<Class<?>> providers;

    private Routes(final List<Class<?>> resources, final List<Class<?>> providers) {
        this.resources = resources;
        this.providers = providers;
    }

    /** Nothing yet. */
    public static Routes none() {
        return new Routes(List.of(), List.of());
    }

    /** The same with resources added. */
    public Routes withResources(final List<Class<?>> added) {
        return new Routes(concat(resources, added), providers);
    }

    /** The same with providers added. */
    public Routes withProviders(final List<Class<?>> added) {
        return new Routes(resources, concat(providers, added));
    }

    List<Class<?>> resources() {
        return resources;
    }

    List<Class<?>> providers() {
        return providers;
    }

    /** Explicit bindings of all classes, so that Guice makes them. */
    public Module bindings() {
        return binder -> {
            resources.forEach(type -> bind(binder, type));
            providers.forEach(type -> bind(binder, type));
        };
    }

    private static <T> void bind(final Binder binder, final Class<T> type) {
        @SuppressWarnings("unchecked")
        final Constructor<T>[] constructors = (Constructor<T>[]) type.getDeclaredConstructors();
        if (constructors.length == 1 && !constructors[0].isAnnotationPresent(Inject.class)) {
            binder.bind(type).toConstructor(constructors[0]);
        } else {
            binder.bind(type);
        }
    }

    private static <T> List<T> concat(final List<T> first, final List<T> second) {
        final List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }
}
