package org.jzenith.rest.internal.route;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzenith.rest.internal.route.MethodTable.Entry;

/** Steps 1 and 2 of section 3.7.2 of Jakarta REST, word by word, by a search through all regular expressions. */
final class SpecifiedMatching<T> {

    private static final Comparator<PathPattern> ORDER =
            ((Comparator<PathPattern>) PathPattern::compareBestFirst).thenComparing(PathPattern::compareLiteralsFirst);

    private static final Map<String, PathPattern> PATHS = new ConcurrentHashMap<>();
    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private final Map<String, List<Entry<T>>> classes = new LinkedHashMap<>();

    SpecifiedMatching(final List<Entry<T>> methods) {
        for (final Entry<T> method : methods) {
            classes.computeIfAbsent(classPath(method).regex(), missing -> new ArrayList<>())
                    .add(method);
        }
    }

    /** The candidates: methods with the same path, or one locator, or none. The path has no slash at its beginning. */
    List<Entry<T>> candidates(final String path) {
        return classes.values().stream()
                .filter(methods -> takes(methods, path))
                .min(Comparator.comparing(methods -> classPath(methods.get(0)), ORDER))
                .map(methods -> best(methods, path))
                .orElse(List.of());
    }

    /** All that match, of all classes that take the path. */
    List<Entry<T>> matching(final String path) {
        return classes.values().stream()
                .filter(methods -> takes(methods, path))
                .flatMap(List::stream)
                .filter(method -> matches(method, path))
                .toList();
    }

    /** Classes that would take the path if they had sub-resources. */
    List<PathPattern> withoutSubResources(final String path) {
        return classes.values().stream()
                .filter(methods -> !takes(methods, path))
                .map(methods -> classPath(methods.get(0)))
                .filter(type -> matcher(type.regex() + "/.+", path).matches())
                .toList();
    }

    static PathPattern classPath(final Entry<?> method) {
        return PATHS.computeIfAbsent(method.classTemplate(), PathPattern::new);
    }

    static PathPattern path(final Entry<?> method) {
        return PATHS.computeIfAbsent(method.template(), PathPattern::new);
    }

    private static boolean isLocator(final Entry<?> method) {
        return method.httpMethods().isEmpty();
    }

    private static Matcher matcher(final String regex, final String path) {
        return PATTERNS.computeIfAbsent(regex, Pattern::compile).matcher(path);
    }

    private boolean takes(final List<Entry<T>> methods, final String path) {
        final Matcher matcher = matcher(classPath(methods.get(0)).regex() + "(/.*)?", path);
        // A path of no segments is the root's, whose sub-resources begin without a slash.
        if (classPath(methods.get(0)).regex().isEmpty()) {
            return path.isEmpty() || hasSubResources(methods);
        }
        return matcher.matches() && (matcher.group(matcher.groupCount()) == null || hasSubResources(methods));
    }

    private boolean hasSubResources(final List<Entry<T>> methods) {
        return methods.stream()
                .anyMatch(method -> isLocator(method)
                        || !path(method).regex().equals(classPath(method).regex()));
    }

    private List<Entry<T>> best(final List<Entry<T>> methods, final String path) {
        final List<Entry<T>> withoutPath = methods.stream()
                .filter(method -> !isLocator(method)
                        && path(method).regex().equals(classPath(method).regex()))
                .toList();
        if (path.isEmpty() && !withoutPath.isEmpty()) {
            return withoutPath;
        }
        final Comparator<Entry<T>> order = Comparator.<Entry<T>, PathPattern>comparing(
                        SpecifiedMatching::path, PathPattern::compareBestFirst)
                .thenComparing(SpecifiedMatching::isLocator)
                .thenComparing(SpecifiedMatching::path, PathPattern::compareLiteralsFirst);
        return methods.stream()
                .filter(method -> matches(method, path))
                .min(order)
                .map(best -> methods.stream()
                        .filter(method -> isLocator(method)
                                ? method == best
                                : !isLocator(best)
                                        && path(method)
                                                .regex()
                                                .equals(path(best).regex()))
                        .toList())
                .orElse(List.of());
    }

    private static boolean matches(final Entry<?> method, final String path) {
        final String regex = path(method).regex();
        return matcher(isLocator(method) ? regex.isEmpty() ? ".*" : regex + "(/.*)?" : regex, path)
                .matches();
    }
}
