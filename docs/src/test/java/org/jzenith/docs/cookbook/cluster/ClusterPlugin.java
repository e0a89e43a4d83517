package org.jzenith.docs.cookbook.cluster;

import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.ext.cluster.infinispan.InfinispanClusterManager;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.VertxCustomizer;

// region class
/** Joins the event buses of all instances. */
public final class ClusterPlugin implements Plugin, VertxCustomizer {

    @Override
    public String name() {
        return "cluster";
    }

    // region customize
    @Override
    public void customize(
            final VertxBuilder builder,
            final VertxOptions options,
            final Configuration configuration) {
        builder.withClusterManager(new InfinispanClusterManager());
    }
    // endregion
}
// endregion
