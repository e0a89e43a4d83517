package org.jzenith.http.handler;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A handler that answers the requests below one path of a listener, beside the listener's own. A plugin contributes it in
 * one of its modules:
 *
 * <pre>{@code
 * HttpMount.binder(binder()).addBinding().toInstance(HttpMount.at("/greeting", "greeting", handler));
 * }</pre>
 *
 * <p>Of several paths that a request is below, the longest wins, counted in whole segments: {@code /a} is not a prefix of
 * {@code /ab}. Where a mount has the same path as the listener's own handler, that one is asked first, and the mount gets what
 * it {@linkplain Exchange#passToNext passes}. Limits, time-outs, the request id, observers and the stop are the same
 * for all handlers of a listener. Two mounts at one path of a listener fail the start.
 *
 * <p>Immutable.
 */
public final class HttpMount {

    /** Characters that need no escape in a path (RFC 3986, 3.3). */
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~!$&'()*+,=:@-]+)*/?");

    private static final Pattern DOT_SEGMENT = Pattern.compile(".*/\\.{1,2}(/.*)?");

    private final String path;
    private final String name;
    private final RequestHandler handler;
    private final String plugin;

    private HttpMount(final String path, final String name, final RequestHandler handler, final String plugin) {
        this.path = path;
        this.name = name;
        this.handler = handler;
        this.plugin = plugin;
    }

    /**
     * Creates a mount for the listener of the plugin {@code rest}.
     *
     * @param path begins with a slash; {@code /} stands for all paths. It does not stand below the context path of {@code
     *     rest}
     * @param name the name of the plugin that contributes the handler, for reports
     * @param handler answers this path and those below it
     * @return a mount
     * @throws IllegalArgumentException if the path does not begin with a slash, or has a character that must be escaped, a
     *     query, an empty segment or a dot segment
     */
    public static HttpMount at(final String path, final String name, final RequestHandler handler) {
        if (!path.startsWith("/")
                || !PATH.matcher(path).matches()
                || DOT_SEGMENT.matcher(path).matches()) {
            throw new IllegalArgumentException("The path '" + path + "' of the mount '" + name
                    + "' is no path of a URL: it begins with a slash and has no query, no escape, and no segment that is"
                    + " empty or made of dots.");
        }
        return new HttpMount(
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                Objects.requireNonNull(name, "name"),
                Objects.requireNonNull(handler, "handler"),
                "rest");
    }

    /**
     * Returns this mount for the listener of another plugin.
     *
     * @param other name of the plugin that opens the listener, for example {@code rest.admin}. The plugin that contributes
     *     the mount names it in {@code requires()}, so that an application without that listener does not start
     * @return a mount there
     */
    public HttpMount onListenerOf(final String other) {
        return new HttpMount(path, name, handler, Objects.requireNonNull(other, "other"));
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
     * @return without a trailing slash, so the root is empty
     */
    public String path() {
        return path;
    }

    /**
     * Returns the name of the contributor.
     *
     * @return the name for reports
     */
    public String name() {
        return name;
    }

    /** Returns the name of the plugin whose listener it is for. */
    String plugin() {
        return plugin;
    }

    RequestHandler handler() {
        return handler;
    }

    /** Returns the route for observers. */
    String route() {
        return path + "/*";
    }

    @Override
    public String toString() {
        return name + " at " + (path.isEmpty() ? "/" : path);
    }
}
