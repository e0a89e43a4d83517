package org.jzenith.http.handler;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.context.AccessRule;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.request.PathPrefixes;
import org.jzenith.http.internal.request.PathTemplate;
import org.jzenith.http.internal.request.RequestTarget;

/** The mounts and guards of one listener. Immutable. */
public final class HttpMounts {

    /** No mounts: the listener has only its own handler. */
    public static final HttpMounts NONE = new HttpMounts(List.of(), List.of());

    private static final String ROLES_ALLOWED = "jakarta.annotation.security.RolesAllowed";

    /** The Jakarta annotations that restrict access to a handler, by name, so that this module does not need their library. */
    private static final Set<String> LIMITS = Set.of("jakarta.annotation.security.DenyAll", ROLES_ALLOWED);

    private final PathPrefixes<HttpMount> mounts;

    /** The guards, in the order of their plugins. */
    private final List<ListenerGuard> guards;

    private HttpMounts(final List<HttpMount> mounts, final List<ListenerGuard> guards) {
        this.mounts = PathPrefixes.of(mounts, HttpMount::path);
        this.guards = guards;
    }

    /**
     * Collects the mounts and guards that plugins contribute to a listener.
     *
     * @param injector the injector of the plugin that opens the listener
     * @param listener the name of the listener
     * @param own the mounts that the plugin itself adds
     * @return {@link #NONE} if there are none
     * @throws StartException if two mounts have the same path, or a guard is for a listener that the application does not have
     */
    public static HttpMounts of(final Injector injector, final ListenerName listener, final List<HttpMount> own) {
        final List<HttpMount> all = Stream.concat(
                        own.stream(), contributed(injector, new TypeLiteral<Set<HttpMount>>() {}).stream())
                .filter(mount -> mount.listener().equals(listener))
                .toList();
        final Set<ListenerGuard> ofAll = contributed(injector, new TypeLiteral<Set<ListenerGuard>>() {});
        checkListeners(ofAll, ListenerName.all(injector.getInstance(Endpoints.class)));
        final List<ListenerGuard> guards = ofAll.stream()
                .filter(guard -> guard.listener().includes(listener))
                .toList();
        checkEnforced(all, guards);
        return all.isEmpty() && guards.isEmpty() ? NONE : new HttpMounts(checked(all), guards);
    }

    /**
     * Returns the classes of all handlers that guards decide about.
     *
     * @param injector the application's injector
     * @return the classes for mounts and for their parts
     */
    public static Set<Class<?>> handlers(final Injector injector) {
        return contributed(injector, new TypeLiteral<Set<HttpMount>>() {}).stream()
                .flatMap(mount -> mount.parts().stream())
                .map(MountPart::handler)
                .collect(Collectors.toSet());
    }

    /**
     * Returns the routes of all mounts on a listener.
     *
     * @param injector the application's injector
     * @param listener the name of the listener
     * @return the parts that are routes, sorted by template, then by HTTP method
     */
    public static List<MountPart> routes(final Injector injector, final ListenerName listener) {
        return sorted(contributed(injector, new TypeLiteral<Set<HttpMount>>() {}).stream()
                .filter(mount -> mount.listener().equals(listener)));
    }

    /**
     * Returns the routes of these mounts.
     *
     * @return the parts that are routes, sorted by template, then by HTTP method
     */
    public List<MountPart> routes() {
        return sorted(mounts.all().stream());
    }

    private static List<MountPart> sorted(final Stream<HttpMount> mounts) {
        return routes(mounts)
                .sorted(Comparator.comparing(MountPart::template)
                        .thenComparing(part ->
                                Objects.requireNonNull(part.route()).method().name()))
                .toList();
    }

    private static Stream<MountPart> routes(final Stream<HttpMount> mounts) {
        return mounts.flatMap(mount -> mount.parts().stream()).filter(part -> part.route() != null);
    }

    private static <T> Set<T> contributed(final Injector injector, final TypeLiteral<Set<T>> type) {
        final Binding<Set<T>> binding = injector.getExistingBinding(Key.get(type));
        return binding == null ? Set.of() : binding.getProvider().get();
    }

