package org.jzenith.docs;

import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.spi.cluster.ClusterManager;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.VertxCustomizer;

/** Makes the event bus one of several instances of the application. */
public final class ClusterPlugin implements Plugin, VertxCustomizer {

    private final ClusterManager manager;

    /** Creates the plugin, for example with a {@code HazelcastClusterManager}. */
    public ClusterPlugin(final ClusterManager manager) {
        this.manager = manager;
    }

    @Override
    public String name() {
        return "cluster";
    }

    // region customize
    @Override
    public void customize(final VertxBuilder builder, final VertxOptions options, final Configuration configuration) {
        options.getEventBusOptions().setHost("localhost");
        builder.withClusterManager(manager);
    }
    // endregion
}
