package org.jzenith.docs;

import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.Endpoints;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** An application that changes options of Vert.x and of its HTTP server, and is injected with Vert.x and the endpoints. */
final class OwnOptions {

    private OwnOptions() {}

    // region options
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withVertxOptions(options -> options.getAddressResolverOptions()
                        .setQueryTimeout(2_000)
                        .setMaxQueries(2))
                .withPlugins(RestPlugin.withResources(InsideResource.class)
                        .withServerOptions(options -> options.setTcpKeepAlive(true)
                                .setCompressionSupported(true)));
    }
    // endregion

    @Path("/inside")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class InsideResource {

        private final Vertx vertx;
        private final Endpoints endpoints;

        @Inject
        InsideResource(final Vertx vertx, final Endpoints endpoints) {
            this.vertx = vertx;
            this.endpoints = endpoints;
        }

        @GET
        public String inside() {
            return vertx.getOrCreateContext().isEventLoopContext() + " "
                    + endpoints.all().get("rest").getPort();
        }
    }
}
