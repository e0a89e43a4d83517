package org.jzenith.core.wiring;

import com.google.inject.Binding;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Stage;
import com.google.inject.name.Named;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import com.google.inject.spi.Message;
import com.google.inject.spi.PrivateElements;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartProblem;

/** The keys that are bound several times, each with the modules that bind it and what to do instead. */
public final class DuplicateBindings {

    /**
     * Modules of one origin.
     *
     * @param owner the contributor, as it appears in a sentence, for example {@code the plugin 'rest'}; empty for the application itself
     * @param remedies the alternatives to binding a type again
     */
    public record Group(String owner, Map<Class<?>, String> remedies, List<Module> modules) {

        boolean isOfApplication() {
            return owner.isEmpty();
        }
    }

    private record Use(Group group, Object binding, String source) {}

    private final List<StartProblem> problems = new ArrayList<>();
    private final Set<Key<?>> stronger = new HashSet<>();

    private DuplicateBindings() {}

    /**
     * Finds keys that are bound twice.
     *
     * @param levels the strongest first: a key that one binds replaces that of those behind it
     * @return a problem for each
     */
    public static List<StartProblem> of(final List<List<Group>> levels) {
        final DuplicateBindings found = new DuplicateBindings();
        levels.forEach(found::add);
        return found.problems;
    }

    private void add(final List<Group> level) {
        final Map<Key<?>, List<Use>> bound = new LinkedHashMap<>();
        for (final Group group : level) {
            for (final Element element : Elements.getElements(Stage.PRODUCTION, group.modules())) {
                if (element instanceof final Binding<?> binding) {
                    use(bound, binding.getKey(), new Use(group, binding, text(binding.getSource())));
                } else if (element instanceof final PrivateElements hidden) {
                    hidden.getExposedKeys()
                            .forEach(
                                    key -> use(bound, key, new Use(group, hidden, text(hidden.getExposedSource(key)))));
                }
            }
        }
        bound.forEach((key, uses) -> {
            if (uses.size() > 1 && !stronger.contains(key)) {
                problems.add(problem(key, uses));
            }
        });
        stronger.addAll(bound.keySet());
    }

    /** Guice takes equal bindings for one. */
    private static void use(final Map<Key<?>, List<Use>> bound, final Key<?> key, final Use added) {
        final List<Use> uses = bound.computeIfAbsent(key, first -> new ArrayList<>());
        if (uses.stream().noneMatch(use -> use.binding().equals(added.binding()))) {
            uses.add(added);
        }
    }

    private static String text(final Object source) {
        return new Message(source, "").getSource();
    }

    private static StartProblem problem(final Key<?> key, final List<Use> uses) {
        final List<Use> own =
                uses.stream().filter(use -> use.group().isOfApplication()).toList();
        final List<Use> others =
                uses.stream().filter(use -> !use.group().isOfApplication()).toList();
        if (own.isEmpty()) {
            return ofPlugins(key, others);
        }
        return others.isEmpty()
                ? ofApplication(key, own)
                : ofBoth(key, own, others.get(0).group());
    }

    private static StartProblem ofBoth(final Key<?> key, final List<Use> own, final Group other) {
        final @Nullable String remedy =
                other.remedies().get(key.getTypeLiteral().getRawType());
        return StartProblem.of("A module of the application binds " + inWords(key) + ", which " + other.owner()
                        + " binds already.")
                .from(sources(own))
                .remedy("Remove the binding. "
                        + (remedy == null ? "A test can replace it with withOverridingModules(..)." : remedy));
    }

    private static StartProblem ofApplication(final Key<?> key, final List<Use> own) {
        final String sources = sources(own);
        return own.stream().map(Use::source).distinct().count() == 1
                ? StartProblem.of("One module is installed several times, and binds " + inWords(key) + " each time.")
                        .from(sources)
                        .remedy("Give it once to withModules(..), or install it in one other module only.")
                : StartProblem.of("Several modules bind " + inWords(key) + ".")
                        .from(sources)
                        .remedy("Remove all of these bindings but one, or give each a name with @Named. A test replaces"
                                + " a binding with withOverridingModules(..).");
    }

    private static StartProblem ofPlugins(final Key<?> key, final List<Use> others) {
        final Set<String> owners =
                others.stream().map(use -> use.group().owner()).collect(Collectors.toCollection(TreeSet::new));
        final String subject = String.join(" and ", owners);
        return StartProblem.of(subject.substring(0, 1).toUpperCase(Locale.ROOT)
                        + subject.substring(1)
                        + (owners.size() == 1 ? " binds " : " both bind ")
                        + inWords(key)
                        + (owners.size() == 1 ? " several times." : "."))
                .from(sources(others))
                .remedy(
                        owners.size() == 1
                                ? "This is a defect of the plugin: tell its authors."
                                : "Leave one of the plugins out, or give one a qualifier if it can have one.");
    }

    private static String sources(final List<Use> uses) {
        return uses.stream().map(Use::source).distinct().collect(Collectors.joining(" and "));
    }

    /** The key as code would say it: {@code @Named("archive") org.jzenith.sql.SqlClient}. */
    static String inWords(final Key<?> key) {
        final String type = key.getTypeLiteral().toString();
        final @Nullable Annotation annotation = key.getAnnotation();
        if (annotation instanceof final Named named) {
            return "@Named(\"" + named.value() + "\") " + type;
        }
        if (annotation instanceof final jakarta.inject.Named named) {
            return "@Named(\"" + named.value() + "\") " + type;
        }
        return key.getAnnotationType() == null
                ? type
                : "@" + key.getAnnotationType().getSimpleName() + " " + type;
    }
}