    /** Refuses handlers with access annotations that no guard enforces: they would be open to all clients. */
    private static void checkEnforced(final List<HttpMount> mounts, final List<ListenerGuard> guards) {
        final Set<Class<? extends Annotation>> enforced = guards.stream()
                .flatMap(guard -> guard.enforcedAnnotations().stream())
                .collect(Collectors.toSet());
        final List<StartProblem> problems = mounts.stream()
                .flatMap(mount -> mount.parts().stream())
                .<Class<?>>map(MountPart::handler)
                .distinct()
                .flatMap(type -> accessAnnotations(type)
                        .filter(annotation -> !enforced.contains(annotation))
                        .distinct()
                        .map(annotation -> StartProblem.of("Nothing enforces the @" + annotation.getSimpleName()
                                        + " of " + type.getName() + ", so everyone may use it.")
                                .from(type.getName())
                                .remedy(enforcer(annotation.getName()) + ", or remove the annotation.")))
                .collect(Collectors.toCollection(ArrayList::new));
        if (guards.stream().noneMatch(ListenerGuard::enforcesRoles)) {
            routes(mounts.stream())
                    .filter(route ->
                            !Objects.requireNonNull(route.route()).roles().isEmpty())
                    .map(route -> StartProblem.of(
                                    "Nothing enforces the roles of the route " + route + ", so everyone may use it.")
                            .from(origin(route))
                            .remedy(enforcer(ROLES_ALLOWED) + ", or remove the roles."))
                    .forEach(problems::add);
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static String origin(final MountPart part) {
        final String origin = Objects.requireNonNull(part.route()).origin();
        return origin.isEmpty() ? part.handler().getName() : origin;
    }

    private static String enforcer(final String annotation) {
        final String plugin = MissingPlugins.advice(annotation);
        return plugin.isEmpty() ? "Add a plugin that enforces it" : plugin;
    }

    /** Returns the access annotations of a class and its methods, and of all its superclasses and interfaces. */
    private static Stream<Class<? extends Annotation>> accessAnnotations(final @Nullable Class<?> type) {
        return type == null || type == Object.class
                ? Stream.empty()
                : Stream.of(
                                Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods()))
                                        .flatMap(element -> Arrays.stream(element.getDeclaredAnnotations()))
                                        .<Class<? extends Annotation>>map(Annotation::annotationType)
                                        .filter(HttpMounts::limitsAccess),
                                accessAnnotations(type.getSuperclass()),
                                Arrays.stream(type.getInterfaces()).flatMap(HttpMounts::accessAnnotations))
                        .flatMap(Function.identity());
    }

    private static boolean limitsAccess(final Class<? extends Annotation> annotation) {
        return annotation.isAnnotationPresent(AccessRule.class) || LIMITS.contains(annotation.getName());
    }

    /** Refuses guards of unknown listeners, because the intended listener would be open to all clients. */
    private static void checkListeners(final Set<ListenerGuard> guards, final List<ListenerName> listeners) {
        final List<StartProblem> problems = guards.stream()
                .filter(guard -> listeners.stream().noneMatch(guard.listener()::includes))
                .map(guard -> StartProblem.of("A guard is for the listener of the plugin '" + guard.listener()
                                + "', but the application has no plugin of this name that opens a listener.")
                        .from("the guard " + guard)
                        .remedy("Add the plugin, or guard the listener of one of these plugins: "
                                + listeners.stream().map(ListenerName::plugin).collect(Collectors.joining(", ")) + "."))
                .toList();
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static List<HttpMount> checked(final List<HttpMount> all) {
        final Map<String, HttpMount> byPath = new HashMap<>();
        final List<StartProblem> problems = new ArrayList<>();
        for (final HttpMount mount : all) {
            final HttpMount other = byPath.putIfAbsent(mount.path(), mount);
            if (other != null) {
                problems.add(StartProblem.of("Two plugins handle the path '"
                                + (mount.path().isEmpty() ? "/" : mount.path()) + "' of the listener '"
                                + mount.listener() + "'.")
                        .from("the plugins '" + other.name() + "' and '" + mount.name() + "'")
                        .remedy("Change the path of one of them."));
            }
            checkRoutes(mount, problems);
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
        return all;
    }

    /** Finds routes of a mount that match the same requests. */
    private static void checkRoutes(final HttpMount mount, final List<StartProblem> problems) {
        final Map<String, MountPart> known = new HashMap<>();
        routes(Stream.of(mount)).forEach(part -> {
            final MountPart other = known.putIfAbsent(
                    Objects.requireNonNull(part.route()).method() + " "
                            + PathTemplate.of(part.template()).shape(),
                    part);
            if (other != null) {
                problems.add(StartProblem.of("Two routes of the plugin '" + mount.name()
                                + "' handle the same requests: " + other + " and " + part + ".")
                        .from(origin(part))
                        .remedy("Remove one of them, or change its path or HTTP method."));
            }
        });
    }

    boolean isEmpty() {
        return mounts.isEmpty();
    }

    List<ListenerGuard> guards() {
        return guards;
    }

    /**
     * Returns the mount that hides a path from the listener's own handler, because the mount's path is longer than the handler's.
     *
     * @param path a path; all requests for it and below it are meant
     * @param basePath the base path of the handler; empty or {@code /} for all paths
     * @return null if the handler receives some of these requests
     */
    public @Nullable HttpMount hiding(final String path, final String basePath) {
        final int own = basePath.equals("/") ? 0 : basePath.length();
        return mounts.all().stream()
                .filter(mount -> mount.path().length() > own && (path + "/").startsWith(mount.path() + "/"))
                .findFirst()
                .orElse(null);
    }

    /** Returns the mount with the longest path that matches the target; null if no mount matches. */
    @Nullable
    HttpMount of(final RequestTarget target) {
        return mounts.find(target.pathAndQuery());
    }
}
