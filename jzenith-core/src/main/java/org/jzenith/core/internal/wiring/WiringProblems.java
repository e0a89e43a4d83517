package org.jzenith.core.internal.wiring;

import com.google.inject.Binding;
import com.google.inject.CreationException;
import com.google.inject.Key;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.Element;
import com.google.inject.spi.ElementSource;
import com.google.inject.spi.InjectionPoint;
import com.google.inject.spi.Message;
import com.google.inject.spi.ProviderLookup;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Collects the problems of bindings, each once. Missing and duplicate bindings get a remedy; all others keep Guice's words. */
final class WiringProblems {

    /** The modules around those of the application are jZenith's and Guice's own. */
    private static final Pattern INSTALLED_BY = Pattern.compile("\\R *\\\\_ installed by: .*");

    /** Guice tells the kind of an error only in the text that it formats. */
    private static final Pattern KIND = Pattern.compile("\\[Guice/(\\w+)]");

    private static final String SEE_DEBUG = "Start with --debug to see the stack trace.";

    private final List<? extends Element> elements;
    private final Supplier<List<StartProblem>> duplicates;
    private final Map<Key<?>, MissingBinding> missing = new LinkedHashMap<>();
    private final Map<String, StartProblem> others = new LinkedHashMap<>();

    /**
     * @param elements the elements of the modules; their messages are the first problems
     * @param duplicates the problems of keys that are bound several times
     */
    WiringProblems(final List<? extends Element> elements, final Supplier<List<StartProblem>> duplicates) {
        this.elements = elements;
        this.duplicates = duplicates;
        addAll(elements.stream()
                .filter(Message.class::isInstance)
                .map(Message.class::cast)
                .toList());
    }

    /** Returns the keys that are needed and not bound. */
    Set<Key<?>> missing() {
        return missing.keySet();
    }

    boolean isEmpty() {
        return missing.isEmpty() && others.isEmpty();
    }

    List<StartProblem> all(final BindingGraph graph) {
        graph.keys().removeAll(missing.keySet()); // a draft has them
        final List<StartProblem> all = new ArrayList<>();
        missing.values().forEach(each -> all.add(each.problem(graph)));
        all.addAll(others.values());
        return all;
    }

    void addMissing(final Dependency<?> wanted, final @Nullable String source) {
        missing.computeIfAbsent(BindingGraph.key(wanted), MissingBinding::new).neededBy(wanted, source);
    }

    void addCycles(final BindingGraph graph) {
        graph.cycles()
                .forEach(
                        cycle -> add(
                                StartProblem.of("Found a circular dependency: " + cycle + ".")
                                        .remedy(
                                                "Inject a jakarta.inject.Provider in one of these constructors, and call its get() later.")));
    }

    /** @param error the error of a bound class whose constructors, fields or methods name a class that is missing */
    void addMissingClass(final NoClassDefFoundError error) {
        final String library = MissingPlugins.libraryAdvice(error);
        final String type = String.valueOf(error.getMessage()).replace('/', '.');
        add(StartProblem.of("A bound class refers to the class " + type + ", which is missing.")
                .remedy(library.isEmpty() ? "Add the library that contains it. " + SEE_DEBUG : library)
                .causedBy(error));
    }

    void addAll(final Collection<Message> messages) {
        messages.forEach(this::add);
    }

    private void add(final StartProblem problem) {
        others.putIfAbsent(problem.toString(), problem);
    }

    private void add(final Message message) {
        final Throwable cause = message.getCause();
        if (cause instanceof final StartException reported) {
            reported.problems().forEach(this::add);
        } else if (cause instanceof final CreationException inner) {
            addAll(inner.getErrorMessages());
        } else {
            final String text = text(message);
            final Matcher kind = KIND.matcher(text);
            switch (kind.find() ? kind.group(1) : "") {
                case "JitDisabled", "MissingImplementation" -> addMissing(message, text);
                case "BindingAlreadySet", "JitBindingAlreadySet" -> addDuplicates(text);
                default ->
                    add(
                            cause == null
                                    ? StartProblem.of(text)
                                    : StartProblem.of(text).remedy(SEE_DEBUG).causedBy(cause));
            }
        }
    }

    /** The words of Guice with its sources, without their number. */
    private static String text(final Message message) {
        final StringBuilder text = new StringBuilder();
        message.getErrorDetail().format(1, List.of(), new Formatter(text));
        return Configuration.masked(INSTALLED_BY
                .matcher(text.substring(text.indexOf(")") + 1))
                .replaceAll("")
                .strip());
    }

    private void addDuplicates(final String text) {
        final List<StartProblem> found = duplicates.get();
        (found.isEmpty() ? List.of(StartProblem.of(text)) : found).forEach(this::add);
    }

    private void addMissing(final Message message, final String text) {
        final @Nullable Dependency<?> wanted = wanted(message);
        if (wanted == null) {
            add(StartProblem.of(text));
            return;
        }
        final Stream<Object> sources = message.getSources().stream().filter(ElementSource.class::isInstance);
        addMissing(wanted, sources.map(WiringProblems::place).findFirst().orElse(null));
    }

    /** Returns the place in the code where a binding was written. */
    static String place(final Object source) {
        return new Message(source instanceof final ElementSource element ? element.getDeclaringSource() : source, "")
                .getSource();
    }

    /** Returns the injection point that needs a missing key, or the key that somebody looked up; null if the message has neither. */
    private @Nullable Dependency<?> wanted(final Message message) {
        @Nullable Dependency<?> wanted = lookedUp(message);
        for (final Object source : message.getSources()) {
            if (source instanceof final Dependency<?> dependency && dependency.getInjectionPoint() != null) {
                wanted = dependency;
            } else if (source instanceof final InjectionPoint point && point.getMember() instanceof Field) {
                wanted = point.getDependencies().get(0);
            } else if (source instanceof final Key<?> key && wanted == null) {
                wanted = Dependency.get(key);
            }
        }
        return wanted;
    }

    private @Nullable Dependency<?> lookedUp(final Message message) {
        for (final Element element : elements) {
            if (element instanceof final ProviderLookup<?> lookup
                    && message.getMessage().contains(" " + lookup.getKey().getTypeLiteral() + " ")
                    && elements.stream()
                            .noneMatch(each -> each instanceof final Binding<?> binding
                                    && binding.getKey().equals(lookup.getKey()))) {
                return Dependency.get(lookup.getKey());
            }
        }
        return null;
    }
}
