package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The check of JSON types ends for a type that has itself as a property with ever more arguments. */
final class EndlessTypeTest {

    public static final class Node<T> {

        public T value;
        public Node<List<T>> next;
    }

    @Path("/nodes")
    @Produces("application/json")
    public static final class Resource {

        @GET
        public List<String> list() {
            return List.of("a");
        }

        @POST
        public Node<String> add(final Node<String> node) {
            return node;
        }
    }

    @Test
    void theServerStarts() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Resource.class))) {
            assertThat(server.get("/nodes").body()).isEqualTo("[\"a\"]");
        }
    }
}
