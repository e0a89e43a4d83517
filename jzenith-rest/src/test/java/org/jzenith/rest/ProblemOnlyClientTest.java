package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that accept the type of errors alone, as generated ones do for methods that declare it beside text. */
final class ProblemOnlyClientTest {

    private static final String PROBLEM = "application/problem+json";

    private static RunningServer server;

    @Path("/")
    public static final class Answers {

        @GET
        @Path("text")
        @Produces("text/plain")
        public String text() {
            return "text";
        }

        @GET
        @Path("bytes")
        @Produces({"image/png", "image/gif"})
        public byte[] bytes() {
            return new byte[] {'b'};
        }

        @GET
        @Path("json")
        @Produces("application/json")
        public Map<String, String> json() {
            return Map.of("a", "b");
        }

        @GET
        @Path("csv")
        @Produces("text/csv")
        public String csv() {
            return "a";
        }

        @GET
        @Path("stream")
        @Produces("text/event-stream")
        public Flowable<String> stream() {
            return Flowable.just("a");
        }

        @GET
        @Path("two")
        @Produces("text/plain")
        public String two() {
            return "text";
        }

        @GET
        @Path("two")
        @Produces(PROBLEM)
        public String problem() {
            return "{}";
        }

        @GET
        @Path("missing")
        @Produces("text/plain")
        public String missing() {
            throw new NotFoundException();
        }

        @GET
        @Path("response")
        public Response response() {
            return Response.ok("text", "text/plain").build();
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Answers.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "text, text/plain",
        "bytes, image/png",
        "json, application/json",
        "csv, text/csv",
        "stream, text/event-stream",
        "two, application/problem+json",
        "response, text/plain",
    })
    void theMethodsOwnTypeIsSent(final String path, final String type) {
        for (final String accept : new String[] {PROBLEM, "Application/Problem+JSON;q=0.9", PROBLEM + ", " + PROBLEM}) {
            final RunningServer.Answer answer = server.get("/" + path, "Accept", accept);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).startsWith(type);
        }
    }

    @Test
    void othersAreRefusedAsBefore() {
        assertThat(server.get("/text", "Accept", "application/problem+json, image/png")
                        .status())
                .isEqualTo(406);
        assertThat(server.get("/text", "Accept", "application/problem+json;q=0").status())
                .isEqualTo(406);
        assertThat(server.get("/text", "Accept", "application/*+json").status()).isEqualTo(406);
        assertThat(server.get("/missing", "Accept", PROBLEM).status()).isEqualTo(404);
        assertThat(server.get("/missing", "Accept", PROBLEM).header("Content-Type"))
                .startsWith(PROBLEM);
    }
}
