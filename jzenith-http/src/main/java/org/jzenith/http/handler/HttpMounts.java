package org.jzenith.http.handler;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Endpoints;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.request.RequestTarget;

/** The mounts and guards of one listener. Immutable. */
public final class HttpMounts {

    /** The mounts of a listener that has only its own handler. */
    public static final HttpMounts NONE = new HttpMounts(List.of(), List.of());

    /** The longest path first. */
    private final List<HttpMount> mounts;

    /** The guards, in the order of their plugins. */
    private final List<ListenerGuard> guards;

    private HttpMounts(final List<HttpMount> mounts, final List<ListenerGuard> guards) {
        this.mounts = mounts;
        this.guards = guards;
    }

    /**
     * Collects the mounts and guards that plugins contribute to a listener.
     *
     * @param injector the injector of the plugin that opens the listener
     * @param plugin its name
     * @return {@link #NONE} if there are none
     * @throws StartException if two mounts have the same path, or a guard is for a listener that the application does not have
     */
    public static HttpMounts of(final Injector injector, final String plugin) {
        final List<HttpMount> all = contributed(injector, new TypeLiteral<Set<HttpMount>>() {}).stream()
                .filter(mount -> mount.plugin().equals(plugin))
                .toList();
        final Set<ListenerGuard> ofAll = contributed(injector, new TypeLiteral<Set<ListenerGuard>>() {});
        checkListeners(ofAll, injector.getInstance(Endpoints.class).listeners());
        final List<ListenerGuard> guards =
                ofAll.stream().filter(guard -> isFor(guard, plugin)).toList();
        return all.isEmpty() && guards.isEmpty() ? NONE : new HttpMounts(sorted(all), guards);
    }

    private static <T> Set<T> contributed(final Injector injector, final TypeLiteral<Set<T>> type) {
        final Binding<Set<T>> binding = injector.getExistingBinding(Key.get(type));
        return binding == null ? Set.of() : binding.getProvider().get();
    }

    private static boolean isFor(final ListenerGuard guard, final String plugin) {
        return guard.listener().equals(plugin) || guard.listener().equals(ListenerGuard.ALL_LISTENERS);
    }

    /** Refuses guards of unknown listeners: a listener without its guard would be open to all. */
    private static void checkListeners(final Set<ListenerGuard> guards, final List<String> listeners) {
        final List<StartProblem> problems = guards.stream()
                .filter(guard -> listeners.stream().noneMatch(listener -> isFor(guard, listener)))
                .map(guard -> StartProblem.of("A guard is for the listener of the plugin '" + guard.listener()
                                + "', and no plugin of the application with this name opens a listener.")
                        .from("the guard " + guard)
                        .remedy("Guard the listener of one of these plugins, or add the plugin: "
                                + String.join(", ", listeners) + "."))
                .toList();
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
    }

    private static List<HttpMount> sorted(final List<HttpMount> all) {
        final Map<String, HttpMount> byPath = new HashMap<>();
        final List<StartProblem> problems = new ArrayList<>();
        for (final HttpMount mount : all) {
            final HttpMount other = byPath.putIfAbsent(mount.path(), mount);
            if (other != null) {
                problems.add(StartProblem.of("Two plugins answer the path '"
                                + (mount.path().isEmpty() ? "/" : mount.path()) + "' of the listener '"
                                + mount.plugin() + "'.")
                        .from("the plugins '" + other.name() + "' and '" + mount.name() + "'")
                        .remedy("Give one of them another path."));
            }
        }
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
        return all.stream()
                .sorted(Comparator.comparingInt(
                                (HttpMount mount) -> mount.path().length())
                        .reversed())
                .toList();
    }

    boolean isEmpty() {
        return mounts.isEmpty();
    }

    List<ListenerGuard> guards() {
        return guards;
    }

    /**
     * Returns the mount that receives all requests for a path instead of the listener's own handler, because its path is longer than the
     * handler's.
     *
     * @param path the prefix of each of these requests, in whole segments
     * @param basePath the base path of the handler; empty or {@code /} for all paths
     * @return null if the handler receives some of them
     */
    public @Nullable HttpMount hiding(final String path, final String basePath) {
        final int own = basePath.equals("/") ? 0 : basePath.length();
        return mounts.stream()
                .filter(mount -> mount.path().length() > own && (path + "/").startsWith(mount.path() + "/"))
                .findFirst()
                .orElse(null);
    }

    /** Returns the mount with the longest path that the target is below; null if there is none. */
    @Nullable
    HttpMount of(final RequestTarget target) {
        for (int i = 0; i < mounts.size(); i++) { // an iterator would be allocated for each request
            final HttpMount mount = mounts.get(i);
            if (target.below(mount.path()) != null) {
                return mount;
            }
        }
        return null;
    }
}
