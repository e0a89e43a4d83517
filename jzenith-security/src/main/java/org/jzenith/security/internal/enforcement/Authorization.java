package org.jzenith.security.internal.enforcement;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.rest.access.MountAccess;
import org.jzenith.rest.access.RouteAccess;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessTable;

/** Knows the decision about each resource method and mount, by annotations first and by paths second. Safe for use by many threads. */
@Singleton
final class Authorization implements MountAccess {

    private final AnnotatedAccess annotations;
    private final PathRules rules;
    private final Denials denials;
    private final AuthorizationConfiguration settings;
    private final UnmatchedRules unmatched;

    @Inject
    Authorization(
            final AnnotatedAccess annotations,
            final PathRules rules,
            final UnmatchedRules unmatched,
            final Denials denials,
            final AuthorizationConfiguration settings) {
        this.annotations = annotations;
        this.rules = rules;
        this.unmatched = unmatched;
        this.denials = denials;
        this.settings = settings;
    }

    /** Returns the decision of the annotations about a method or locator; null if there is none. */
    @Nullable
    Decision declared(final MethodModel method) {
        return annotations.of(method.getResourceClass(), method.getResourceMethod());
    }

    /** Returns true if a path may decide about methods without an annotation, or nobody may call them by default. */
    boolean decidesByPath() {
        return !rules.isEmpty() || settings.denyByDefault();
    }

    /** Returns true if nobody may call a method without an annotation for whose path there is no rule. */
    boolean deniesUndecided(final MethodModel method) {
        return settings.denyByDefault() && !method.isLocator() && !isOpenByDefault(method.getResourceClass());
    }

    /** Returns the decision about the class of a handler; null if there is none. */
    @Nullable
    Decision declared(final Class<?> handler) {
        return annotations.ofHandler(handler);
    }

    /** Returns the decision of a part's route, or about the class of its handler; null if there is none. */
    @Nullable
    Decision declared(final MountPart part) {
        final MountRoute route = part.route();
        return route == null || (route.roles().isEmpty() && !route.permitsAll())
                ? declared(part.handler())
                : new Decision(
                        route.permitsAll() ? Access.everyone() : Access.roles(route.roles()),
                        "the route" + (route.origin().isEmpty() ? "" : " in " + route.origin()));
    }

    @Override
    public Optional<RouteAccess> access(final String listener, final MountPart part) {
        final Decision declared = declared(part);
        return Optional.ofNullable(
                declared == null ? rules.ofMount(part.template()).access(listener, part.template()) : declared.route());
    }

    @Override
    public String description(final String listener, final MountPart part) {
        final Decision declared = declared(part);
        return declared == null
                ? rules.ofMount(part.template()).description(listener, part.template())
                : declared.description();
    }

    PathRules rules() {
        return rules;
    }

    Denials denials() {
        return denials;
    }

    /**
     * Reports a listener's resource methods without a rule, if the application denies by default, and the rules that match nothing.
     */
    void checkMethods(final Supplier<List<MethodRoute>> routes) {
        final List<StartProblem> problems =
                new ArrayList<>(rules.all().findAny().isEmpty() ? List.of() : unmatched.add(routes.get()));
        if (settings.denyByDefault()) {
            routes.get().stream()
                    .filter(route -> !route.method().isLocator() && !isDecided(route))
                    .map(route -> undecided(
                            "resource method " + route.method() + " ("
                                    + String.join(" ", route.method().httpMethods()) + " " + route.template()
                                    + " of the listener '" + route.plugin() + "')",
                            "it or its class",
                            "add a path rule: security.paths.\"" + path(route.template()) + "\"=roles admin"))
                    .forEach(problems::add);
        }
        report(problems.stream());
    }

    /** Reports wrong annotations of handlers, and mounts that nobody has decided about, if the application denies by default. */
    void checkMounts(final Stream<HttpMount> mounts) {
        report(mounts.flatMap(mount -> mount.parts().stream()
                .filter(part -> isUndecided(mount.listener().plugin(), part))
                .map(part -> undecided(mount, part))));
    }

    private static StartProblem undecided(final HttpMount mount, final MountPart part) {
        return part.route() == null
                ? undecided(
                        "mount '" + mount.name() + " at " + part + "' of the listener '" + mount.listener() + "'",
                        "the class of its handler",
                        "add a path rule: SecurityPlugin.create().withMount(\"" + path(part.template())
                                + "\", Access.roles(\"admin\"))")
                : StartProblem.of("The route " + part + " of the listener '" + mount.listener()
                                + "' has no access rule, and security.deny-by-default is on.")
                        .from("security.deny-by-default")
                        .remedy("Name the route's roles, permit it for everyone, or add a path rule: security.paths.\""
                                + path(part.template()) + "\"=roles admin.");
    }

