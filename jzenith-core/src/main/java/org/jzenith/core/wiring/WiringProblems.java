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
import java.util.Arrays;
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
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Collects what is wrong with the bindings, each once, in words that do not need Guice's documentation. */
final class WiringProblems {

    private static final String ARROW = " -> ";

    /** Guice tells the kind of an error only in the text that it formats. */
    private static final Pattern KIND = Pattern.compile("\\[Guice/(\\w+)]");

    private static final Pattern KEY = Pattern.compile("Key\\[type=([^,\\]]+), annotation=(?:\\[none]|([^\\]]+))]");
    private static final Pattern UNBOUND =
            Pattern.compile("(?:No implementation for|Explicit bindings are required and) (\\S+)");

    private final BindingGraph graph;
    private final Map<Key<?>, MissingBinding> missing = new LinkedHashMap<>();
    private final Map<String, StartProblem> problems = new LinkedHashMap<>();
    private final List<? extends Element> elements;
    private final Supplier<List<StartProblem>> duplicates;

    /**
     * @param elements what the graph was made of
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
        return new StartException(all(), false);
    }

    void addMissingOfProviders() {
        graph.missingOfProviders(elements).forEach(need -> addMissing(need, null));
    }

    /** What is not bound, and needed. */
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

    private void addDuplicate(final Message message) {
        final List<StartProblem> explained = duplicates.get();
        explained.forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
        if (explained.isEmpty()) {
            addOther(message);
        }
    }

    private void add(final Message message) {
        final Throwable cause = message.getCause();
        if (cause instanceof final StartException reported) {
            reported.problems().forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
        } else if (cause instanceof final CreationException inner) {
            addAll(inner.getErrorMessages());
        } else {
            final String kind = kind(message);
            switch (kind) {
                case "JitDisabled", "MissingImplementation" -> addMissing(message);
                case "BindingAlreadySet", "JitBindingAlreadySet" -> addDuplicate(message);
                case "MissingConstructor", "TooManyConstructors" -> addConstructors(message);
                case "CircularProxyDisabled" -> addCircle(message);
                case "ErrorInjectingConstructor", "ErrorInCustomProvider", "ErrorInjectingMethod" ->
                    addFailure(message);
                case "InjectInnerClass" ->
                    put(plain(message), source(message), "Make the class static, or put it into a file of its own.");
                case "ScopeNotFound" ->
                    put(plain(message), source(message), "Use @Singleton or no scope, or bind the scope in a module.");
                default -> addOther(message);
            }
        }
    }

    private static String kind(final Message message) {
        final StringBuilder text = new StringBuilder();
        message.getErrorDetail().format(1, List.of(), new Formatter(text));
        final Matcher kind = KIND.matcher(text);
        return kind.find() ? kind.group(1) : "";
    }

    private void put(final String what, final @Nullable String source, final String remedy) {
        problems.putIfAbsent(what, StartProblem.of(what).from(source).remedy(remedy));
    }

