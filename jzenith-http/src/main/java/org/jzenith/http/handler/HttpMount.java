package org.jzenith.http.handler;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.PathPrefixes;

/**
 * Handles the requests below one path of a listener, in addition to the listener's own handler. A plugin contributes a mount
 * in one of its modules:
 *
 * <pre>{@code
 * HttpMount.binder(binder()).addBinding().toInstance(HttpMount.at("/greeting", "greeting", handler));
 * }</pre>
 *
 * <p>If several mounts match a request, the longest path wins. Paths match in whole segments: {@code /a} is not a prefix of
 * {@code /ab}. If a mount has the same path as the listener's own handler, that handler comes first. The mount gets the
 * requests that the handler {@linkplain Exchange#passToNext passes on}. Limits, time-outs, the request id, observers and
 * graceful shutdown are the same for all handlers of a listener. Startup fails if two mounts of a listener have the same
 * path.
 *
 * <p>Immutable.
 */
public final class HttpMount {

    private final String path;
    private final String route;
    private final String name;
    private final RequestHandler handler;
    private final ListenerName listener;

    /** The parts of the mount; without any, a single part for the whole mount. */
    private final List<MountPart> parts;

    private final boolean hasRoutes;

    /** Null if the mount has its own parts. */
    private final @Nullable MountPart whole;

    /** @param whole the mount as a whole; null if it has its own parts */
    private HttpMount(
            final String path,
            final String name,
            final RequestHandler handler,
            final ListenerName listener,
            final @Nullable MountPart whole,
            final List<MountPart> parts) {
        this.path = path;
        this.route = path + "/*";
        this.name = name;
        this.handler = handler;
        this.listener = listener;
        this.whole = whole;
        this.parts = parts;
        this.hasRoutes = parts.stream().anyMatch(part -> part.route() != null);
    }

    /**
     * Creates a mount for the listener of the plugin {@code rest}.
     *
     * @param path the path, which starts with a slash; {@code /} stands for all paths. It is not relative to the context
     *     path of {@code rest}
     * @param name the name of the plugin that contributes the handler, for reports
     * @param handler handles the requests for this path and the paths below it
     * @return a mount
     * @throws IllegalArgumentException if the path does not begin with a slash, or has a character that must be escaped, a
     *     query, an empty segment or a dot segment
     */
    public static HttpMount at(final String path, final String name, final RequestHandler handler) {
        final String checked = PathPrefixes.checked(path, "of the mount '" + name + "'");
        final MountPart whole = new MountPart(
                checked, Objects.requireNonNull(handler, "handler").getClass());
        return new HttpMount(
                checked, Objects.requireNonNull(name, "name"), handler, ListenerName.MAIN, whole, List.of(whole));
    }

    /**
     * Returns this mount for the listener of another plugin.
     *
     * @param other the name of the plugin that opens the listener, for example {@code rest.admin}. The contributing plugin
     *     should name it in {@code requires()}, so that an application without that listener does not start
     * @return a mount there
     */
    public HttpMount onListenerOf(final String other) {
        return onListener(new ListenerName(other));
    }

    /**
     * Returns this mount for another listener.
     *
     * @param other the name of the listener
     * @return a mount for that listener
     */
    public HttpMount onListener(final ListenerName other) {
        return new HttpMount(path, name, handler, Objects.requireNonNull(other, "other"), whole, parts);
    }

    /**
     * Returns this mount without a listener. Used when a setting turns the mount off.
     *
     * @return a mount that no listener serves
     */
    public HttpMount onNoListener() {
        return new HttpMount(path, name, handler, ListenerName.NONE, whole, parts);
    }

    /**
     * Protects the handler, in addition to the guards of the listener, which run first.
     *
     * @param protection wraps the handler in another handler, which refuses some requests and passes the others on
     * @return a protected mount; the annotations of the original handler still apply
     */
    public HttpMount protectedBy(final UnaryOperator<RequestHandler> protection) {
        return new HttpMount(path, name, protection.apply(handler), listener, whole, parts);
    }

    /**
     * Names the parts of the mount. Guards then decide about each part, not about the mount as a whole. The handler must ask them by
     * {@link Exchange#askGuards} when it knows the part that a request is for. It may respond to all other requests only with errors.
     *
     * <p>Parts with a {@link MountRoute} are listed by {@code --routes} and in the OpenAPI document, and metrics name them by their
     * templates. The handler of such a mount uses {@link MountRoutes#task}, which also asks the guards.
     *
     * @param all the parts, at least one
     * @return a mount with these parts
     * @throws IllegalArgumentException if there is no part
     */
    public HttpMount withParts(final List<MountPart> all) {
        if (all.isEmpty()) {
            throw new IllegalArgumentException("No part was passed to withParts(..) of the mount '" + this + "'.");
        }
        return new HttpMount(path, name, handler, listener, null, List.copyOf(all));
    }

    /**
     * Returns the binder to which a module adds its mounts.
     *
     * @param binder the module's binder
     * @return the set of all mounts of the application
     */
    public static Multibinder<HttpMount> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, HttpMount.class);
    }

    /**
     * Returns the path of the mount.
     *
     * @return the path without a trailing slash, so the root is empty
     */
    public String path() {
        return path;
    }

    /**
     * Returns the name of the plugin that contributes the mount.
     *
     * @return the name, for reports
     */
    public String name() {
        return name;
    }

    /**
     * Returns the listener that serves the mount.
     *
     * @return the name of the listener; empty if the mount is turned off
     */
    public ListenerName listener() {
        return listener;
    }

    /**
     * Returns true if a setting turns the mount off.
     *
     * @return true if no listener serves the mount
     */
    public boolean isTurnedOff() {
        return listener.equals(ListenerName.NONE);
    }

    /**
     * Returns the parts that guards decide about.
     *
     * @return the parts of the mount; without any, a part for the whole mount
     */
    public List<MountPart> parts() {
        return parts;
    }

    /**
     * Returns the mount as a whole.
     *
     * @return null if the mount has parts; its handler then asks the guards about each part
     */
    public @Nullable MountPart whole() {
        return whole;
    }

    /** Returns true if a part is an HTTP route. The handler then tells observers which route a request matches. */
    boolean hasRoutes() {
        return hasRoutes;
    }

    RequestHandler handler() {
        return handler;
    }

    /** Returns the mount's route for observers. Always the same object. */
    String route() {
        return route;
    }

    @Override
    public String toString() {
        return name + " at " + (path.isEmpty() ? "/" : path);
    }
}
