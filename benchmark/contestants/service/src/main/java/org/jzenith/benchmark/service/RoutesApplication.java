package org.jzenith.benchmark.service;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** Starts an application with one resource method, and as many more as {@code benchmark.routes} says; no database. */
public final class RoutesApplication {

    private RoutesApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(PlaintextResource.class).withResources(GeneratedRoutes.templated()))
                .run();
    }

    /** Answers the request that ends the measurement. */
    @Singleton
    @Path("/plaintext")
    public static final class PlaintextResource {

        /** Made once. */
        public PlaintextResource() {}

        /**
         * The greeting.
         *
         * @return a greeting
         */
        @GET
        public Single<String> hello() {
            return Single.just("Hello, World!");
        }
    }
}