    private void addMissing(final Message message) {
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
            addOther(message);
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

    private void addConstructors(final Message message) {
        final Class<?> type = message.getSources().stream()
                .filter(Class.class::isInstance)
                .map(each -> (Class<?>) each)
                .findFirst()
                .orElse(null);
        if (type == null) {
            addOther(message);
            return;
        }
        final List<Constructor<?>> all = List.of(type.getDeclaredConstructors());
        final List<Constructor<?>> injected = all.stream()
                .filter(each -> each.isAnnotationPresent(jakarta.inject.Inject.class)
                        || each.isAnnotationPresent(com.google.inject.Inject.class))
                .toList();
        final String name = Names.full(type);
        if (injected.size() > 1) {
            put(
                    "The class " + name + " has " + injected.size() + " constructors with @Inject: "
                            + declarations(injected) + ".",
                    source(message),
                    "Keep @Inject on the one to use.");
        } else if (isOldInject(all)) {
            put(
                    "The class " + name + " has no constructor with @Inject of jakarta.inject, but one with that of"
                            + " javax.inject.",
                    source(message),
                    "Import jakarta.inject.Inject.");
        } else if (all.isEmpty()) {
            put(
                    "The class " + name + " has no constructor.",
                    source(message),
                    "Bind it to an object or to a class with a constructor.");
        } else {
            put(
                    "The class " + name + " has no constructor with @Inject: " + declarations(all) + ".",
                    source(message),
                    "Annotate the constructor to use with @Inject (jakarta.inject.Inject), or bind an object:"
                            + " bind(" + type.getSimpleName() + ".class).toInstance(..).");
        }
    }

    private static boolean isOldInject(final List<Constructor<?>> all) {
        return all.stream()
                .flatMap(each -> Arrays.stream(each.getAnnotations()))
                .anyMatch(annotation -> annotation.annotationType().getName().equals("javax.inject.Inject"));
    }

    private static String declarations(final List<Constructor<?>> constructors) {
        return constructors.stream().map(Names::declaration).sorted().collect(Collectors.joining(", "));
    }

    /** Whether there are objects that need each other to be created. */
    boolean addCycles() {
        final List<List<Need>> cycles = graph.cycles();
        for (final List<Need> cycle : cycles) {
            final List<Key<?>> keys = new ArrayList<>();
            cycle.forEach(need -> keys.add(need.key()));
            keys.add(0, keys.get(keys.size() - 1));
            addCircle(
                    keys,
                    cycle.stream().map(Need::point).filter(Objects::nonNull).toList());
        }
        return !cycles.isEmpty();
    }

    private void addCircle(final Message message) {
        final List<Key<?>> keys = new ArrayList<>();
        final List<InjectionPoint> points = new ArrayList<>();
        for (final Object source : message.getSources()) {
            if (source instanceof final Dependency<?> dependency) {
                keys.add(Need.of(dependency).key());
                if (dependency.getInjectionPoint() != null) {
                    points.add(dependency.getInjectionPoint());
                }
            }
        }
        addCircle(keys, points);
    }

    /** @param keys the first one is also the last */
    private void addCircle(final List<Key<?>> keys, final List<@Nullable InjectionPoint> points) {
        final String way = keys.stream().map(Names::shortName).collect(Collectors.joining(ARROW));
        final String where = points.stream()
                .filter(Objects::nonNull)
                .map(point -> shown(point.getMember()))
                .distinct()
                .collect(Collectors.joining(", "));
        put(
                keys.size() == 2
                        ? "The creation of " + Names.full(keys.get(0)) + " needs one already: " + way + "."
                        : "These objects need each other to be created: " + way + ".",
                where.isEmpty() ? null : where,
                "Move what both sides need into a class of its own, or inject a jakarta.inject.Provider in one of"
                        + " these places and call its get() later.");
    }

    private static String shown(final Member member) {
        return member instanceof final Constructor<?> constructor
                ? "the constructor " + Names.declaration(constructor)
                : "the method " + Names.full(member.getDeclaringClass()) + "." + member.getName();
    }

    private void addFailure(final Message message) {
        final Throwable cause = message.getCause();
        final Object last = message.getSources().isEmpty()
                ? null
                : message.getSources().get(message.getSources().size() - 1);
        final List<String> chain = message.getSources().stream()
                .filter(Dependency.class::isInstance)
                .map(each -> Names.shortName(Need.of((Dependency<?>) each).key()))
                .toList();
        final String what = (last instanceof final InjectionPoint point
                        ? shown(point.getMember())
                        : chain.isEmpty() ? "a provider" : "the provider of " + chain.get(chain.size() - 1))
                + " failed: " + reason(cause);
        final StartProblem problem = StartProblem.of(Character.toUpperCase(what.charAt(0)) + what.substring(1))
                .from(chain.size() > 1 ? String.join(ARROW, chain) : source(message))
                .remedy("Correct the cause, or start with --debug to see the stack trace.");
        problems.putIfAbsent(problem.what(), cause == null ? problem : problem.causedBy(cause));
    }

    private static String reason(final @Nullable Throwable cause) {
        if (cause == null) {
            return "no reason is known.";
        }
        final String text = cause.getMessage() == null
                ? cause.getClass().getSimpleName()
                : cause.getClass().getSimpleName() + ": " + Configuration.masked(cause.getMessage());
        return text.endsWith(".") ? text : text + ".";
    }

    private void addOther(final Message message) {
        final Throwable cause = message.getCause();
        if (cause != null && message.getMessage().startsWith("An exception was caught")) {
            final StackTraceElement[] trace = cause.getStackTrace();
            final String what = "A module failed while it bound: " + reason(cause);
            problems.putIfAbsent(
                    what,
                    StartProblem.of(what)
                            .from(trace.length == 0 ? source(message) : trace[0].toString())
                            .remedy("Correct the module, or start with --debug to see the stack trace.")
                            .causedBy(cause));
            return;
        }
        put(
                "The wiring is not complete: " + plain(message),
                source(message),
                "Correct the binding, or bind what is missing in a module given to withModules(..).");
    }

    /** The sentence of Guice without its notation. */
    private static String plain(final Message message) {
        final Matcher key = KEY.matcher(message.getMessage().lines().collect(Collectors.joining(" ")));
        return Configuration.masked(key.replaceAll(found ->
                        Matcher.quoteReplacement((found.group(2) == null ? "" : found.group(2) + " ") + found.group(1)))
                .replace('$', '.')
                .replaceAll(" {2,}", " "));
    }

    /** Where the binding was written. */
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
