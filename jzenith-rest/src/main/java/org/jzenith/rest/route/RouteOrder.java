package org.jzenith.rest.route;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.rest.route.MethodTable.Method;

/**
 * Ranks the routes so that one search for the best that matches a path does what the specification does in two steps: all
 * routes of a better resource class come before those of others, and behind them one that says that the class takes the
 * path even if none of its methods does.
 */
final class RouteOrder<T> {

    /** Resource classes with the same path, but for the names of parameters. */
    private record ClassGroup<T>(PathPattern path, Map<String, PathGroup<T>> paths) {

        void add(final Method<T> method) {
            final PathPattern full = new PathPattern(method.template());
            paths.computeIfAbsent(full.regex(), missing -> new PathGroup<>(full, new ArrayList<>(), new ArrayList<>()))
                    .add(method);
        }

        /** Without sub-resources it takes no paths but its own. */
        boolean hasSubResources() {
            return paths.values().stream()
                    .anyMatch(group ->
                            !group.locators.isEmpty() || !group.path.regex().equals(path.regex()));
        }
    }

    /** Of a group of classes the methods and locators with the same path. */
    private record PathGroup<T>(PathPattern path, List<Method<T>> methods, List<Method<T>> locators) {

        void add(final Method<T> method) {
            (method.httpMethods().isEmpty() ? locators : methods).add(method);
        }
    }

    private final Map<String, ClassGroup<T>> classes = new LinkedHashMap<>();
    private final List<Route<T>> routes = new ArrayList<>();

    RouteOrder(final List<Method<T>> methods) {
        for (final Method<T> method : methods) {
            final PathPattern path = new PathPattern(method.classTemplate());
            classes.computeIfAbsent(path.regex(), missing -> new ClassGroup<>(path, new LinkedHashMap<>()))
                    .add(method);
        }
    }

    List<Route<T>> routes() {
        classes.values().stream()
                .sorted(Comparator.comparing(
                        ClassGroup::path, PathPattern.BEST_FIRST.thenComparing(PathPattern.LITERALS_FIRST)))
                .forEach(this::addRoutes);
        return routes;
    }

    private void addRoutes(final ClassGroup<T> group) {
        final Comparator<PathGroup<T>> methodsFirst = Comparator.comparing(path -> path.methods.isEmpty());
        group.paths.values().stream()
                .sorted(Comparator.<PathGroup<T>, PathPattern>comparing(PathGroup::path, PathPattern.BEST_FIRST)
                        .thenComparing(methodsFirst)
                        .thenComparing(PathGroup::path, PathPattern.LITERALS_FIRST))
                .forEach(path -> {
                    if (!path.methods.isEmpty()) {
                        add(path.path, group.path, new MethodGroup<>(path.methods), null);
                    }
                    if (!path.locators.isEmpty()) {
                        add(path.path, group.path, null, path.locators.get(0));
                    }
                });
        if (group.hasSubResources()) {
            add(group.path, group.path, null, null);
        }
    }

    private void add(
            final PathPattern path,
            final PathPattern classPath,
            final @Nullable MethodGroup<T> methods,
            final @Nullable Method<T> locator) {
        routes.add(new Route<>(routes.size(), path, classPath, methods, locator));
    }
}
