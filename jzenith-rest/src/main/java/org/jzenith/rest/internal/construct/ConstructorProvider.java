package org.jzenith.rest.internal.construct;

import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.HasDependencies;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;

/** Provider for a class that Guice cannot create alone. */
final class ConstructorProvider<T> implements Provider<T>, HasDependencies {

    private final Class<T> type;
    private final Provider<Injector> injector;
    private final AtomicReference<@Nullable Construction<T>> construction = new AtomicReference<>();

    ConstructorProvider(final Class<T> type, final Provider<Injector> injector) {
        this.type = type;
        this.injector = injector;
    }

    /** Called at start, after the parameter converters are registered. */
    void resolve(final ResteasyProviderFactory providers) {
        construction.set(Construction.of(type, injector.get(), providers));
    }

    /** Returns the required bindings; empty if there are several constructors. */
    @Override
    public Set<Dependency<?>> getDependencies() {
        return Constructors.bound(type);
    }

    /** A singleton is created before there is any RESTEasy; it needs none. */
    @Override
    public T get() {
        Construction<T> known = construction.get();
        if (known == null) {
            known = Construction.of(type, injector.get(), null);
        }
        return known.make();
    }
}
