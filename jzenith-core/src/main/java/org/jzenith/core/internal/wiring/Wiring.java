package org.jzenith.core.internal.wiring;

import com.google.inject.Binder;
import com.google.inject.Binding;
import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import com.google.inject.spi.DefaultBindingScopingVisitor;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import com.google.inject.spi.InjectionPoint;
import com.google.inject.spi.InstanceBinding;
import com.google.inject.spi.Message;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Creates the injector of an application, and turns what Guice reports into startup problems. */
public final class Wiring {

    private static final DefaultBindingScopingVisitor<Boolean> IS_EAGER = new DefaultBindingScopingVisitor<>() {
        @Override
        public Boolean visitEagerSingleton() {
            return true;
        }

        @Override
        protected Boolean visitOther() {
            return false;
        }
    };

    private final Module all;
    private final Supplier<List<StartProblem>> duplicates;

    /**
     * The bindings of an application.
     *
     * @param all all of them; they are not read yet
     * @param duplicates the problems of keys that are bound several times; asked for only if Guice has found one
     */
    public Wiring(final Module all, final Supplier<List<StartProblem>> duplicates) {
        this.all = all;
        this.duplicates = duplicates;
    }

    /** Lets an injector make only what is bound. */
    public static void requireExplicitBindings(final Binder binder) {
        binder.requireExplicitBindings();
        binder.requireAtInjectOnConstructors();
        binder.requireExactBindingAnnotations();
        binder.disableCircularProxies();
    }

    /** Read anew each time: Guice uses elements for one injector. */
    private List<Element> elements() {
        return Elements.getElements(Stage.PRODUCTION, all);
    }

    /**
     * Creates the injector.
     *
     * @return an injector of the stage PRODUCTION
     * @throws StartException with the first problems found; {@link #draft} finds all problems of bindings
     */
    public Injector injector() {
        final List<Element> elements = elements();
        final WiringProblems problems = new WiringProblems(elements, duplicates);
        final @Nullable Injector injector =
                problems.isEmpty() ? create(Stage.PRODUCTION, Elements.getModule(elements), problems) : null;
        problems.addCycles(new BindingGraph(injector));
        if (injector == null || !problems.isEmpty()) {
            throw new StartException(problems.all(new BindingGraph(null)));
        }
        return injector;
    }

    /** Returns null, and adds the errors to the problems, if Guice finds any. */
    private static @Nullable Injector create(final Stage stage, final Module module, final WiringProblems problems) {
        try {
            return Guice.createInjector(stage, module);
        } catch (final CreationException e) {
            problems.addAll(e.getErrorMessages());
            return null;
        } catch (final NoClassDefFoundError e) {
            problems.addMissingClass(e);
            return null;
        }
    }

    /**
     * The results of checking an application that cannot start for another reason.
     *
     * @param problems the problems of its bindings
     * @param injector the injector for further checks, of the stage DEVELOPMENT; null if Guice cannot create one. It creates objects
     *     only on request, and fails on request for a missing binding or an eager singleton
     */
    public record Draft(
            List<StartProblem> problems, @Nullable Injector injector) {}

    /**
     * Checks the bindings without creating their objects.
     *
     * @return the problems, and an injector for further checks
     */
    public Draft draft() {
        final List<Element> elements = elements();
        final WiringProblems problems = new WiringProblems(elements, duplicates);
        create(
                Stage.TOOL,
                Elements.getModule(elements.stream()
                        .filter(each -> !(each instanceof Message))
                        .toList()), // Guice would log them
                problems);
        final @Nullable Injector injector =
                create(Stage.DEVELOPMENT, binder -> bindLazily(binder, problems.missing()), problems);
        final BindingGraph graph = new BindingGraph(injector);
        problems.addCycles(graph);
        return new Draft(problems.all(graph), injector);
    }

    private void bindLazily(final Binder binder, final Set<Key<?>> missing) {
        for (final Element element : elements()) {
            if (element instanceof final Binding<?> binding
                    && !(binding instanceof InstanceBinding)
                    && binding.acceptScopingVisitor(IS_EAGER)) {
                bindUnavailable(binder, binding.getKey());
            } else if (!(element instanceof Message)) {
                element.applyTo(binder);
            }
        }
        missing.forEach(key -> bindUnavailable(binder, key));
    }

    /** Binds a key to a failure without a report. */
    private static <T> void bindUnavailable(final Binder binder, final Key<T> key) {
        binder.bind(key).toProvider(() -> {
            throw new StartException(List.of());
        });
    }

    /**
     * Turns an exception of Guice into problems.
     *
     * @param error any exception
     * @return the problems; none if the exception is not one of Guice
     */
    public static List<StartProblem> problems(final Throwable error) {
        final WiringProblems problems = new WiringProblems(List.of(), List::of);
        if (error instanceof final ProvisionException provision) {
            problems.addAll(provision.getErrorMessages());
        } else if (error instanceof final ConfigurationException configuration) {
            problems.addAll(configuration.getErrorMessages());
        } else if (error instanceof final CreationException creation) {
            problems.addAll(creation.getErrorMessages());
        }
        return problems.all(new BindingGraph(null));
    }

    /**
     * Returns the problem of a constructor parameter that is not bound.
     *
     * @param injector has no binding for it
     * @param constructor has the parameter
     * @param index the index of the parameter, from 0
     * @return a problem with the missing type, the type that needs it, and the usual source
     */
    public static StartProblem missing(final Injector injector, final Constructor<?> constructor, final int index) {
        final WiringProblems problems = new WiringProblems(List.of(), List::of);
        InjectionPoint.forConstructor(constructor).getDependencies().stream()
                .filter(dependency -> dependency.getParameterIndex() == index)
                .forEach(dependency -> problems.addMissing(dependency, null));
        return problems.all(new BindingGraph(injector)).get(0);
    }
}
