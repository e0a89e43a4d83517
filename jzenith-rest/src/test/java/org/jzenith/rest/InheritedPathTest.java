package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.pipeline.ResourceMethods;

/** A resource class whose path is on its interface or superclass, as that of a client's interface that it implements. */
final class InheritedPathTest {

    @Path("/stock")
    @Produces("text/plain")
    public interface StockApi {

        @GET
        @Path("{article}")
        String pieces(@PathParam("article") String article);
    }

    public static final class StockResource implements StockApi {

        @Context
        private UriInfo uri;

        @Override
        public String pieces(final String article) {
            return article + " " + uri.getMatchedURIs();
        }
    }

    @Path("/base")
    public abstract static class Base {

        @GET
        @Produces("text/plain")
        public String name() {
            return getClass().getSimpleName();
        }
    }

    public static final class Derived extends Base {}

    @Path("/own")
    public static final class WithOwnPath extends Base {}

    @Test
    void theClassIsServedAtThePathThatItInherits() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(StockResource.class, Derived.class, WithOwnPath.class))) {
            assertThat(server.get("/stock/tea").body()).isEqualTo("tea [stock/tea, stock]");
            assertThat(server.get("/stock/tea").header("Content-Type")).startsWith("text/plain");
            assertThat(server.get("/tea").status()).isEqualTo(404);
            assertThat(server.get("/base").body()).isEqualTo("Derived");
            assertThat(server.get("/own").body()).isEqualTo("WithOwnPath");
            assertThat(server.get("/").status()).isEqualTo(404);
            assertThat(server.application().get(ResourceMethods.class).all())
                    .extracting(route -> route.template())
                    .contains("/stock/{article}", "/base", "/own");
        }
    }

    public static final class StockApplication extends Application {

        @Override
        @SuppressWarnings("deprecation") // objects are resources, too
        public Set<Object> getSingletons() {
            return Set.of(new StockResource());
        }
    }

    @Test
    void anObjectIsServedAtThePathThatItInherits() {
        try (RunningServer server = RunningServer.of(RestPlugin.withApplication(new StockApplication()))) {
            assertThat(server.get("/stock/tea").status()).isEqualTo(200);
            assertThat(server.get("/tea").status()).isEqualTo(404);
        }
    }
}
