package org.jzenith.benchmark.hello;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

/** Starts an application that only says hello. */
public final class HelloApplication {

    private HelloApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(RestPlugin.withResources(HelloResource.class))
                .run();
    }

    /** Says hello. */
    @Path("/plaintext")
    @Produces("text/plain")
    public static final class HelloResource {

        /** Created for each request. */
        public HelloResource() {}

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
