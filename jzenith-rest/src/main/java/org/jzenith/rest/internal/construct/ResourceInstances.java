package org.jzenith.rest.internal.construct;

import com.google.inject.Binder;
import com.google.inject.Binding;
import com.google.inject.ImplementedBy;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.ProvidedBy;
import com.google.inject.Provider;
import com.google.inject.Scope;
import com.google.inject.Scopes;
import com.google.inject.spi.DefaultBindingScopingVisitor;
import com.google.inject.spi.LinkedKeyBinding;
import com.google.inject.spi.ProviderInstanceBinding;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jboss.resteasy.spi.HttpRequest;
import org.jboss.resteasy.spi.HttpResponse;
import org.jboss.resteasy.spi.ResteasyProviderFactory;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestScoped;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Makes resources. Of several constructors it takes the one with {@code @Inject}, or the one with most parameters that
 * can be provided. Safe for use by many threads.
 */
public final class ResourceInstances {

    private final Injector injector;
    private final ResteasyProviderFactory providers;
    private final Map<Class<?>, Supplier<?>> others = new ConcurrentHashMap<>();
    private final Map<Class<?>, Optional<LifecycleMethods>> lifecycles = new ConcurrentHashMap<>();

    /**
     * Begins without any.
     *
     * @param injector makes what is bound
     * @param providers makes of the request what constructors take
     */
    public ResourceInstances(final Injector injector, final ResteasyProviderFactory providers) {
        this.injector = injector;
        this.providers = providers;
    }

    /**
     * Binds a class, so that Guice makes it; its scope annotation counts. An interface or abstract class is left to the
     * application, which may have bound it.
     *
     * @param binder the binder of a module
     * @param type a resource or a provider
     * @param <T> the same
     */
    public static <T> void bind(final Binder binder, final Class<T> type) {
        if (!Constructors.isMade(type)) {
            if (type.isAnnotationPresent(ImplementedBy.class) || type.isAnnotationPresent(ProvidedBy.class)) {
                binder.bind(type);
            }
            return;
        }
        @SuppressWarnings("unchecked")
        final Constructor<T> constructor = (Constructor<T>) Constructors.ofGuice(type);
        if (constructor != null) {
            binder.bind(type).toConstructor(constructor);
        } else {
            final Class<? extends Annotation> scope = Constructors.scope(type);
            final var binding =
                    binder.bind(type).toProvider(new ConstructorProvider<>(type, binder.getProvider(Injector.class)));
            if (scope != null && !Constructors.takesRequest(type)) {
                binding.in(scope);
            }
        }
    }

    /**
     * Returns true if Guice binds the {@code @Context} object of a type, so that constructors may take it.
     *
     * @param type the type of a parameter
     * @return true for example for {@code UriInfo}
     */
    public static boolean isContext(final Class<?> type) {
        return Constructors.isBoundContext(type);
    }

