package org.jzenith.security.internal.enforcement;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.request.PathPrefixes;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.security.authorization.Access;

/**
 * The rules by path, of code and of settings, searched as mounts are. Safe for use by many threads.
 *
 * <p>A handler may read a path in another way than the search: without matrix parameters, with decoded slashes, with several slashes as
 * one. Where these readings differ, the rules of all of them must let the client in.
 */
@Singleton
final class PathRules {

    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");
    private static final Pattern SLASHES = Pattern.compile("(/|%2F|%5C)+");

    private static final Pattern DOTS = Pattern.compile("/\\.{1,2}(/|$)");

    /** The normalised path has no dot segments, so they came out of escapes. */
    private static final PathAccess ESCAPED_DOTS =
            new PathAccess("", Access.nobody(), null, false, "dot segments behind escaped slashes");

    private final Set<PathAccess> ofCode;
    private final List<PathAccess> ofSettings;
    private final List<String> listeners;
    private final Map<String, PathPrefixes<PathAccess>> byListener;
    private final Map<String, PathRules> byMount = new ConcurrentHashMap<>();

    @Inject
    PathRules(
            final Set<PathAccess> ofCode,
            final AuthorizationConfiguration settings,
            final Configuration configuration,
            final Endpoints endpoints) {
        this(ofCode, ofSettings(settings, configuration, new ArrayList<>()), endpoints.listeners(), null);
    }

    /** @param mount the path of a mount, without its parameters; null for the rules of resource methods */
    private PathRules(
            final Set<PathAccess> ofCode,
            final List<PathAccess> ofSettings,
            final List<String> listeners,
            final @Nullable String mount) {
        this.ofCode = ofCode;
        this.ofSettings = ofSettings;
        this.listeners = listeners;
        final List<PathAccess> used = ofCode.stream()
                .filter(rule -> !rule.forMountsOnly() || (mount != null && (rule.path() + "/").startsWith(mount + "/")))
                .toList();
        this.byListener = listeners.stream()
                .collect(Collectors.toUnmodifiableMap(
                        listener -> listener, listener -> table(used, ofSettings, listener)));
    }

    /** A rule of mounts replaces one of all requests, a rule of a listener one of all listeners, and a setting replaces code. */
    private static PathPrefixes<PathAccess> table(
            final List<PathAccess> ofCode, final List<PathAccess> ofSettings, final String listener) {
        final Map<String, PathAccess> byPath = new LinkedHashMap<>();
        ofCode.stream()
                .filter(rule -> rule.listener() == null || listener.equals(rule.listener()))
                .sorted(Comparator.comparing((PathAccess rule) -> rule.listener() != null)
                        .thenComparing(PathAccess::forMountsOnly))
                .forEach(rule -> byPath.put(rule.path(), rule));
        ofSettings.forEach(rule -> byPath.put(rule.path(), rule));
        return PathPrefixes.of(byPath.values(), PathAccess::path);
    }

    /**
     * Returns the rules that decide about a mount or a part of one: those of all requests, and those of mounts at its path or below.
     *
     * @param template the path, with the names of its parameters
     */
    PathRules ofMount(final String template) {
        return byMount.computeIfAbsent(
                PathTemplate.fixed(template), mount -> new PathRules(ofCode, ofSettings, listeners, mount));
    }

    /** Reads the settings, and adds what is wrong. */
    static List<PathAccess> ofSettings(
            final AuthorizationConfiguration settings,
            final Configuration configuration,
            final List<StartProblem> problems) {
        final List<PathAccess> all = new ArrayList<>();
        settings.paths().forEach((path, access) -> {
            final String key = "security.paths.\"" + path + "\"";
            try {
                final PathAccess rule = new PathAccess(
                        PathPrefixes.checked(path, "of a path rule"), Access.parse(access), null, false, key);
                if (all.stream().anyMatch(rule::isForSame)) {
                    throw new IllegalArgumentException("the same path already has a rule.");
                }
                all.add(rule);
            } catch (final IllegalArgumentException e) {
                problems.add(StartProblem.of(key + " is wrong: " + e.getMessage())
                        .from(configuration.origin(key).orElse(key))
                        .remedy("Write for example security.paths.\"/reports\"=roles auditor, admin."));
            }
        });
        return all;
    }

