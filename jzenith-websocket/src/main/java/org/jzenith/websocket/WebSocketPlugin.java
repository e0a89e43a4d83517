package org.jzenith.websocket;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.internal.start.CallerLine;
import org.jzenith.http.handler.ListenerName;

/**
 * Serves WebSockets (RFC 6455) at paths of a listener, beside REST:
 *
 * <pre>{@code
 * WebSocketPlugin.create()
 *         .at("/echo", WebSocket::messages)
 *         .at("/chat/{room}", ChatSocket.class)
 * }</pre>
 *
 * <p>{@code rest.context-path} is not added to paths. The fixed start of a path, such as {@code /chat}, and everything below it belong to
 * this plugin. A {@link org.jzenith.http.handler.ListenerGuard} or {@code SecurityPlugin} decides who may connect. A plugin is immutable:
 * each method returns a changed copy.
 */
@CheckReturnValue
public final class WebSocketPlugin implements PluginSource {

    /** A token (RFC 9110, 5.6.2). */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private final WebSocketPhases phases;

    private WebSocketPlugin(final WebSocketPhases phases) {
        this.phases = phases;
    }

    /**
     * Creates a plugin.
     *
     * @return a plugin without paths
     */
    public static WebSocketPlugin create() {
        return new WebSocketPlugin(
                new WebSocketPhases(CallerLine.of(WebSocketPlugin.class), List.of(), Set.of(), ListenerName.MAIN));
    }

    /**
     * Serves a path by an object.
     *
     * @param path starts with a slash and a fixed segment; a segment in braces is a parameter: {@code /chat/{room}}
     * @param handler the object that serves all connections
     * @return a plugin with one more path
     * @throws IllegalArgumentException if the path is invalid, or another path has the same shape
     */
    public WebSocketPlugin at(final String path, final WebSocketHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return with(path, injector -> handler, phases.types());
    }

    /**
     * Serves a path by an object that Guice creates, once for each run of the application.
     *
     * @param path starts with a slash and a fixed segment; a segment in braces is a parameter: {@code /chat/{room}}
     * @param handler a class that has a constructor with {@code @Inject}, or one without parameters
     * @return a plugin with one more path
     * @throws IllegalArgumentException if the path is invalid, or another path has the same shape
     */
    public WebSocketPlugin at(final String path, final Class<? extends WebSocketHandler> handler) {
        final Set<Class<?>> all = new LinkedHashSet<>(phases.types());
        all.add(Objects.requireNonNull(handler, "handler"));
        return with(path, injector -> injector.getInstance(handler), all);
    }

    private WebSocketPlugin with(
            final String path, final Function<Injector, WebSocketHandler> handler, final Set<Class<?>> handlerTypes) {
        final WebSocketRoute added = new WebSocketRoute(WebSocketRoute.template(path), handler, List.of());
        if (phases.routes().stream()
                .anyMatch(route ->
                        route.template().shape().equals(added.template().shape()))) {
            throw new IllegalArgumentException(
                    "Two WebSockets have the path '" + path + "'. Choose another path for one of them.");
        }
        final List<WebSocketRoute> all = new ArrayList<>(phases.routes());
        all.add(added);
        return with(all, handlerTypes);
    }

    /**
     * Sets the sub-protocols of the path added last. The first name in the client's list that is among them is selected, and the handler
     * gets it from the {@link Handshake}. A client that offers none of them is connected without a sub-protocol.
     *
     * @param names such as {@code graphql-transport-ws}
     * @return a plugin with the sub-protocols
     * @throws IllegalArgumentException if a name is not a token
     * @throws IllegalStateException if no path was added
     */
    public WebSocketPlugin withSubprotocols(final String... names) {
        for (final String name : names) {
            if (!TOKEN.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "'" + name + "' is not a valid sub-protocol name. Use a token such as graphql-transport-ws.");
            }
        }
        if (phases.routes().isEmpty()) {
            throw new IllegalStateException("There is no path to change yet. Call at(..) first.");
        }
        final List<WebSocketRoute> all = new ArrayList<>(phases.routes());
        all.add(all.remove(all.size() - 1).withSubprotocols(List.of(names)));
        return with(all, phases.types());
    }

    /**
     * Serves the paths at the listener of a plugin other than {@code rest}.
     *
     * @param plugin its name, for example {@code rest.admin}
     * @return a plugin for that listener
     */
    public WebSocketPlugin onListenerOf(final String plugin) {
        return new WebSocketPlugin(
                new WebSocketPhases(phases.line(), phases.routes(), phases.types(), new ListenerName(plugin)));
    }

    private WebSocketPlugin with(final List<WebSocketRoute> routes, final Set<Class<?>> handlerTypes) {
        return new WebSocketPlugin(
                new WebSocketPhases(phases.line(), List.copyOf(routes), handlerTypes, phases.listener()));
    }

    @Override
    public Plugin plugin() {
        return phases;
    }

    WebSocketPhases phases() {
        return phases;
    }
}
