package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.reactivex.Flowable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Each line of NDJSON is a document of its own: it refers to no object of another line. */
final class NdjsonDocumentsTest {

    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class, property = "@id")
    public record Node(String name) {}

    public record Holder(Node node) {}

    public record Wrapper(@JsonUnwrapped Holder holder) {}

    public record Anything(@JsonAnyGetter Map<String, Node> nodes) {}

    public record Several(List<Node> nodes) {}

    public record Flat(int id, String name, UUID key, LocalDate day, Thread.State state) {}

    @Path("/")
    @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson"})
    public static final class Documents {

        private static final Node NODE = new Node("a");

        @GET
        @Path("node")
        public Flowable<Node> node() {
            return Flowable.just(NODE, NODE);
        }

        @GET
        @Path("holder")
        public Flowable<Holder> holder() {
            return Flowable.just(new Holder(NODE), new Holder(NODE));
        }

        @GET
        @Path("wrapper")
        public Flowable<Wrapper> wrapper() {
            return Flowable.just(new Wrapper(new Holder(NODE)), new Wrapper(new Holder(NODE)));
        }

        @GET
        @Path("anything")
        public Flowable<Anything> anything() {
            return Flowable.just(new Anything(Map.of("n", NODE)), new Anything(Map.of("n", NODE)));
        }

        @GET
        @Path("several")
        public Flowable<Several> several() {
            return Flowable.just(new Several(List.of(NODE, NODE)), new Several(List.of(NODE)));
        }

        @GET
        @Path("flat")
        public Flowable<Flat> flat() {
            final Flat flat = new Flat(1, "é", new UUID(0, 1), LocalDate.of(2026, 11, 22), Thread.State.NEW);
            return Flowable.just(flat, flat);
        }
    }

    private static String get(final RunningServer server, final String path, final String type) {
        return server.get(path, "Accept", type).body();
    }

    @Test
    void noLineRefersToAnother() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Documents.class))) {
            assertThat(get(server, "/node", "application/x-ndjson"))
                    .isEqualTo("{\"@id\":1,\"name\":\"a\"}\n{\"@id\":1,\"name\":\"a\"}\n");
            assertThat(get(server, "/holder", "application/x-ndjson"))
                    .isEqualTo("{\"node\":{\"@id\":1,\"name\":\"a\"}}\n".repeat(2));
            assertThat(get(server, "/wrapper", "application/x-ndjson"))
                    .isEqualTo("{\"node\":{\"@id\":1,\"name\":\"a\"}}\n".repeat(2));
            assertThat(get(server, "/anything", "application/x-ndjson"))
                    .isEqualTo("{\"n\":{\"@id\":1,\"name\":\"a\"}}\n".repeat(2));
            assertThat(get(server, "/several", "application/x-ndjson"))
                    .isEqualTo(
                            "{\"nodes\":[{\"@id\":1,\"name\":\"a\"},1]}\n{\"nodes\":[{\"@id\":1,\"name\":\"a\"}]}\n");
        }
    }

    @Test
    void flatElementsAreTheSameInBothForms() {
        final String flat = "{\"id\":1,\"name\":\"é\",\"key\":\"00000000-0000-0000-0000-000000000001\","
                + "\"day\":\"2026-11-22\",\"state\":\"NEW\"}";
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Documents.class))) {
            assertThat(get(server, "/flat", "application/x-ndjson")).isEqualTo(flat + "\n" + flat + "\n");
            assertThat(get(server, "/flat", "application/json")).isEqualTo("[" + flat + "," + flat + "]");
        }
    }
}
