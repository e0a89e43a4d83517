package org.jzenith.rest.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MultivaluedMap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

/** Whatever a client sends, it is the client's fault. */
final class StrangeInputTest {

    private static RunningServer server;

    record Everything(
            int whole,
            long large,
            double fraction,
            BigDecimal decimal,
            BigInteger integer,
            LocalDate day,
            Instant instant,
            Duration duration,
            UUID id,
            byte[] bytes,
            char letter,
            Map<Integer, String> byNumber,
            Everything inner) {}

    enum Size {
        SMALL
    }

    @Path("/strange")
    public static final class Strange {

        @POST
        @Path("json")
        public String json(final Everything body) {
            return "read";
        }

        @POST
        @Path("text")
        @Consumes("text/plain")
        public String text(final String text) {
            return "read";
        }

        @POST
        @Path("single")
        @Consumes("text/plain")
        public Single<String> single(final Single<String> text) {
            return text;
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(@FormParam("number") final int number) {
            return "read";
        }

        @POST
        @Path("map")
        @Consumes("application/x-www-form-urlencoded")
        public String map(final MultivaluedMap<String, String> form) {
            return "read";
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        public String parts(final List<EntityPart> parts) {
            return "read";
        }

        @GET
        @Path("id/{id}")
        public String id(@PathParam("id") final UUID id) {
            return "read";
        }

        @GET
        @Path("size")
        public String size(@QueryParam("size") final Size size) {
            return "read";
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Strange.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"text\"",
                "1",
                "[]",
                "true",
                "{\"whole\": 1e400}",
                "{\"whole\": 99999999999}",
                "{\"whole\": \"\"}",
                "{\"large\": 99999999999999999999}",
                "{\"decimal\": \"1e\"}",
                "{\"decimal\": \"\"}",
                "{\"integer\": 1e99999999}",
                "{\"integer\": \"1e99999999\"}",
                "{\"day\": \"2026-02-30\"}",
                "{\"day\": []}",
                "{\"instant\": \"now\"}",
                "{\"instant\": 1e99}",
                "{\"duration\": \"PT99999999999999999999H\"}",
                "{\"duration\": 1e400}",
                "{\"id\": \"00000000\"}",
                "{\"bytes\": \"?\"}",
                "{\"letter\": \"ab\"}",
                "{\"byNumber\": {\"a\": \"b\"}}",
                "{\"inner\": {\"inner\": {\"inner\": 1}}}",
                "{\"whole\": 1, }",
                "{\"\ud800\": 1}",
                "\u0001",
                "\uffff"
            })
    void jsonThatDoesNotFitIsTheClientsFault(final String json) {
        expectClientsFault(server.post("/strange/json", json));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "json, application/json; charset=bogus, '{'",
                "json, application/json; charset=\"\", '{'",
                "json, application, '{}'",
                "json, */*, 'x'",
                "json, application/*, 'x'",
                "text, text/plain; charset=bogus, 'x'",
                "text, text/plain; charset, 'x'",
                "form, application/x-www-form-urlencoded, 'number=%zz'",
                "form, application/x-www-form-urlencoded, '%zz=1&number=x'",
                "form, application/x-www-form-urlencoded; charset=bogus, 'number=x'",
                "map, application/x-www-form-urlencoded, 'a=%z'",
                "map, application/x-www-form-urlencoded; charset=bogus, 'a=%41'",
                "single, text/plain; charset=bogus, 'x'",
                "parts, multipart/form-data, 'x'"
            })
    void bodyThatCannotBeReadIsTheClientsFault(final String path, final String type, final String body) {
        expectClientsFault(server.post("/strange/" + path, body, "Content-Type", type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/id/1", "/id/%00", "/size?size=LARGE", "/size?size=small"})
    void parameterThatDoesNotFitIsTheClientsFault(final String path) {
        expectClientsFault(server.get("/strange" + path));
    }

    private static void expectClientsFault(final Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body())
                .doesNotContain("Exception")
                .doesNotContain("RESTEASY")
                .doesNotContain("java");
    }
}