    private boolean isUndecided(final String listener, final MountPart part) {
        return declared(part) == null
                && settings.denyByDefault()
                && !isOpenByDefault(part.handler())
                && rules.ofMount(part.template()).of(listener, part.template()) == null;
    }

    /** Returns true for a resource or handler of a plugin that everyone may call, unless a path rule decides otherwise. */
    static boolean isOpenByDefault(final Class<?> type) {
        return type.isAnnotationPresent(OpenByDefault.class);
    }

    /** Returns the path for a rule about a template. */
    private static String path(final String template) {
        final String fixed = PathTemplate.fixed(template);
        return fixed.isEmpty() ? "/" : fixed;
    }

    private static StartProblem undecided(final String what, final String annotated, final String otherwise) {
        return StartProblem.of("The " + what + " has no access rule, and security.deny-by-default is on.")
                .from("security.deny-by-default")
                .remedy("Annotate " + annotated
                        + " with @RolesAllowed, @Authenticated, @Allowed, @PermitAll or @DenyAll, or " + otherwise
                        + ".");
    }

    private static void report(final Stream<StartProblem> problems) {
        final List<StartProblem> all = problems.toList();
        if (!all.isEmpty()) {
            throw new StartException(all);
        }
    }

    private boolean isDecided(final MethodRoute route) {
        return isOpenByDefault(route.method().getResourceClass())
                || declaredOn(route).findAny().isPresent()
                || rules.of(route.plugin(), route.template()) != null;
    }

    /** Returns the decisions by annotations, those of locators first. */
    Stream<Decision> declaredOn(final MethodRoute route) {
        return Stream.concat(route.locators().stream(), Stream.of(route.method()))
                .map(this::declared)
                .flatMap(Stream::ofNullable);
    }

    /** Describes a resource method in the table. */
    AccessTable.Row row(final MethodRoute route) {
        final MethodModel method = route.method();
        return row(
                route.plugin(),
                method.isLocator() ? "locator" : String.join(" ", method.httpMethods()),
                route.template(),
                Stream.concat(declaredOn(route), Stream.ofNullable(CallerArgument.decision(method, declared(method)))),
                method.getResourceClass(),
                declared(method) == null ? rules : null);
    }

    /** Describes a mount or its parts in the table. */
    Stream<AccessTable.Row> rows(final HttpMount mount) {
        return mount.parts().stream().map(part -> row(mount, part));
    }

    private AccessTable.Row row(final HttpMount mount, final MountPart part) {
        final Decision declared = declared(part);
        final MountRoute route = part.route();
        return row(
                mount.listener().plugin(),
                route == null ? "mount" : route.method().name(),
                part.path(),
                Stream.ofNullable(declared),
                part.handler(),
                declared == null ? rules.ofMount(part.template()) : null);
    }

    private AccessTable.Row row(
            final String listener,
            final String methods,
            final String path,
            final Stream<Decision> declared,
            final Class<?> type,
            final @Nullable PathRules byPath) {
        final PathAccess general = byPath == null ? null : byPath.of(listener, path);
        final List<Decision> all = Stream.concat(
                        declared, Stream.ofNullable(general).map(PathAccess::decision))
                .toList();
        final List<PathAccess> further = byPath == null ? List.of() : byPath.furtherOf(listener, path);
        return new AccessTable.Row(
                listener,
                methods,
                path,
                joined(
                        all.stream().map(Decision::allowed),
                        "everyone",
                        further,
                        rule -> "below " + rule.path() + " " + rule.access()),
                joined(
                        all.stream().map(Decision::rule),
                        isOpenByDefault(type) ? "@OpenByDefault on " + type.getSimpleName() : "no rule",
                        further,
                        PathAccess::origin));
    }

    private static String joined(
            final Stream<String> decided,
            final String otherwise,
            final List<PathAccess> further,
            final Function<PathAccess, String> text) {
        final String first = decided.collect(Collectors.joining(" and "));
        return Stream.concat(
                        Stream.of(first.isEmpty() ? otherwise : first),
                        further.stream().map(text))
                .collect(Collectors.joining("; "));
    }
}
