package org.jzenith.openapi;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Arrays;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.http.handler.ListenerName;

/**
 * Serves an OpenAPI document of the resource methods, at {@code /openapi.json} and {@code /openapi.yaml}. In development mode, a page at
 * {@code /docs} shows the document. Use it together with {@code RestPlugin}:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(RestPlugin.withResources(OrderResource.class), OpenApiPlugin.create())
 * }</pre>
 *
 * <p>Immutable.
 */
@CheckReturnValue
public final class OpenApiPlugin implements PluginSource {

    private final List<ListenerName> listeners;

    private OpenApiPlugin(final List<ListenerName> listeners) {
        this.listeners = listeners;
    }

    /**
     * Creates a plugin for the listener of {@code RestPlugin}.
     *
     * @return a plugin that is configured by the settings {@code openapi.*}
     */
    public static OpenApiPlugin create() {
        return new OpenApiPlugin(List.of(ListenerName.MAIN));
    }

    /**
     * Selects the listeners. Each of them serves a document of its resource methods.
     *
     * @param plugins the names of the plugins that open the listeners, for example {@code rest} and {@code rest.admin}
     * @return a plugin for these listeners
     * @throws IllegalArgumentException if no name is given
     */
    public OpenApiPlugin onListenersOf(final String... plugins) {
        if (plugins.length == 0) {
            throw new IllegalArgumentException("Name at least one plugin with a listener, such as \"rest\".");
        }
        return new OpenApiPlugin(Arrays.stream(plugins).map(ListenerName::new).toList());
    }

    @Override
    public Plugin plugin() {
        return new OpenApiPhases(listeners);
    }
}