    /**
     * Looks up all that the constructors of classes take.
     *
     * @param types bound by {@link #bind}
     * @throws StartException if one cannot be created, with all problems
     */
    public void resolve(final Collection<Class<?>> types) {
        final List<StartProblem> problems = new ArrayList<>();
        for (final Class<?> type : types) {
            final ConstructorProvider<?> own = own(injector.getBinding(type));
            if (own != null) {
                try {
                    own.resolve(providers);
                } catch (final StartException e) {
                    problems.addAll(e.problems());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    /**
     * Returns true if only RESTEasy can create a class, during a request.
     *
     * @param type a class bound in Guice
     * @return true if its constructor may take parameters of the request
     */
    public boolean takesRequest(final Class<?> type) {
        return own(injector.getBinding(type)) != null && Constructors.takesRequest(type);
    }

    /**
     * Returns the supplier of a class's objects: a new one for each request, or the one singleton.
     *
     * @param type a class bound in Guice
     * @return a supplier to call for each request
     */
    public Supplier<?> supplier(final Class<?> type) {
        final Binding<?> binding = injector.getBinding(type);
        if (Scopes.isSingleton(binding)) {
            final Object singleton = binding.getProvider().get();
            return () -> singleton;
        }
        return supplier(binding);
    }

    /**
     * Returns true if a class is a singleton.
     *
     * @param type a class, which need not be bound
     * @return false if there may be several objects of it
     */
    public boolean isSingleton(final Class<?> type) {
        final Binding<?> binding = injector.getExistingBinding(Key.get(type));
        return binding == null ? scope(type) == Scopes.SINGLETON : Scopes.isSingleton(binding);
    }

    /** Returns the scope of a class that is not bound; null if it is unscoped. */
    private @Nullable Scope scope(final Class<?> type) {
        final Class<? extends Annotation> scope = Constructors.scope(type);
        return scope == null ? null : injector.getScopeBindings().get(scope);
    }

    /**
     * Finds the methods with {@code @PostConstruct} and {@code @PreDestroy} of objects that are made during requests.
     *
     * @param type a class, which need not be bound
     * @return null if it has none, or if it is bound as a singleton, which startup creates
     * @throws StartException if one of the methods, or the scope of the class, does not allow it
     */
    public @Nullable LifecycleMethods lifecycle(final Class<?> type) {
        return lifecycles
                .computeIfAbsent(type, missing -> Optional.ofNullable(readLifecycle(missing)))
                .orElse(null);
    }

    private @Nullable LifecycleMethods readLifecycle(final Class<?> type) {
        Binding<?> binding = injector.getExistingBinding(Key.get(type));
        if (binding == null) {
            return LifecycleMethods.of(type);
        }
        final boolean isSingleton = Scopes.isSingleton(binding);
        boolean isOfRequest = isOfRequest(binding);
        while (binding instanceof final LinkedKeyBinding<?> linked) {
            binding = injector.getBinding(linked.getLinkedKey());
            isOfRequest &= isOfRequest(binding);
        }
        final Class<?> made = binding.getKey().getTypeLiteral().getRawType();
        final LifecycleMethods methods = LifecycleMethods.of(made);
        if (methods != null && !isSingleton && !isOfRequest) {
            throw new StartException(StartProblem.of("The class " + made.getName()
                            + " has methods with @PostConstruct or @PreDestroy, but jZenith does not know "
                            + "when its scope ends.")
                    .from(made.getName())
                    .remedy("Use @Singleton, @RequestScoped or no scope, or remove the methods."));
        }
        return isSingleton ? null : methods;
    }

    private boolean isOfRequest(final Binding<?> binding) {
        return binding.acceptScopingVisitor(new DefaultBindingScopingVisitor<Boolean>() {
            @Override
            public Boolean visitNoScoping() {
                return true;
            }

            @Override
            public Boolean visitScope(final Scope scope) {
                return scope == injector.getScopeBindings().get(RequestScoped.class);
            }

            @Override
            protected Boolean visitOther() {
                return false;
            }
        });
    }

    /** Guice would wrap what its provider throws. */
    private static Supplier<?> supplier(final Binding<?> binding) {
        final ConstructorProvider<?> own = Scopes.isSingleton(binding) ? null : own(binding);
        final Provider<?> provider = own == null
                        || Constructors.scope(binding.getKey().getTypeLiteral().getRawType()) != null
                ? binding.getProvider()
                : own;
        return provider::get;
    }

    /**
     * Makes an object of a class, for the request that is current on this thread. The class need not be bound.
     *
     * @param type a class
     * @param <T> the same
     * @return an object without what RESTEasy puts into fields and setters
     * @throws StartException if there is no constructor that can be provided
     */
    public <T> T make(final Class<T> type) {
        final Binding<T> binding = injector.getExistingBinding(Key.get(type));
        return type.cast(
                binding == null
                        ? others.computeIfAbsent(type, this::unbound).get()
                        : supplier(binding).get());
    }

    private <T> Supplier<T> unbound(final Class<T> type) {
        final Construction<T> construction = Construction.of(type, injector, providers);
        final Scope scope = scope(type);
        return scope == null ? construction::make : scope.scope(Key.get(type), construction::make)::get;
    }

    /**
     * Creates a provider that a feature has registered by its class, as Guice creates those of {@code withProviders(..)}.
     *
     * @param type a class, which need not be bound
     * @param <T> the same
     * @return an object without what RESTEasy puts into fields and setters
     * @throws StartException if there is no constructor that can be provided
     */
    public <T> T provider(final Class<T> type) {
        final Binding<T> binding = injector.getExistingBinding(Key.get(type));
        return binding == null
                ? Construction.of(type, injector, null).make()
                : binding.getProvider().get();
    }

    /**
     * Looks up the constructor of a {@code @BeanParam}, which is chosen as that of a resource.
     *
     * @param type the class of the parameter
     * @return makes an object of a request; null if no constructor takes parts of it
     * @throws StartException if there is no constructor that can be provided
     */
    public @Nullable BiFunction<HttpRequest, HttpResponse, Object> constructorOfBean(final Class<?> type) {
        if (!Constructors.isMade(type)
                || !Constructors.takesRequest(type)
                || injector.getExistingBinding(Key.get(type)) != null) {
            return null;
        }
        return Construction.ofBean(type, injector, providers)::make;
    }

    /**
     * Gives an object what Guice puts into its fields and methods.
     *
     * @param made by anybody
     */
    public void initialize(final Object made) {
        injector.injectMembers(made);
    }

    private static @Nullable ConstructorProvider<?> own(final Binding<?> binding) {
        return binding instanceof ProviderInstanceBinding<?> instance
                        && instance.getUserSuppliedProvider() instanceof ConstructorProvider<?> own
                ? own
                : null;
    }
}
