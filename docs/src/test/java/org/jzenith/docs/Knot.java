package org.jzenith.docs;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The types of a package that know each other, directly or through others. */
final class Knot {

    private final Map<String, Set<String>> known = new HashMap<>();

    Knot(final JavaPackage all) {
        for (final JavaClass each : all.getClasses()) {
            known.computeIfAbsent(topLevel(each), name -> new TreeSet<>())
                    .addAll(each.getDirectDependenciesFromSelf().stream()
                            .map(Dependency::getTargetClass)
                            .filter(target -> target.getPackageName().equals(all.getName()))
                            .map(Knot::topLevel)
                            .collect(Collectors.toSet()));
        }
    }

    private static String topLevel(final JavaClass type) {
        final String name = type.getBaseComponentType().getName();
        final int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** Returns the names of the types of the largest group. */
    Set<String> largest() {
        final Map<String, Set<String>> reached = new HashMap<>();
        known.keySet().forEach(each -> reached.put(each, reachedFrom(each)));
        Set<String> largest = Set.of();
        for (final String each : known.keySet()) {
            final Set<String> group = reached.get(each).stream()
                    .filter(other -> reached.getOrDefault(other, Set.of()).contains(each))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (group.size() > largest.size()) {
                largest = group;
            }
        }
        return largest;
    }

    private Set<String> reachedFrom(final String type) {
        final Set<String> reached = new TreeSet<>();
        final Deque<String> next = new ArrayDeque<>(Set.of(type));
        while (!next.isEmpty()) {
            final String each = next.remove();
            if (reached.add(each)) {
                next.addAll(known.getOrDefault(each, Set.of()));
            }
        }
        return reached;
    }
}
