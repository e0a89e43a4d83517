package org.jzenith.rest.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

/** Each wrong input is answered with the place, what is expected there and, where it is short, the value; never with a class. */
final class WrongInputTest {

    public enum Color {
        RED,
        GREEN
    }

    public record Item(
            int amount,
            Long number,
            Byte small,
            Double weight,
            BigDecimal price,
            Boolean gift,
            String name,
            Color color,
            UUID id,
            LocalDate day,
            List<Integer> sizes,
            Map<String, Integer> counts,
            byte[] bytes,
            char[] letters,
            @JsonProperty("sub_item") Item inner) {}

    @Path("/")
    @Produces("application/json")
    public static final class Inputs {

        @GET
        @Path("path/{number}")
        public String path(@PathParam("number") final int number) {
            return "" + number;
        }

        @GET
        @Path("query")
        public String query(
                @QueryParam("int") final int number,
                @QueryParam("boxed") final Integer boxed,
                @QueryParam("long") final long longNumber,
                @QueryParam("byte") final byte small,
                @QueryParam("double") final double weight,
                @QueryParam("price") final BigDecimal price,
                @QueryParam("color") @DefaultValue("RED") final Color color,
                @QueryParam("id") final UUID id,
                @QueryParam("day") final LocalDate day,
                @QueryParam("all") final List<Integer> all,
                @QueryParam("char") final char letter) {
            return "" + number;
        }

        @GET
        @Path("text")
        public String text(@QueryParam("text") final String text) {
            return "\"" + text + "\"";
        }

        @GET
        @Path("header")
        public String header(@HeaderParam("X-Number") final int number, @CookieParam("number") final int cookie) {
            return "" + number;
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(@FormParam("number") final int number) {
            return "" + number;
        }

        @POST
        @Path("json")
        @Consumes("application/json")
        public String json(final Item item) {
            return "\"" + item.amount() + "\"";
        }

        public static final class Fields {

            @FormParam("number")
            public int number;

            @QueryParam("page")
            public int page;
        }

        @GET
        @Path("fields")
        public String fields(@BeanParam final Fields fields) {
            return "" + fields.number;
        }

        @POST
        @Path("fields")
        public String posted(@BeanParam final Fields fields) {
            return "" + fields.number;
        }

        @POST
        @Path("ndjson")
        @Consumes("application/x-ndjson")
        public Single<Long> ndjson(final Flowable<Item> items) {
            return items.count();
        }

        @POST
        @Path("elements")
        @Consumes("application/json")
        public Single<Long> elements(final Flowable<Item> items) {
            return items.count();
        }

        @POST
        @Path("number")
        @Consumes("application/json")
        public String number(final Integer number) {
            return "" + number;
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Inputs.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void expect(final Answer answer, final int status, final String detail) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.json().get("detail").asText()).isEqualTo(detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/path/99999999999 | The path parameter 'number' is '99999999999', but must be a whole number"
                        + " from -2147483648 to 2147483647.",
                "/path/1.5 | The path parameter 'number' is '1.5', but must be a whole number.",
                "/path/%3Cb%3E%22 | The path parameter 'number' is '<b>\"', but must be a whole number.",
                "/query?int=99999999999 | The query parameter 'int' is '99999999999', but must be a whole number"
                        + " from -2147483648 to 2147483647.",
                "/query?boxed=99999999999 | The query parameter 'boxed' is '99999999999', but must be a whole number"
                        + " from -2147483648 to 2147483647.",
                "/query?long=9223372036854775808 | The query parameter 'long' is '9223372036854775808', but must be a"
                        + " whole number from -9223372036854775808 to 9223372036854775807.",
                "/query?byte=128 | The query parameter 'byte' is '128', but must be a whole number from -128 to 127.",
                "/query?double=ten | The query parameter 'double' is 'ten', but must be a number.",
                "/query?price=1,5 | The query parameter 'price' is '1,5', but must be a number.",
                "/query?color=blue | The query parameter 'color' is 'blue', but must be one of RED, GREEN.",
                "/query?id=17 | The query parameter 'id' is '17', but must be a UUID.",
                "/query?day=tomorrow | The query parameter 'day' is 'tomorrow', but must be a date or time in ISO-8601"
                        + " form.",
                "/query?all=1&all=x | The query parameter 'all' is 'x', but must be a whole number.",
                "/query?char=ab | The query parameter 'char' is 'ab', but must be a string.",
            })
    void aParameterThatCannotBeConvertedIs404(final String uri, final String detail) {
        expect(server.get(uri), 404, detail);
    }

    @Test
    void aLongValueIsCut() {
        expect(
                server.get("/query?int=" + "1".repeat(100)),
                404,
                "The query parameter 'int' is '" + "1".repeat(50)
                        + "..', but must be a whole number from -2147483648 to 2147483647.");
    }

