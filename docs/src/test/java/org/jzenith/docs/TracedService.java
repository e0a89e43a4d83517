package org.jzenith.docs;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** A service with one method, as the README begins, which {@link RequestTrace} follows. */
public final class TracedService {

    static final String TEXT = "Hello, traced world.";

    private TracedService() {}

    /** Starts the service and prints its port. */
    public static void main(final String... arguments) {
        final RunningApplication application = JZenith.application(arguments)
                .withPlugins(RestPlugin.withResources(HelloResource.class))
                .withConfiguration("rest.port", 0)
                .withConfiguration("jzenith.event-loops", 1)
                .run();
        System.out.println("port " + application.port());
    }

    /** Greets. */
    @Path("/hello")
    public static final class HelloResource {

        /** Greets without waiting. */
        @GET
        @Produces(MediaType.TEXT_PLAIN)
        public Single<String> get() {
            return Single.just(TEXT);
        }
    }
}
