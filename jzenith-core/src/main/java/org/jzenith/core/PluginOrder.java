package org.jzenith.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The plugins of an application in the order of preparation: each after the plugins that it requires. */
final class PluginOrder {

    private final Map<String, Plugin> byName = new LinkedHashMap<>();
    private final Map<String, String> lines = new HashMap<>();
    private final Set<Plugin> ordered = new LinkedHashSet<>();
    private final List<StartProblem> problems = new ArrayList<>();

    private PluginOrder() {}

    /** A plugin and the line that added it. */
    record Added(Plugin plugin, String line) {}

    static PluginOrder of(final List<Added> plugins) {
        final PluginOrder order = new PluginOrder();
        plugins.forEach(added -> order.add(added.plugin, added.line));
        order.byName.values().forEach(plugin -> order.visit(plugin, new LinkedHashSet<>()));
        return order;
    }

    /** Merges plugins of the same name, if they support it. */
    static List<Added> merged(final List<Added> plugins) {
        final Map<String, List<Added>> byName = new LinkedHashMap<>();
        plugins.forEach(each -> byName.computeIfAbsent(each.plugin.name(), name -> new ArrayList<>())
                .add(each));
        final List<Added> merged = new ArrayList<>();
        for (final List<Added> same : byName.values()) {
            final Optional<Added> taking = same.size() == 2
                    ? takenOver(same.get(0), same.get(1)).or(() -> takenOver(same.get(1), same.get(0)))
                    : Optional.empty();
            merged.addAll(taking.map(List::of).orElse(same));
        }
        return merged;
    }

    private static Optional<Added> takenOver(final Added taking, final Added other) {
        return taking.plugin instanceof final MergeablePlugin mergeable
                ? mergeable.takeOver(other.plugin).map(plugin -> new Added(plugin, taking.line))
                : Optional.empty();
    }

    List<Plugin> plugins() {
        return List.copyOf(ordered);
    }

    List<StartProblem> problems() {
        return problems;
    }

    private void add(final Plugin plugin, final String line) {
        if (!plugin.qualifier().isEmpty() && !plugin.name().endsWith("." + plugin.qualifier())) {
            problems.add(StartProblem.of("The plugin '" + plugin.name() + "' has the qualifier '" + plugin.qualifier()
                            + "', which is not part of its name.")
                    .from(line)
                    .remedy("Make its name() end with '." + plugin.qualifier() + "'."));
        }
        final Plugin other = byName.putIfAbsent(plugin.name(), plugin);
        if (other == null) {
            lines.put(plugin.name(), line);
            return;
        }
        final String first = lines.getOrDefault(plugin.name(), line);
        final String origin = first.equals(line) ? line : first + " and " + line;
        if (other == plugin || other.getClass() == plugin.getClass()) {
            problems.add(
                    StartProblem.of("The plugin '" + plugin.name() + "' was added twice.")
                            .from(origin)
                            .remedy(
                                    "Pass it to withPlugins(..) only once. If the plugin supports qualifiers, you can give one of the two a qualifier."));
        } else {
            problems.add(StartProblem.of("Two plugins have the name '" + plugin.name() + "': "
                            + other.getClass().getName() + " and "
                            + plugin.getClass().getName() + ".")
                    .from(origin)
                    .remedy("Remove one of the two, or change the name that its name() returns."));
        }
    }

    private Set<String> requirements(final Plugin plugin) {
        try {
            return PluginPhases.describe(plugin, "list the plugins that it requires", plugin::requires);
        } catch (final StartException e) {
            problems.addAll(e.problems());
            return Set.of();
        }
    }

    private void visit(final Plugin plugin, final Set<String> path) {
        if (ordered.contains(plugin)) {
            return;
        }
        if (!path.add(plugin.name())) {
            problems.add(StartProblem.of("The requirements of plugins form a cycle: " + String.join(" -> ", path)
                            + " -> " + plugin.name() + ".")
                    .remedy("Remove one of the names from requires()."));
            return;
        }
        for (final String required : requirements(plugin)) {
            final Plugin other = byName.get(required);
            if (other == null) {
                final int dot = required.indexOf('.');
                final String advice = MissingPlugins.advice(
                        dot < 0 ? required : required.substring(0, dot),
                        dot < 0 ? null : required.substring(dot + 1),
                        "..");
                problems.add(StartProblem.of("The plugin '" + plugin.name() + "' requires the plugin '" + required
                                + "', which was not added.")
                        .from("requires() of " + plugin.getClass().getName())
                        .remedy(
                                advice.isEmpty()
                                        ? Suggestions.question(
                                                "",
                                                Suggestions.nearest(required, byName.keySet()).stream()
                                                        .map(name -> "'" + name + "'")
                                                        .toList(),
                                                "Add the plugin '" + required + "' with withPlugins(..).")
                                        : advice + "."));
            } else {
                visit(other, path);
            }
        }
        path.remove(plugin.name());
        ordered.add(plugin);
    }
}
