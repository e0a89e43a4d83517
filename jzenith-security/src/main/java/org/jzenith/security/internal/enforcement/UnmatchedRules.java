package org.jzenith.security.internal.enforcement;

import com.google.inject.Injector;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.start.Suggestions;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.internal.request.PathPrefixes;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;

/**
 * Finds path rules that match no resource method, mount or WebSocket, such as one with a misspelt path: the path that they should close
 * would stay open. Safe for use by many threads.
 */
@Singleton
final class UnmatchedRules {

    private final PathRules rules;
    private final Injector injector;
    private final Endpoints endpoints;
    private final Configuration configuration;

    /** The tables of the listeners that have been checked so far. */
    private final List<List<MethodRoute>> checked = new ArrayList<>();

    @Inject
    UnmatchedRules(
            final PathRules rules,
            final Injector injector,
            final Endpoints endpoints,
            final Configuration configuration) {
        this.rules = rules;
        this.injector = injector;
        this.endpoints = endpoints;
        this.configuration = configuration;
    }

    /**
     * Adds the resource methods of a listener.
     *
     * @return the problems, when all listeners have been added
     */
    synchronized List<StartProblem> add(final List<MethodRoute> ofListener) {
        checked.add(ofListener);
        final List<String> listeners = endpoints.listeners();
        if (checked.size()
                < ListenerName.all(endpoints).stream()
                        .filter(each -> ResourceMethods.of(injector, each).isPresent())
                        .count()) {
            return List.of();
        }
        final List<Location> targets = targets();
        return rules.all()
                .filter(rule -> rule.listener() == null || listeners.contains(rule.listener()))
                .filter(rule -> targets.stream().noneMatch(target -> target.isMatchedBy(rule)))
                .map(rule -> problem(rule, targets))
                .toList();
    }

    private List<Location> targets() {
        final List<HttpMount> mounts = AuthorizationModule.mounts(injector)
                .filter(mount ->
                        mount.isTurnedOff() || ListenerName.all(endpoints).contains(mount.listener()))
                .toList();
        final Stream<Location> ofHealth = ListenerName.all(endpoints).stream()
                .filter(ListenerName::isOfHttp)
                .flatMap(this::basePathsOfHealth)
                .map(Location::ofHealth);
        return Stream.of(
                        ofHealth,
                        checked.stream().flatMap(List::stream).map(Location::of),
                        mounts.stream()
                                .flatMap(mount -> mount.parts().stream().map(part -> Location.of(mount, part, mounts))))
                .flatMap(each -> each)
                .toList();
    }

    /** Returns the base path of the health that is not a resource method: without Jakarta REST, and if a setting turns it off. */
    private Stream<String> basePathsOfHealth(final ListenerName listener) {
        return ResourceMethods.of(injector, listener).isEmpty()
                ? Stream.of("/")
                : Stream.of(configuration.qualified(listener.qualifier()).get(RestConfiguration.class))
                        .filter(settings -> !settings.health().enabled())
                        .map(RestConfiguration::contextPath);
    }

    private StartProblem problem(final PathAccess rule, final List<Location> targets) {
        final String origin = rule.origin();
        return StartProblem.of("The path rule " + origin + " matches nothing: "
                        + (rule.forMountsOnly() ? "no mount or WebSocket" : "no resource method, mount or WebSocket")
                        + (rule.listener() == null ? "" : " of the listener '" + rule.listener() + "'")
                        + " has this path or one below it.")
                .from(configuration.origin(origin).orElse(origin))
                .remedy(remedy(rule, targets));
    }

    private static String remedy(final PathAccess rule, final List<Location> targets) {
        final PathAccess anywhere = new PathAccess(rule.path(), rule.access(), null, false, rule.origin());
        for (final Location target : targets) {
            if (target.isMatchedBy(anywhere)) {
                return rule.forMountsOnly()
                        ? "Use withPath(..): withMount(..) does not apply to resource methods or to mounts further below."
                        : "Name the listener '" + target.listener() + "' instead, which has this path.";
            }
        }
        final List<String> known = targets.stream()
                .filter(target -> target.mayConcern(rule))
                .map(target -> PathTemplate.fixed(target.template()))
                .distinct()
                .toList();
        final List<String> longer = known.stream()
                .filter(path -> (path + "/").indexOf(rule.path() + "/") > 0)
                .map(path -> path.substring(
                        0, (path + "/").indexOf(rule.path() + "/") + rule.path().length()))
                .distinct()
                .limit(3)
                .toList();
        return Suggestions.question(
                "",
                longer.isEmpty() ? Suggestions.nearest(rule.path(), known) : longer,
                "Correct the path (it must include the context path), or remove the rule. --routes lists the resource"
                        + " methods.");
    }

    /**
     * A resource method, a mount or a part of one.
     *
     * @param listener empty for a mount that a setting turns off; it has its rules nevertheless
     * @param isOpen true if it handles paths below its template, too
     * @param others the mounts of the listener, which may handle some of these paths; null for a resource method
     */
    private record Location(
            String listener,
            String template,
            boolean isOpen,
            @Nullable PathPrefixes<HttpMount> others) {

        static Location of(final MethodRoute route) {
            return new Location(route.plugin(), route.template(), route.method().isLocator(), null);
        }

        static Location of(final HttpMount mount, final MountPart part, final List<HttpMount> all) {
            return new Location(
                    mount.listener().plugin(),
                    part.template(),
                    part.equals(mount.whole()),
                    PathPrefixes.of(
                            all.stream()
                                    .filter(other -> other.listener().equals(mount.listener()))
                                    .toList(),
                            HttpMount::path));
        }

        static Location ofHealth(final String base) {
            return new Location("", (base.equals("/") ? "" : base) + "/health", true, null);
        }

        boolean mayConcern(final PathAccess rule) {
            return (rule.listener() == null
                            || listener.isEmpty()
                            || rule.listener().equals(listener))
                    && (others != null || !rule.forMountsOnly());
        }

        boolean isMatchedBy(final PathAccess rule) {
            return mayConcern(rule)
                    && PathRules.mayHold(rule.path(), template, isOpen)
                    && (!rule.forMountsOnly() || isBelow(PathTemplate.fixed(template), rule.path()))
                    && !isHidden(rule.path());
        }

        /** Returns true if another mount handles all requests for a path below this one. */
        private boolean isHidden(final String path) {
            if (others == null || !isOpen || !isBelow(template, path)) {
                return false;
            }
            final HttpMount first = others.find(path);
            return first != null && !first.path().equals(template);
        }

        private static boolean isBelow(final String prefix, final String path) {
            return (path + "/").startsWith(prefix + "/");
        }
    }
}
