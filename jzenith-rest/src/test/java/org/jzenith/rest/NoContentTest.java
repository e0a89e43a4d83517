package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;

/** Generated clients accept only problems from a method without content. */
final class NoContentTest {

    @Path("/items")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class ItemResource {

        @DELETE
        public Completable delete() {
            return Completable.complete();
        }

        @PUT
        public void put() {}

        @GET
        public Single<String> get() {
            return Single.just("{}");
        }
    }

    @Test
    void aClientThatAcceptsProblemsOnlyMayCallIt() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(ItemResource.class))) {
            assertThat(server.send("DELETE", "/items", "", "Accept", "application/problem+json")
                            .status())
                    .isEqualTo(204);
            assertThat(server.send("PUT", "/items", "", "Accept", "application/problem+json")
                            .status())
                    .isEqualTo(204);
            assertThat(server.send("PUT", "/items", "", "Accept", "text/html").status())
                    .isEqualTo(406);
            assertThat(server.send("GET", "/items", "", "Accept", "application/problem+json")
                            .status())
                    .isEqualTo(200);
            assertThat(server.send("GET", "/items", "", "Accept", "text/html").status())
                    .isEqualTo(406);
        }
    }
}
