package org.jzenith.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.spi.cluster.ClusterManager;
import io.vertx.core.spi.tracing.VertxTracer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;

/** A plugin takes part in building Vert.x. */
final class VertxCustomizerTest {

    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final CompletableFuture<Promise<Void>> joining = new CompletableFuture<>();

    private record Customizing(String name, BiConsumer<VertxBuilder, VertxOptions> change)
            implements Plugin, VertxCustomizer {

        @Override
        public void customize(
                final VertxBuilder builder, final VertxOptions options, final Configuration configuration) {
            change.accept(builder, options);
        }
    }

    /** A cluster of one member. */
    private ClusterManager cluster(final Consumer<Promise<Void>> join) {
        return (ClusterManager) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterManager.class}, (proxy, method, args) -> {
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, args);
                    }
                    switch (method.getName()) {
                        case "join" -> {
                            joining.complete(promise(args));
                            join.accept(promise(args));
                        }
                        case "leave" -> {
                            left.complete(null);
                            promise(args).complete();
                        }
                        case "getNodeId" -> {
                            return "node-1";
                        }
                        case "getNodes" -> {
                            return List.of("node-1");
                        }
                        case "isActive" -> {
                            return true;
                        }
                        case "hashCode" -> {
                            return 1;
                        }
                        default -> {
                            if (args != null && args[args.length - 1] instanceof Promise<?>) {
                                promise(args).complete();
                            }
                        }
                    }
                    return null;
                });
    }

    @SuppressWarnings("unchecked")
    private static Promise<Void> promise(final Object[] args) {
        return (Promise<Void>) args[args.length - 1];
    }

    private static Plugin clustered(final ClusterManager cluster) {
        return new Customizing("cluster", (builder, options) -> {
            options.getEventBusOptions().setHost("localhost");
            builder.withClusterManager(cluster);
        });
    }

    private static StartException failureOf(final String argument, final Plugin... plugins) {
        return catchThrowableOfType(
                StartException.class,
                () -> JZenith.application(argument).withPlugins(plugins).run());
    }

    @Test
    void aPluginGivesATracerAndChangesOptionsBeforeTheApplicationDoes() {
        final List<Object> seen = new ArrayList<>();
        final CompletableFuture<Void> closed = new CompletableFuture<>();
        final VertxTracer<Object, Object> tracer = new VertxTracer<>() {
            @Override
            public void close() {
                closed.complete(null);
            }
        };
        final Plugin plugin = new Customizing("tracing", (builder, options) -> {
            seen.add(options.getEventLoopPoolSize());
            options.setInternalBlockingPoolSize(7);
            builder.withTracer(ignored -> tracer);
        });
        JZenith.application("--jzenith.event-loops=3")
                .withPlugins(plugin)
                .withVertxOptions(options -> seen.add(options.getInternalBlockingPoolSize()))
                .run()
                .stop();
        assertThat(seen).containsExactly(3, 7);
        assertThat(closed).isDone();
    }

    @Test
    void withAClusterManagerVertxJoinsTheClusterAndLeavesItAtTheStop() {
        try (RunningApplication application = JZenith.application()
                .withPlugins(clustered(cluster(Promise::complete)))
                .run()) {
            assertThat(application.get(Vertx.class).isClustered()).isTrue();
            assertThat(left).isNotDone();
        }
        assertThat(left).isDone();
    }

    @Test
    void aClusterThatCannotBeJoinedFailsTheStart() {
        final StartException failure =
                failureOf("--jzenith.event-loops=1", clustered(cluster(join -> join.fail("No member answers."))));
        assertThat(failure.problems())
                .singleElement()
                .extracting(problem -> problem.toString().replaceAll("\\$Proxy\\d+", "Manager"))
                .isEqualTo(
                        "Vert.x did not join the cluster of Manager: No member answers.\n"
                                + "It comes from the plugin 'cluster'.\n"
                                + "Check the cluster's settings, and check that its members are reachable. Start with --debug to see the stack trace.");
    }

    @Test
    void aVertxThatJoinsAfterTheTimeLimitIsClosed() throws Exception {
        final StartException failure =
                failureOf("--jzenith.start-timeout=500ms", clustered(cluster(joining::complete)));
        assertThat(failure).hasMessageContaining("It took longer than 500 ms (jzenith.start-timeout).");
        joining.get().complete();
        left.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aCheckJoinsNoCluster() {
        JZenith.application("--check")
                .withPlugins(clustered(cluster(Promise::complete)))
                .run();
        assertThat(joining).isNotDone();
    }

    @Test
    void twoClusterManagersAreReportedWithTheirPlugins() {
        assertThat(failureOf(
                                "--jzenith.event-loops=1",
                                clustered(cluster(Promise::complete)),
                                new Customizing(
                                        "other",
                                        (builder, options) -> builder.withClusterManager(cluster(Promise::complete))))
                        .problems())
                .singleElement()
                .hasToString("Two plugins set the cluster manager of Vert.x.\n"
                        + "It comes from the plugins 'cluster' and 'other'.\n"
                        + "Remove one of the plugins. Vert.x can only have one cluster manager.");
    }

    @Test
    void aPluginThatFailsIsReportedBesideOtherMistakes() {
        final Plugin failing = new Customizing("tracing", (builder, options) -> {
            throw new IllegalStateException("There is no collector.");
        });
        assertThat(failureOf("--jzenith.event-loops=1", failing).problems())
                .singleElement()
                .hasToString("The plugin 'tracing' failed to customize Vert.x: There is no collector.\n"
                        + "Start with --debug to see the stack trace.");
        assertThat(failureOf("--no.such.key=1", failing)).hasMessageContaining("no.such.key");
    }

    @Test
    void thePluginDoesNotBuildVertx() {
        final List<VertxBuilder> builders = new ArrayList<>();
        JZenith.application("--check")
                .withPlugins(new Customizing("tracing", (builder, options) -> builders.add(builder)))
                .run();
        assertThatThrownBy(builders.get(0)::build)
                .hasMessage("build() is not supported. jZenith builds Vert.x after all plugins have customized it.");
        assertThatThrownBy(builders.get(0)::buildClustered)
                .hasMessage("build() is not supported. jZenith builds Vert.x after all plugins have customized it.");
        assertThatThrownBy(() -> builders.get(0).with(new VertxOptions()))
                .hasMessage("with(..) is not supported. Change the VertxOptions that customize(..) receives.");
    }
}
