package org.jzenith.tck;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jboss.resteasy.plugins.server.vertx.VertxRequestHandler;
import org.jboss.resteasy.plugins.server.vertx.VertxResteasyDeployment;
import org.jspecify.annotations.Nullable;

/** Deploys a WAR as an application of stock RESTEasy on Vert.x. */
@SuppressWarnings("removal") // RESTEasy's own server for Vert.x is deprecated; there is no other.
final class StockDeployer implements ContainerServer.Deployer {

    /** Resources of the TCK block, and wait for each other. */
    private static final int EVENT_LOOPS = 16;

    private record Deployed(Vertx vertx, VertxResteasyDeployment deployment, int port)
            implements ContainerServer.Deployment {

        @Override
        public void stop() {
            vertx.close().toCompletionStage().toCompletableFuture().join();
            deployment.stop();
        }
    }

    @Override
    public ContainerServer.Deployment deploy(final WebArchive war) throws ReflectiveOperationException {
        final VertxResteasyDeployment deployment = new VertxResteasyDeployment();
        final Classes classes = new Classes(war);
        final Application application = classes.application();
        if (application != null) {
            deployment.setApplicationClass(application.getClass().getName());
        }
        if (application == null || Classes.scans(application)) {
            deployment.getActualResourceClasses().addAll(Arrays.asList(classes.resources()));
            for (final Object provider : classes.providers()) {
                deployment.getActualProviderClasses().add((Class<?>) provider);
            }
        }
        deployment.start();
        final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(EVENT_LOOPS));
        final int port = freePort();
        final String path = war.contextPath() + path(war, application);
        final DeploymentOptions one = new DeploymentOptions();
        for (int loop = 0; loop < EVENT_LOOPS; loop++) {
            vertx.deployVerticle(new Listener(deployment, path, port), one)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
        return new Deployed(vertx, deployment, port);
    }

    private static String path(final WebArchive war, final @Nullable Application application) {
        final String mapping = war.mapping();
        if (mapping != null) {
            return mapping;
        }
        final ApplicationPath annotation =
                application == null ? null : application.getClass().getAnnotation(ApplicationPath.class);
        return annotation == null
                ? ""
                : "/"
                        + URLDecoder.decode(annotation.value(), StandardCharsets.UTF_8)
                                .replaceAll("^/|/?\\*?$", "");
    }

    /** All listeners share one port, so each must be told which. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Listener extends AbstractVerticle {

        private final VertxResteasyDeployment deployment;
        private final String path;
        private final int port;

        Listener(final VertxResteasyDeployment deployment, final String path, final int port) {
            this.deployment = deployment;
            this.path = path;
            this.port = port;
        }

        @Override
        public void start(final Promise<Void> started) {
            final Vertx own = Objects.requireNonNull(vertx);
            own.createHttpServer()
                    .requestHandler(new VertxRequestHandler(own, deployment, path))
                    .listen(port, "127.0.0.1")
                    .<Void>mapEmpty()
                    .onComplete(started);
        }
    }
}
