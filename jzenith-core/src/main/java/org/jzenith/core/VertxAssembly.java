package org.jzenith.core;

import io.reactivex.Completable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.VertxTracerFactory;
import io.vertx.core.spi.cluster.ClusterManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;

/** Builds Vert.x from its options and the parts that plugins set. */
final class VertxAssembly {

    private static final String CLUSTER_MANAGER = "cluster manager";

    private final VertxBuilder builder = Vertx.builder();

    /** The plugin that has set each kind of part. */
    private final Map<String, String> givers = new HashMap<>();

    private @Nullable ClusterManager clusterManager;

    /** The builder as one plugin sees it. */
    VertxBuilder builderOf(final Plugin plugin) {
        return new PluginBuilder(plugin.name());
    }

    /** @param joins false to build a Vert.x that joins no cluster */
    Vertx build(final VertxOptions options, final boolean joins, final Duration limit) {
        builder.with(options);
        final ClusterManager cluster = clusterManager;
        return cluster == null || !joins ? builder.build() : join(cluster, limit);
    }

    /** Waits on this thread, which is not an event loop. A Vert.x that joins too late is closed. */
    private Vertx join(final ClusterManager cluster, final Duration limit) {
        builder.withClusterManager(cluster);
        final AtomicReference<@Nullable Vertx> joined = new AtomicReference<>();
        try {
            Lifecycle.await(
                    () -> RxFuture.single(builder::buildClustered, Vertx::close)
                            .doOnSuccess(joined::set)
                            .ignoreElement()
                            .onErrorResumeNext(error -> Completable.error(
                                    failed(cluster, Configuration.masked(String.valueOf(error.getMessage())), error))),
                    limit);
        } catch (final TimeoutException e) {
            throw failed(cluster, "It took longer than " + limit.toMillis() + " ms (jzenith.start-timeout).", e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(cluster, "Startup was interrupted.", e);
        }
        return Objects.requireNonNull(joined.get());
    }

    private StartException failed(final ClusterManager cluster, final String reason, final Throwable cause) {
        return new StartException(StartProblem.of("Vert.x did not join the cluster of "
                        + cluster.getClass().getSimpleName() + ": " + reason)
                .from("the plugin '" + givers.get(CLUSTER_MANAGER) + "'")
                .remedy("Check the cluster's settings, and check that its members are reachable. Start with --debug to"
                        + " see the stack trace.")
                .causedBy(cause));
    }

    private final class PluginBuilder implements VertxBuilder {

        private final String plugin;

        PluginBuilder(final String plugin) {
            this.plugin = plugin;
        }

        @Override
        public VertxBuilder withClusterManager(final ClusterManager manager) {
            clusterManager = given(CLUSTER_MANAGER, manager);
            return this;
        }

        @Override
        public VertxBuilder withMetrics(final VertxMetricsFactory factory) {
            builder.withMetrics(given("metrics factory", factory));
            return this;
        }

        @Override
        public VertxBuilder withTracer(final VertxTracerFactory factory) {
            builder.withTracer(given("tracer factory", factory));
            return this;
        }

        private <T> T given(final String kind, final T part) {
            Objects.requireNonNull(part, kind);
            final @Nullable String first = givers.putIfAbsent(kind, plugin);
            if (first != null) {
                throw new StartException(StartProblem.of("Two plugins set the " + kind + " of Vert.x.")
                        .from("the plugins '" + first + "' and '" + plugin + "'")
                        .remedy("Remove one of the plugins. Vert.x can only have one " + kind + "."));
            }
            return part;
        }

        @Override
        public VertxBuilder with(final VertxOptions options) {
            throw new UnsupportedOperationException(
                    "with(..) is not supported. Change the VertxOptions that customize(..) receives.");
        }

        @Override
        public Vertx build() {
            throw new UnsupportedOperationException(
                    "build() is not supported. jZenith builds Vert.x after all plugins have customized it.");
        }

        @Override
        public Future<Vertx> buildClustered() {
            return Future.succeededFuture(build());
        }
    }
}
