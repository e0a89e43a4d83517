package org.jzenith.core.wiring;

import com.google.inject.CreationException;
import com.google.inject.Key;
import com.google.inject.spi.Dependency;
import com.google.inject.spi.Element;
import com.google.inject.spi.ElementSource;
import com.google.inject.spi.InjectionPoint;
import com.google.inject.spi.Message;
import com.google.inject.spi.ProviderLookup;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Collects what is wrong with the bindings, each once. What is missing, bound twice or circular has a remedy; the rest is in
 * Guice's own words.
 */
final class WiringProblems {

    /** The modules around those of the application are jZenith's and Guice's own. */
    private static final Pattern INSTALLED_BY = Pattern.compile("\\R *\\\\_ installed by: .*");

    /** Guice tells the kind of an error only in the text that it formats. */
    private static final Pattern KIND = Pattern.compile("\\[Guice/(\\w+)]");

    private static final Pattern UNBOUND =
            Pattern.compile("(?:No implementation for|Explicit bindings are required and) (\\S+)");

    private final BindingGraph graph;
    private final Map<Key<?>, MissingBinding> missing = new LinkedHashMap<>();
    private final Map<String, StartProblem> problems = new LinkedHashMap<>();
    private final List<? extends Element> elements;
    private final Supplier<List<StartProblem>> duplicates;

    /**
     * @param elements the elements of the graph
     * @param duplicates the problems of keys that are bound several times
     */
    WiringProblems(
            final BindingGraph graph,
            final Collection<? extends Element> elements,
            final Supplier<List<StartProblem>> duplicates) {
        this.graph = graph;
        this.elements = List.copyOf(elements);
        this.duplicates = duplicates;
    }

    StartException exception() {
        addMissingOfProviders();
        return new StartException(all());
    }

    void addMissingOfProviders() {
        graph.missingOfProviders(elements).forEach(need -> addMissing(need, null));
    }

    /** Returns the keys that are needed and not bound. */
    Set<Key<?>> missing() {
        return missing.keySet();
    }

    List<StartProblem> all() {
        final List<StartProblem> all = new ArrayList<>();
        missing.values().forEach(each -> all.add(each.problem(graph)));
        all.addAll(problems.values());
        return all;
    }

    void addMissing(final Need need, final @Nullable String source) {
        missing.computeIfAbsent(need.key(), MissingBinding::new).neededBy(need, source);
    }

    void addAll(final Collection<Message> messages) {
        messages.forEach(this::add);
    }

    private void add(final Message message) {
        final Throwable cause = message.getCause();
        if (cause instanceof final StartException reported) {
            reported.problems().forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
        } else if (cause instanceof final CreationException inner) {
            addAll(inner.getErrorMessages());
        } else {
            final String text = text(message);
            final Matcher kind = KIND.matcher(text);
            switch (kind.find() ? kind.group(1) : "") {
                case "JitDisabled", "MissingImplementation" -> addMissing(message, text);
                case "BindingAlreadySet", "JitBindingAlreadySet" -> addDuplicate(message, text);
                default -> addOther(message, text);
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

    private void addDuplicate(final Message message, final String text) {
        final List<StartProblem> explained = duplicates.get();
        explained.forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
        if (explained.isEmpty()) {
            addOther(message, text);
        }
    }

    private void addOther(final Message message, final String text) {
        final StartProblem problem = StartProblem.of(text);
        final Throwable cause = message.getCause();
        problems.putIfAbsent(
                text,
                cause == null
                        ? problem
                        : problem.remedy("Start with --debug to see the stack trace.")
                                .causedBy(cause));
    }

    private void addMissing(final Message message, final String text) {
        final List<Object> sources = message.getSources();
        final Dependency<?> last = lastDependency(sources);
        if (last != null) {
            addMissing(Need.of(last), source(message));
            return;
        }
        final Matcher name = UNBOUND.matcher(message.getMessage());
        final String type = name.find() ? name.group(1) : "";
        final Key<?> asked = asked(sources, type);
        if (asked != null) {
            addMissing(new Need(asked, false, null, -1), source(message));
        } else {
            addOther(message, text);
        }
    }

    /** The key that a module asked for with {@code getProvider}, or bound to nothing. */
    private @Nullable Key<?> asked(final List<Object> sources, final String type) {
        for (final Object source : sources) {
            if (source instanceof final Key<?> key) {
                return key;
            }
        }
        for (final Element element : elements) {
            if (element instanceof final ProviderLookup<?> lookup
                    && lookup.getKey().getTypeLiteral().toString().equals(type)
                    && !graph.keys().contains(lookup.getKey())) {
                return lookup.getKey();
            }
        }
        return graph.keys().stream()
                .filter(key -> key.getTypeLiteral().toString().equals(type))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Dependency<?> lastDependency(final List<Object> sources) {
        Dependency<?> last = null;
        for (final Object source : sources) {
            if (source instanceof final Dependency<?> dependency && dependency.getInjectionPoint() != null) {
                last = dependency;
            } else if (source instanceof final InjectionPoint point && point.getMember() instanceof Field) {
                last = point.getDependencies().get(0);
            }
        }
        return last;
    }

    /** Returns true if there are objects that need each other to be created. */
    boolean addCycles() {
        final List<List<Need>> cycles = graph.cycles();
        cycles.forEach(this::addCycle);
        return !cycles.isEmpty();
    }

    private void addCycle(final List<Need> cycle) {
        final Key<?> last = cycle.get(cycle.size() - 1).key();
        final String way = Stream.concat(Stream.of(last), cycle.stream().map(Need::key))
                .map(Names::shortName)
                .collect(Collectors.joining(" -> "));
        final String where = cycle.stream()
                .map(Need::point)
                .filter(Objects::nonNull)
                .map(point -> shown(point.getMember()))
                .distinct()
                .collect(Collectors.joining(", "));
        final String what = cycle.size() == 1
                ? "The creation of " + Names.full(last) + " needs one already: " + way + "."
                : "These objects need each other to be created: " + way + ".";
        problems.put(
                what,
                StartProblem.of(what)
                        .from(where.isEmpty() ? null : where)
                        .remedy(
                                "Move what both sides need into a class of its own, or inject a jakarta.inject.Provider in"
                                        + " one of these places and call its get() later."));
    }

    private static String shown(final Member member) {
        return member instanceof final Constructor<?> constructor
                ? "the constructor " + Names.declaration(constructor)
                : "the method " + Names.full(member.getDeclaringClass()) + "." + member.getName();
    }

    /** Returns the place where the binding was written. */
    private static @Nullable String source(final Message message) {
        for (final Object source : message.getSources()) {
            if (source instanceof final ElementSource element) {
                return source(element.getDeclaringSource());
            }
        }
        return null;
    }

    static @Nullable String source(final Object declaring) {
        if (declaring instanceof final StackTraceElement line) {
            return line.toString();
        }
        if (declaring instanceof final Method method) {
            return shown(method);
        }
        return declaring instanceof final String text ? text : null;
    }
}
