package org.jzenith.websocket;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;

/**
 * For plugins: the WebSockets that a module of the application or of a plugin adds to a listener.
 *
 * <pre>{@code
 * WebSocketContribution.create()
 *         .at("/prices/{symbol}", PriceSocket.class)
 *         .bind(binder(), name());
 * }</pre>
 *
 * <p>The application needs a {@link WebSocketPlugin}, even if it has no paths. The contributing plugin names {@code websocket} in {@code
 * requires()}. Immutable: each method returns a changed copy.
 */
@CheckReturnValue
public final class WebSocketContribution {

    private final WebSocketPlugin sockets;

    private WebSocketContribution(final WebSocketPlugin sockets) {
        this.sockets = sockets;
    }

    /**
     * Creates an empty contribution to the listener of the plugin {@code rest}.
     *
     * @return an empty contribution
     */
    public static WebSocketContribution create() {
        return new WebSocketContribution(WebSocketPlugin.create());
    }

    /**
     * Serves a path by an object.
     *
     * @param path as in {@link WebSocketPlugin#at(String, WebSocketHandler)}
     * @param handler the object that serves all connections
     * @return a changed copy
     * @throws IllegalArgumentException if the path is invalid, or another path has the same shape
     */
    public WebSocketContribution at(final String path, final WebSocketHandler handler) {
        return new WebSocketContribution(sockets.at(path, handler));
    }

    /**
     * Serves a path by an object that Guice creates, once for each run of the application.
     *
     * @param path as in {@link WebSocketPlugin#at(String, Class)}
     * @param handler a class that has a constructor with {@code @Inject}, or one without parameters
     * @return a changed copy
     * @throws IllegalArgumentException if the path is invalid, or another path has the same shape
     */
    public WebSocketContribution at(final String path, final Class<? extends WebSocketHandler> handler) {
        return new WebSocketContribution(sockets.at(path, handler));
    }

    /**
     * Sets the sub-protocols of the path added last.
     *
     * @param names as in {@link WebSocketPlugin#withSubprotocols}
     * @return a changed copy
     * @throws IllegalArgumentException if a name is not a token
     */
    public WebSocketContribution withSubprotocols(final String... names) {
        return new WebSocketContribution(sockets.withSubprotocols(names));
    }

    /**
     * Moves the contribution to the listener of another plugin.
     *
     * @param plugin its name, for example {@code rest.admin}. The contributing plugin names it in {@code requires()}, so that startup fails
     *     without that listener
     * @return a changed copy
     */
    public WebSocketContribution onListenerOf(final String plugin) {
        return new WebSocketContribution(sockets.onListenerOf(plugin));
    }

    /**
     * Adds the WebSockets, and binds the classes of their handlers.
     *
     * @param binder the binder of a module of the plugin
     * @param plugin the name of the contributing plugin, for error messages
     */
    public void bind(final Binder binder, final String plugin) {
        Multibinder.newSetBinder(binder, WebSocketContribution.class)
                .addBinding()
                .toInstance(this);
        sockets.phases().bind(binder, plugin);
    }
}