    /** Looks for rules of code for listeners that the application does not have. */
    static List<StartProblem> unknownListeners(final Set<PathAccess> ofCode, final List<String> listeners) {
        return ofCode.stream()
                .filter(rule -> rule.listener() != null && !listeners.contains(rule.listener()))
                .map(rule -> StartProblem.of("A path rule names the listener '" + rule.listener()
                                + "', but no plugin with this name opens a listener.")
                        .from(rule.origin())
                        .remedy("Name one of these plugins, or leave the listener out: " + String.join(", ", listeners)
                                + "."))
                .toList();
    }

    /** Returns the rules of code and those of settings. */
    Stream<PathAccess> all() {
        return Stream.concat(ofCode.stream(), ofSettings.stream());
    }

    boolean isEmpty() {
        return byListener.values().stream().allMatch(PathPrefixes::isEmpty);
    }

    /**
     * Finds the rule that decides about a request: one that denies it, if any reading of the path leads to one.
     *
     * @param path normalised, without the query
     * @return null if there is no rule
     */
    @Nullable
    PathAccess of(final String listener, final String path, final @Nullable Identity identity) {
        final PathPrefixes<PathAccess> table = byListener.get(listener);
        if (table == null || table.isEmpty()) {
            return null;
        }
        final PathAccess found = table.find(path);
        if (!isAmbiguous(path) || (found != null && !found.allows(identity))) {
            return found;
        }
        final String withoutParameters = PARAMETERS.matcher(path).replaceAll("");
        PathAccess first = found;
        for (final String reading :
                List.of(withoutParameters, SLASHES.matcher(withoutParameters).replaceAll("/"))) {
            final PathAccess other = DOTS.matcher(reading).find() ? ESCAPED_DOTS : table.find(reading);
            if (other != null && !other.allows(identity)) {
                return other;
            }
            first = first == null ? other : first;
        }
        return first;
    }

    private static boolean isAmbiguous(final String path) {
        return path.indexOf(';') >= 0 || path.contains("//") || path.contains("%2F") || path.contains("%5C");
    }

    /** Returns the rule for all requests of a template, unless one of {@link #furtherOf} is for them; null if there is none. */
    @Nullable
    PathAccess of(final String listener, final String template) {
        final PathPrefixes<PathAccess> table = byListener.get(listener);
        return table == null ? null : table.find(template);
    }

    /** Returns longer paths that some requests of a template may be below, because it has parameters. */
    List<PathAccess> furtherOf(final String listener, final String template) {
        final PathPrefixes<PathAccess> table = byListener.get(listener);
        final PathAccess general = of(listener, template);
        return table == null
                ? List.of()
                : table.all().stream()
                        .filter(rule -> !Objects.equals(rule, general) && mayHold(rule.path(), template, false))
                        .filter(rule -> general == null
                                || rule.path().length() > general.path().length())
                        .toList();
    }

    /** Describes the rules about the requests of a template: several if it has parameters. Empty if there is none. */
    String description(final String listener, final String template) {
        return Stream.concat(
                        Stream.ofNullable(of(listener, template))
                                .map(rule -> rule.decision().description()),
                        furtherOf(listener, template).stream()
                                .map(rule -> "below " + rule.path() + " "
                                        + rule.decision().description()))
                .collect(Collectors.joining("; "));
    }

    /** Returns those who may send the requests of a template; null if there is no rule. */
    @Nullable
    RouteAccess access(final String listener, final String template) {
        final PathAccess rule = of(listener, template);
        final RouteAccess general = rule == null ? null : rule.decision().route();
        if (furtherOf(listener, template).isEmpty()) {
            return general;
        }
        final RouteAccess below = new RouteAccess(true, List.of(), true);
        return general == null ? below : general.and(below);
    }

    /**
     * Returns true if a path is that of a request for a template, or the beginning of one.
     *
     * @param isOpen true if requests for longer paths belong to the template, too
     */
    static boolean mayHold(final String path, final String template, final boolean isOpen) {
        final String[] ofPath = path.split("/", -1);
        final List<PathTemplate.Segment> ofTemplate = PathTemplate.of(template).segments();
        for (int i = 0; i < ofPath.length; i++) {
            if (i >= ofTemplate.size()) {
                return isOpen;
            }
            final PathTemplate.Segment segment = ofTemplate.get(i);
            if (segment.content() == PathTemplate.Content.REST) {
                return true;
            }
            if (segment.content() == PathTemplate.Content.LITERAL
                    && !segment.text().equals(ofPath[i])) {
                return false;
            }
        }
        return true;
    }
}
