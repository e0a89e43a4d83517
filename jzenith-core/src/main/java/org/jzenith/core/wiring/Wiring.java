package org.jzenith.core.wiring;

import com.google.inject.Binder;
import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import com.google.inject.Stage;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import com.google.inject.spi.InjectionPoint;
import com.google.inject.spi.Message;
import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Creates the injector of an application, and puts what Guice reports into problems of the start. */
public final class Wiring {

    private final Module all;
    private final Supplier<List<StartProblem>> duplicates;

    private Wiring(final Module all, final Supplier<List<StartProblem>> duplicates) {
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

    /**
     * The bindings of an application.
     *
     * @param all all of them
     * @param duplicates the problems of keys that are bound several times; asked for only if Guice has found one
     * @return nothing is read yet
     */
    public static Wiring of(final Module all, final Supplier<List<StartProblem>> duplicates) {
        return new Wiring(all, duplicates);
    }

    /** Read anew each time: Guice uses elements for one injector. */
    private List<Element> elements() {
        return Elements.getElements(Stage.PRODUCTION, all);
    }

    private static List<Message> reported(final List<Element> elements) {
        return elements.stream()
                .filter(Message.class::isInstance)
                .map(Message.class::cast)
                .toList();
    }

    /**
     * Creates the injector, after it has looked for objects that need each other to be created.
     *
     * @return an injector of the stage PRODUCTION
     * @throws StartException with all that is missing, ambiguous or circular
     */
    public Injector injector() {
        final List<Element> elements = elements();
        final WiringProblems problems = new WiringProblems(BindingGraph.of(elements), elements, duplicates);
        final List<Message> reported = reported(elements);
        if (problems.addCycles() || !reported.isEmpty()) {
            problems.addAll(reported);
            problems.addAll(withoutCreating(elements));
            throw problems.exception();
        }
        try {
            return Guice.createInjector(Stage.PRODUCTION, Elements.getModule(elements));
        } catch (final CreationException e) {
            problems.addAll(e.getErrorMessages());
            throw problems.exception();
        }
    }

    /**
     * The results of checking an application that cannot start for another reason.
     *
     * @param problems the problems of its bindings
     * @param injector the injector for further checks, of the stage DEVELOPMENT; null if Guice cannot create one. It creates objects,
     *     including singletons, only on request, and fails on request for a missing binding
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
        final WiringProblems problems = new WiringProblems(BindingGraph.of(elements), elements, duplicates);
        problems.addCycles();
        problems.addAll(reported(elements));
        problems.addAll(withoutCreating(elements));
        if (!problems.all().isEmpty()) {
            problems.addMissingOfProviders();
        }
        return new Draft(problems.all(), lazyInjector(problems.missing()));
    }

    private @Nullable Injector lazyInjector(final Set<Key<?>> missing) {
        try {
            return Guice.createInjector(Stage.DEVELOPMENT, binder -> {
                LazyBindings.bind(elements(), binder);
                missing.forEach(key -> bindMissing(binder, key));
            });
        } catch (final CreationException e) {
            return null;
        }
    }

    /** Binds a missing key without a report, because the missing binding is already reported. */
    private static <T> void bindMissing(final Binder binder, final Key<T> key) {
        binder.bind(key).toProvider(() -> {
            throw new StartException(List.of());
        });
    }

    /** Returns the further errors that Guice finds. Known messages are left out, because Guice would log them. */
    private static Collection<Message> withoutCreating(final List<Element> elements) {
        try {
            Guice.createInjector(
                    Stage.TOOL,
                    Elements.getModule(elements.stream()
                            .filter(element -> !(element instanceof Message))
                            .toList()));
            return List.of();
        } catch (final CreationException e) {
            return e.getErrorMessages();
        }
    }

    /**
     * Puts an exception of Guice into words.
     *
     * @param error any exception
     * @return the problems; none if the exception is not one of Guice
     */
    public static List<StartProblem> problems(final Throwable error) {
        final Collection<Message> messages;
        if (error instanceof final ProvisionException provision) {
            messages = provision.getErrorMessages();
        } else if (error instanceof final ConfigurationException configuration) {
            messages = configuration.getErrorMessages();
        } else if (error instanceof final CreationException creation) {
            messages = creation.getErrorMessages();
        } else {
            return List.of();
        }
        final WiringProblems problems = new WiringProblems(BindingGraph.of(List.of()), List.of(), List::of);
        problems.addAll(messages);
        return problems.all();
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
        final Dependency<?> wanted = InjectionPoint.forConstructor(constructor).getDependencies().stream()
                .filter(dependency -> dependency.getParameterIndex() == index)
                .findFirst()
                .orElseThrow();
        final Collection<? extends Element> elements = injector.getBindings().values();
        final WiringProblems problems = new WiringProblems(BindingGraph.of(elements), elements, List::of);
        problems.addMissing(Need.of(wanted), null);
        return problems.all().get(0);
    }
}
