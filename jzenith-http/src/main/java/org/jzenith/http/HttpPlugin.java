package org.jzenith.http;

import com.google.errorprone.annotations.CheckReturnValue;
import io.vertx.core.http.HttpServerOptions;
import java.util.List;
import java.util.function.Consumer;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.jzenith.http.internal.listener.ListenerSetup;

/**
 * Describes a plugin that opens a listener for files, WebSockets and other mounts, and serves {@code /health}. It works without Jakarta
 * REST:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(HttpPlugin.create(), StaticFiles.of(StaticFiles.at("/", "classpath:web")))
 * }</pre>
 *
 * <p>Its settings have the same names as those of a {@code RestPlugin}, such as {@code rest.port}. If the application also has a
 * {@code RestPlugin}, the two become one plugin: it opens the listener with the server options of both.
 *
 * <p>Immutable: every method returns a plugin with the addition.
 */
@CheckReturnValue
public final class HttpPlugin implements PluginSource {

    private final ListenerSetup setup;

    private HttpPlugin(final ListenerSetup setup) {
        this.setup = setup;
    }

    /**
     * Creates a plugin for the main listener.
     *
     * @return a plugin whose address in {@code Endpoints} is {@code rest}
     */
    public static HttpPlugin create() {
        return named("");
    }

    /**
     * Creates a plugin for another listener of the same application.
     *
     * @param qualifier lower-case letters, digits and hyphens, for example {@code admin}. The settings are then {@code rest.admin.port}
     *     and so on, and the address in {@code Endpoints} is {@code rest.admin}
     * @return a plugin for this listener
     */
    public static HttpPlugin named(final String qualifier) {
        return new HttpPlugin(new ListenerSetup(HttpConfiguration.class, qualifier, List.of()));
    }

    /**
     * Customizes the options of Vert.x's HTTP server. The customized options override the settings.
     *
     * @param change called once at startup with the options built from the settings; several changes run in the order of the calls.
     *     Startup fails if a change throws or enables TLS
     * @return a plugin with this change too
     */
    public HttpPlugin withServerOptions(final Consumer<HttpServerOptions> change) {
        return new HttpPlugin(setup.withOptionChange(change));
    }

    @Override
    public Plugin plugin() {
        return setup.plugin();
    }
}