    @Test
    void headersCookiesAndFormsAre400() {
        expect(
                server.get("/header", "X-Number", "x"),
                400,
                "The header parameter 'X-Number' is 'x', but must be a whole number.");
        expect(
                server.get("/header", "Cookie", "number=x"),
                400,
                "The cookie parameter 'number' is 'x', but must be a whole number.");
        expect(
                server.send("POST", "/form", "number=x", "Content-Type", "application/x-www-form-urlencoded"),
                400,
                "The form parameter 'number' is 'x', but must be a whole number.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"amount\": 99999999999} | 'amount' holds a number that is too large or too small.",
                "{\"number\": 99999999999999999999} | 'number' holds a number that is too large or too small.",
                "{\"small\": 1000} | 'small' holds a number that is too large or too small.",
                "{\"sizes\": [1, 99999999999]} | 'sizes[1]' holds a number that is too large or too small.",
                "{\"counts\": {\"a\": 99999999999}} | 'counts' holds a number that is too large or too small.",
                "{\"sub_item\": {\"amount\": 99999999999}} | 'sub_item.amount' holds a number that is too large or too"
                        + " small.",
                "{\"amount\": \"ten\"} | 'amount' must be a whole number.",
                "{\"amount\": true} | 'amount' must be a whole number.",
                "{\"amount\": 1.5} | 'amount' must be a whole number.",
                "{\"amount\": [1]} | 'amount' must be a whole number.",
                "{\"gift\": 1} | 'gift' must be true or false.",
                "{\"gift\": \"yes\"} | 'gift' must be true or false.",
                "{\"name\": {}} | 'name' must be a string.",
                "{\"name\": 5} | 'name' must be a string.",
                "{\"color\": \"BLUE\"} | 'color' must be one of RED, GREEN.",
                "{\"color\": 7} | 'color' must be one of RED, GREEN.",
                "{\"id\": \"17\"} | 'id' must be a UUID.",
                "{\"day\": \"2026-02-30\"} | 'day' must be a date or time in ISO-8601 form.",
                "{\"sizes\": 1} | 'sizes' must be an array.",
                "{\"bytes\": [1]} | 'bytes' must be a string in Base64.",
                "{\"bytes\": \"AA\"} | 'bytes' must be a string in Base64.",
                "{\"letters\": [\"a\"]} | 'letters' must be a string.",
                "{\"sub_item\": []} | 'sub_item' must be an object.",
                "{\"price\": \"much\"} | 'price' must be a number.",
                "{\"unknown\": 1} | Unknown field 'unknown'.",
                "[] | The JSON must be an object.",
                "{\"amount\": 1 | The JSON is malformed at line 1, column 13.",
                "{\"amount\": 01} | The JSON is malformed at line 1, column 13.",
                "{'amount': 1} | The JSON is malformed at line 1, column 2.",
                "{\"amount\": NaN} | The JSON is malformed at line 1, column 15.",
                "\"text\" | The JSON must be an object.",
            })
    void aBodyThatDoesNotFitIs400(final String json, final String detail) {
        final String body =
                json.contains("amount") || !json.startsWith("{") ? json : "{\"amount\": 1, " + json.substring(1);
        expect(server.post("/json", body), 400, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"ammount\": 1} | Unknown field 'ammount'. Did you mean 'amount'?"
                        + " 'amount' is missing; it must be a whole number.",
                "{\"zzz\": {\"amount\": 1}} | Unknown field 'zzz'. 'amount' is missing; it must be a whole"
                        + " number.",
                "{} | 'amount' is missing; it must be a whole number.",
                "{\"amount\": null, \"nam\": 1} | 'amount' must be a whole number.",
                "{\"amount\": 1, \"sub_item\": {\"amuont\": 1}} | Unknown field 'sub_item.amuont'."
                        + " Did you mean 'amount'? 'sub_item.amount' is missing; it must be a whole number.",
                "{\"nam\": 1, \"sub_item\": {}} | 'sub_item.amount' is missing; it must be a whole number.",
            })
    void aFieldThatIsMissingIsNamedWithTheOneThatMayBeMisspelt(final String json, final String detail) {
        try (RunningServer lenient = RunningServer.of(
                RestPlugin.withResources(Inputs.class), Map.of("rest.json.reject-unknown-fields", false))) {
            for (final RunningServer each : List.of(server, lenient)) {
                expect(each.post("/json", json), 400, detail);
                expect(each.post("/json", json + " ".repeat(300_000)), 400, detail);
                expect(
                        each.send(
                                "POST", "/ndjson", "{\"amount\": 1}\n" + json, "Content-Type", "application/x-ndjson"),
                        400,
                        "Line 2 of the body: " + detail);
                expect(
                        each.post("/elements", "[{\"amount\": 1}, " + json + "]"),
                        400,
                        detail.replaceAll("'(?=(sub_item|zzz|am+[mount]+)\\b)", "'[1].")
                                .replace("mean '[1].", "mean '"));
            }
            assertThat(lenient.post("/json", "{\"amount\": 1, \"nam\": 1}").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aFormParameterWithoutAFormSaysWhichBodyItNeeds() {
        final String needed =
                "The form parameter 'number' needs a body of the type application/x-www-form-urlencoded or"
                        + " multipart/form-data";
        expect(server.get("/fields?page=1"), 400, needed + ", but this GET request has no body.");
        expect(server.send("POST", "/fields", ""), 400, needed + ", but this POST request has no body.");
        expect(
                server.post("/fields", "{\"number\": 1}"),
                400,
                needed + ". The Content-Type 'application/json' is not supported.");
        final Answer form =
                server.send("POST", "/fields", "number=7", "Content-Type", "application/x-www-form-urlencoded");
        assertThat(form.body()).isEqualTo("7");
    }

    @Test
    void aNumberAloneThatIsTooLargeIs400() {
        expect(server.post("/number", "99999999999"), 400, "The JSON holds a number that is too large or too small.");
    }

    @Test
    void invalidUtf8IsNamed() throws Exception {
        expect(server.get("/text?text=%ff"), 400, "The request target holds an escape that is not UTF-8.");
        final byte[] body = "{\"name\": \"?\"}".getBytes(StandardCharsets.ISO_8859_1);
        body[10] = (byte) 0xff;
        final HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.application().uri() + "/json"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(body))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("malformed at line 1, column ");
    }
}
