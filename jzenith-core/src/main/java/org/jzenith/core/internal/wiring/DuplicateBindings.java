package org.jzenith.core.internal.wiring;

import com.google.inject.Binding;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.Stage;
import com.google.inject.spi.Element;
import com.google.inject.spi.Elements;
import com.google.inject.spi.PrivateElements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jzenith.core.problem.StartProblem;

/** The keys that are bound several times, each with the modules that bind it and what to do instead. */
public final class DuplicateBindings {

    /**
     * Modules of one origin.
     *
     * @param owner the contributor, as it appears in a sentence, for example {@code the plugin 'rest'}; empty for the application itself
     * @param remedies the alternatives to binding a type again
     */
    public record Group(String owner, Map<Class<?>, String> remedies, List<Module> modules) {}

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
                    use(bound, binding.getKey(), new Use(group, binding, WiringProblems.place(binding.getSource())));
                } else if (element instanceof final PrivateElements hidden) {
                    for (final Key<?> key : hidden.getExposedKeys()) {
                        use(bound, key, new Use(group, hidden, WiringProblems.place(hidden.getExposedSource(key))));
                    }
                }
            }
        }
        bound.forEach((key, uses) -> {
            if (stronger.add(key) && uses.size() > 1) {
                problems.add(problem(key, uses));
            }
        });
    }

    /** Guice takes equal bindings for one. */
    private static void use(final Map<Key<?>, List<Use>> bound, final Key<?> key, final Use added) {
        final List<Use> uses = bound.computeIfAbsent(key, first -> new ArrayList<>());
        if (uses.stream().noneMatch(use -> use.binding().equals(added.binding()))) {
            uses.add(added);
        }
    }

    private static StartProblem problem(final Key<?> key, final List<Use> uses) {
        final String name = Names.full(key);
        final List<Use> own =
                uses.stream().filter(use -> use.group().owner().isEmpty()).toList();
        final Set<String> plugins =
                uses.stream().map(use -> use.group().owner()).collect(Collectors.toCollection(TreeSet::new));
        plugins.remove("");
        if (own.isEmpty()) {
            final String subject = "T" + String.join(" and ", plugins).substring(1);
            return plugins.size() == 1
                    ? problem(
                            subject + " binds " + name + " several times.",
                            uses,
                            "This is a bug in the plugin. Report it to the plugin's authors.")
                    : problem(
                            subject + " both bind " + name + ".",
                            uses,
                            "Remove one of the plugins. If one of them supports qualifiers, you can give it a qualifier instead.");
        }
        if (own.size() < uses.size()) {
            final Group other = uses.stream()
                    .map(Use::group)
                    .filter(group -> !group.owner().isEmpty())
                    .findFirst()
                    .orElseThrow();
            return problem(
                    "A module of the application binds " + name + ", which " + other.owner() + " binds already.",
                    own,
                    "Remove the binding. "
                            + other.remedies()
                                    .getOrDefault(
                                            key.getTypeLiteral().getRawType(),
                                            "A test can replace it with withOverridingModules(..)."));
        }
        return own.stream().map(Use::source).distinct().count() == 1
                ? problem(
                        "One module is installed several times and binds " + name + " each time.",
                        own,
                        "Pass the module to withModules(..) once, or install it in only one module.")
                : problem(
                        "Several modules bind " + name + ".",
                        own,
                        "Keep only one of these bindings, or give each a name with @Named. A test can replace a binding with withOverridingModules(..).");
    }

    private static StartProblem problem(final String what, final List<Use> uses, final String remedy) {
        return StartProblem.of(what)
                .from(uses.stream().map(Use::source).distinct().collect(Collectors.joining(" and ")))
                .remedy(remedy);
    }
}
