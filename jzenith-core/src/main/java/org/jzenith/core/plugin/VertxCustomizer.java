package org.jzenith.core.plugin;

import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import org.jzenith.core.configuration.Configuration;

/**
 * A {@link org.jzenith.core.Plugin} that takes part in building the application's {@code Vertx}: it sets a cluster manager, a metrics
 * factory or a tracer factory, or changes options.
 */
public interface VertxCustomizer {

    /**
     * Customizes Vert.x before it is built. Called once per start, on a thread that may block, before any object of the application exists.
     * Also called with {@code --check}, so it must not connect to anything.
     *
     * <p>With a cluster manager Vert.x joins the cluster within {@code jzenith.start-timeout} and leaves it at the stop. A
     * failure to join fails startup. With {@code --check} Vert.x joins no cluster.
     *
     * @param builder takes a cluster manager, a metrics factory and a tracer factory. Only one plugin can set each of them. The builder's
     *     {@code with(..)} and {@code build(..)} methods throw
     * @param options the options with jZenith's settings; {@link org.jzenith.core.JZenith#withVertxOptions} is applied after all plugins
     * @param configuration the plugin's view of the configuration
     */
    void customize(VertxBuilder builder, VertxOptions options, Configuration configuration);
}
