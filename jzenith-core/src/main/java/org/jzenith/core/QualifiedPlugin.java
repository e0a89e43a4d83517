package org.jzenith.core;

import com.google.inject.AbstractModule;
import com.google.inject.Binder;
import com.google.inject.Binding;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.Scope;
import com.google.inject.Stage;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.name.Names;
import com.google.inject.spi.Element;
import com.google.inject.spi.ElementSource;
import com.google.inject.spi.Elements;
import com.google.inject.spi.PrivateElements;
import com.google.inject.util.Modules;
import io.reactivex.Single;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.RequestScoped;
import org.jzenith.core.health.Health;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.wiring.Wiring;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;

/**
 * The objects of a plugin with a qualifier, in their own injector, so that the plugin's classes inject each other
 * without knowing the qualifier. That injector also has every binding of the application that the plugin does not have
 * itself. In the application's injector, the plugin's bindings have the qualifier as {@code @Named}. What the plugin adds
 * to sets, such as health checks, is in the application's sets, without {@code @Named}.
 */
final class QualifiedPlugin {

    private static final Set<Class<?>> BUILT_IN = Set.of(Injector.class, Stage.class, Logger.class);

    private final String qualifier;
    private final List<Class<?>> configurations;
    private final Configuration configuration;
    private final List<Element> elements;
    private final List<Element> defaults;
    private final List<Module> othersDefaults;
    private @Nullable Injector injector;

    /**
     * @param configuration the plugin's view of the configuration
     * @param othersDefaults the default modules of the plugins without qualifier
     */
    QualifiedPlugin(
            final String qualifier,
            final List<Class<?>> configurations,
            final Configuration configuration,
            final List<Module> modules,
            final List<Module> defaultModules,
            final List<Module> othersDefaults) {
        this.qualifier = qualifier;
        this.configurations = configurations;
        this.configuration = configuration;
        this.elements = Elements.getElements(Stage.PRODUCTION, modules);
        this.defaults = Elements.getElements(Stage.PRODUCTION, defaultModules);
        this.othersDefaults = othersDefaults;
    }

    /** Binds the plugin's objects in the application, with the qualifier as {@code @Named}. */
    void bindFor(final Binder binder) {
        final Provider<Injector> application = binder.getProvider(Injector.class);
        final List<Element> all = new ArrayList<>(elements);
        all.addAll(defaults);
        final Contributions contributions = Contributions.of(all);
        for (final Key<?> key : keys(all)) {
            if (contributions.isElement(key)) {
                bindContribution(binder, key, application);
            } else if (key.getAnnotationType() == null && !contributions.isSet(key)) {
                bindQualified(binder, key, application);
            }
        }
        // Nobody else may have declared the set.
        contributions.elementTypes().forEach(type -> Multibinder.newSetBinder(binder, type));
        configurations.forEach(type -> bindConfiguration(binder, type, true));
    }

    private <T> void bindQualified(final Binder binder, final Key<T> key, final Provider<Injector> application) {
        binder.bind(key.withAnnotation(Names.named(qualifier)))
                .toProvider(() -> injector(application.get()).getInstance(key));
    }

    @SuppressWarnings("unchecked")
    private <T> void bindContribution(final Binder binder, final Key<T> key, final Provider<Injector> application) {
        binder.bind(key).toProvider(() -> {
            final T contributed = injector(application.get()).getInstance(key);
            if (contributed instanceof final Gauge gauge) {
                return (T) qualified(gauge);
            }
            if (contributed instanceof final GaugeSource source) {
                return (T) (GaugeSource)
                        () -> source.gauges().stream().map(this::qualified).toList();
            }
            return contributed instanceof final HealthCheck check
                    ? (T) new QualifiedHealthCheck(check, qualifier)
                    : contributed;
        });
    }

    private Gauge qualified(final Gauge gauge) {
        return gauge.withName(gauge.name().replaceFirst("(?=\\.|$)", "." + qualifier));
    }

    private <T> void bindConfiguration(final Binder binder, final Class<T> type, final boolean named) {
        binder.bind(named ? Key.get(type, Names.named(qualifier)) : Key.get(type))
                .toInstance(configuration.get(type));
    }

    /** The plugin's injector, created on first use. */
    synchronized Injector injector(final Injector application) {
        if (injector == null) {
            injector = Guice.createInjector(application.getInstance(Stage.class), new AbstractModule() {
                @Override
                protected void configure() {
                    Wiring.requireExplicitBindings(binder());
                    final @Nullable Scope scope = application.getScopeBindings().get(RequestScoped.class);
                    if (scope != null) {
                        bindScope(RequestScoped.class, scope);
                    }
                    install(Modules.override(Modules.override(Elements.getModule(defaults))
                                    .with(bindings -> bindOthers(bindings, application)))
                            .with(QualifiedPlugin.this::bindOwn));
                }
            });
        }
        return injector;
    }

    private void bindOwn(final Binder binder) {
        binder.bind(Configuration.class).toInstance(configuration);
        configurations.forEach(type -> bindConfiguration(binder, type, false));
        binder.install(Elements.getModule(elements));
    }

    private void bindOthers(final Binder binder, final Injector application) {
        final List<Element> all = List.copyOf(application.getBindings().values());
        final Contributions contributions = Contributions.of(all);
        final Set<Key<?>> own = keys(defaults);
        own.retainAll(defaultsOfOthers(application));
        for (final Key<?> key : keys(all)) {
            if (!BUILT_IN.contains(key.getTypeLiteral().getRawType())
                    && !contributions.isElement(key)
                    && !own.contains(key)) {
                bindOther(binder, key, application);
            }
        }
    }

    /** The keys whose only binding in the application is the default of a plugin without qualifier. */
    private Set<Key<?>> defaultsOfOthers(final Injector application) {
        final Set<Key<?>> keys = new HashSet<>();
        for (final Element element : Elements.getElements(Stage.PRODUCTION, othersDefaults)) {
            if (element instanceof final Binding<?> binding) {
                final @Nullable Binding<?> bound = application.getExistingBinding(binding.getKey());
                if (bound != null && declared(bound).equals(declared(binding))) {
                    keys.add(binding.getKey());
                }
            }
        }
        return keys;
    }

    private static Object declared(final Binding<?> binding) {
        return binding.getSource() instanceof final ElementSource source ? source.getDeclaringSource() : binding;
    }

    private static <T> void bindOther(final Binder binder, final Key<T> key, final Injector application) {
        binder.bind(key).toProvider(application.getProvider(key));
    }

    private static Set<Key<?>> keys(final List<Element> elements) {
        final Set<Key<?>> keys = new LinkedHashSet<>();
        for (final Element element : elements) {
            if (element instanceof final Binding<?> binding) {
                keys.add(binding.getKey());
            } else if (element instanceof final PrivateElements hidden) {
                keys.addAll(hidden.getExposedKeys());
            }
        }
        return keys;
    }

    private record QualifiedHealthCheck(HealthCheck own, String qualifier) implements HealthCheck {

        @Override
        public String name() {
            return own.name() + "." + qualifier;
        }

        @Override
        public Single<Health> check() {
            return own.check();
        }
    }
}
