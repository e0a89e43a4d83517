// region file
package hello;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;

public final class Hello {

    private Hello() {}

    // region main
    public static void main(final String... args) {
        application(args).run();
    }

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(RestPlugin.withResources(HelloResource.class));
    }

    @Path("/hello")
    public static final class HelloResource {

        @GET
        @Path("{name}")
        @Produces(MediaType.TEXT_PLAIN)
        public Single<String> hello(@PathParam("name") final String name) {
            return Single.just("Hello, " + name + "!");
        }
    }
    // endregion
}
// endregion
