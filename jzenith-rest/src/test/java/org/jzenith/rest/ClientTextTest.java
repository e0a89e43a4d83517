package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Text of clients in the log, in headers of answers, and as numbers. */
final class ClientTextTest {

    private static final String FORGED = "a\r\nFORGED line\nFORGED \u001b[31mred\u2028FORGED\u0085FORGED";

    private static RunningServer server;

    private static final class ExpectedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ExpectedException(final String message) {
            super(message);
        }
    }

    private static final class MappedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MappedException(final String message) {
            super(message);
        }
    }

    record Numbers(double plain, Double boxed, float small, Float boxedSmall, BigDecimal decimal) {}

    @Path("/")
    public static final class Texts {

        private static RuntimeException failure(final String text) {
            final ExpectedException error = new ExpectedException(text);
            error.initCause(new IllegalStateException("caused by " + text, new Exception(text)));
            error.addSuppressed(new IllegalStateException("beside " + text));
            return error;
        }

        @GET
        @Path("plain")
        public String plain(@QueryParam("text") final String text) {
            throw failure(text);
        }

        @GET
        @Path("single")
        public Single<String> single(@QueryParam("text") final String text) {
            return Single.error(failure(text));
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking(@QueryParam("text") final String text) {
            throw failure(text);
        }

        @GET
        @Path("suspended")
        public void suspended(@QueryParam("text") final String text, @Suspended final AsyncResponse response) {
            response.resume(failure(text));
        }

        @GET
        @Path("mapped")
        public String mapped(@QueryParam("text") final String text) {
            throw new MappedException(text);
        }

        @GET
        @Path("echo")
        public Response echo(@QueryParam("text") final String text) {
            return Response.ok("fine").header("X-Text", text).build();
        }

        @GET
        @Path("stream")
        @Produces("text/plain")
        public Flowable<String> stream(@QueryParam("text") final String text) {
            return Flowable.range(0, 10_000).map(number -> "0123456789").concatWith(Flowable.error(failure(text)));
        }

        @GET
        @Path("location")
        public Response location(@QueryParam("text") final String text) {
            return Response.status(303)
                    .header("Location", text)
                    .header("Content-Location", text)
                    .build();
        }

        @GET
        @Path("created")
        public Single<Response> created() {
            return Single.just(Response.created(URI.create("/stra\u00dfe/\u65e5\u672c?q=\ud83d\ude00"))
                    .build());
        }

        @GET
        @Path("link")
        public Response link() {
            return Response.ok("fine")
                    .links(Link.fromUri("/\u65e5").rel("next").build())
                    .header("Link", "</\u65e5>; rel=\"prev\"")
                    .build();
        }

        @GET
        @Path("half")
        @Produces("application/json")
        public Map<String, String> half() {
            return Map.of("half", "a\ud800b");
        }

        @GET
        @Path("half/text")
        @Produces("text/plain")
        public String halfText() {
            return "a\ud800b";
        }

        @GET
        @Path("number/{number}")
        public String number(
                @PathParam("number") final double number,
                @QueryParam("boxed") final Double boxed,
                @QueryParam("small") final float small,
                @QueryParam("boxedSmall") final Float boxedSmall,
                @QueryParam("decimal") final BigDecimal decimal,
                @QueryParam("all") final List<Double> all) {
            return number + " " + boxed + " " + small + " " + boxedSmall + " " + decimal + " " + all;
        }

        @POST
        @Path("form")
        public String form(@FormParam("decimal") final BigDecimal decimal, @FormParam("whole") final BigInteger whole) {
            return "read";
        }

        @POST
        @Path("numbers")
        public String numbers(final Numbers numbers) {
            return numbers.toString();
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Texts.class).withMapping(MappedException.class, 409));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"plain, 500", "single, 500", "blocking, 500", "suspended, 500", "mapped, 409"})
    void textOfAClientForgesNoLineOfTheLog(final String way, final int status) {
        try (LogLines log = LogLines.of("org.jzenith").at(Level.DEBUG)) {
            assertThat(server.get("/" + way + "?text=" + encoded(FORGED)).status())
                    .isEqualTo(status);

            assertThat(lines(log)).anyMatch(line -> line.contains("\\r\\nFORGED"));
            assertThat(lines(log)).noneMatch(line -> line.startsWith("FORGED"));
            assertThat(lines(log))
                    .noneMatch(line -> line.chars().anyMatch(c -> c != '\t' && Character.isISOControl(c)));
        }
    }

    @Test
    void aHeaderThatIsRejectedForgesNoLineOfTheLog() {
        try (LogLines log = LogLines.of("org.jzenith").at(Level.DEBUG)) {
            assertThat(server.get("/echo?text=a%0d%0aFORGED%1b[31m").status()).isEqualTo(500);

            assertThat(lines(log)).noneMatch(line -> line.startsWith("FORGED") || line.contains("\u001b"));
            assertThat(lines(log)).anyMatch(line -> line.contains("FORGED") || line.contains("0x0d"));
        }
    }

    @Test
    void textOfAClientForgesNoLineOfTheLogWhenAStreamFails() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith").at(Level.DEBUG);
                RawClient client = RawClient.to(server)) {
            client.send("GET /stream?text=" + encoded(FORGED) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ");

            assertThat(lines(log)).anyMatch(line -> line.contains("\\r\\nFORGED"));
            assertThat(lines(log)).noneMatch(line -> line.startsWith("FORGED"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/stra\u00dfe/\u65e5\u672c, /stra%C3%9Fe/%E6%97%A5%E6%9C%AC",
        "/a b|c, /a%20b%7Cc",
        "/%41%zz?q=\"<>\", /%41%25zz?q=%22%3C%3E%22",
        "/100%, /100%25",
        "/%4, /%254",
        "/%%41%ff, /%25%41%ff",
        "/\ud83d\ude00, /%F0%9F%98%80",
        "/plain?q=1#x, /plain?q=1#x"
    })
    void aLocationIsSentAsAUri(final String text, final String sent) {
        final RunningServer.Answer answer = server.get("/location?text=" + encoded(text));
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location")).endsWith(sent);
        assertThat(answer.header("Content-Location")).isEqualTo(sent);
    }

    @Test
    void aLocationThatIsAUriIsSentAsOne() {
        assertThat(server.get("/created").header("Location"))
                .endsWith("/stra%C3%9Fe/%E6%97%A5%E6%9C%AC?q=%F0%9F%98%80");
        assertThat(server.get("/link").response().headers().allValues("Link"))
                .allMatch(link -> link.contains("</%E6%97%A5>"))
                .anyMatch(link -> link.contains("rel=\"prev\""));
    }

    @Test
    void halfASurrogatePairIsAnEscapeInJsonAndAQuestionMarkInText() {
        for (int i = 0; i < 3; i++) {
            assertThat(server.get("/half", "Accept", "application/json").body()).isEqualTo("{\"half\":\"a\\uD800b\"}");
            assertThat(server.get("/half/text").body()).isEqualTo("a?b");
        }
    }

    @Test
    void aHeaderThatCannotBeSentIsAnErrorAndNeverAQuestionMark() {
        try (LogLines log = LogLines.of("org.jzenith").at(Level.DEBUG)) {
            final RunningServer.Answer answer = server.get("/echo?text=" + encoded("\u0141ukasz"));
            assertThat(answer.status()).isEqualTo(500);
            assertThat(lines(log)).anyMatch(line -> line.contains("X-Text") && line.contains("U+0141"));
        }
        assertThat(server.get("/echo?text=plain").header("X-Text")).isEqualTo("plain");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"plain\": 1e999999999}",
                "{\"plain\": -1e999999999}",
                "{\"plain\": 1e309}",
                "{\"boxed\": 1e999999999}",
                "{\"small\": 1e39}",
                "{\"boxedSmall\": 1e999999999}",
                "{\"decimal\": 1e999999999}",
                "{\"decimal\": 1e-999999999}",
                "{\"decimal\": \"1e999999999\"}",
                "{\"decimal\": 1e10001}"
            })
    void aNumberThatDoesNotFitIs400InABody(final String json) {
        final RunningServer.Answer answer = server.post("/numbers", json.replace("}", missing(json) + "}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("detail").textValue()).endsWith("holds a number that is too large or too small.");
    }

    private static String missing(final String json) {
        return (json.contains("\"plain\"") ? "" : ", \"plain\": 1")
                + (json.contains("\"small\"") ? "" : ", \"small\": 1");
    }

    @Test
    void aNumberThatFitsIsReadFromABody() {
        assertThat(server.post(
                                "/numbers",
                                "{\"plain\": 1e308, \"boxed\": null, \"small\": 1, \"boxedSmall\": 1.5,"
                                        + " \"decimal\": 1e10000}")
                        .body())
                .isEqualTo("Numbers[plain=1.0E308, boxed=null, small=1.0, boxedSmall=1.5, decimal=1E+10000]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e999999999", "-1e999999999", "1?boxed=1e999", "1?small=1e39", "1?boxedSmall=1e39",
                "1?decimal=1e999999999", "1?decimal=1e-999999999", "1?all=1&all=1e999", "NaN", "Infinity"
            })
    void aNumberThatDoesNotFitIs404InAParameter(final String path) {
        for (int i = 0; i < 3; i++) {
            final RunningServer.Answer answer = server.get("/number/" + path);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json().path("detail").textValue()).endsWith("', but must be a number.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decimal", "whole"})
    void aNumberOfMoreThanTenThousandDigitsIs400InAForm(final String name) {
        assertThat(form(name + "=" + "1".repeat(10_000)).status()).isEqualTo(200);
        assertThat(form(name + "=" + "1".repeat(10_001)).status()).isEqualTo(400);
    }

    private static RunningServer.Answer form(final String fields) {
        return server.send("POST", "/form", fields, "Content-Type", "application/x-www-form-urlencoded");
    }

    @Test
    void aNumberThatFitsIsReadFromAParameter() {
        for (int i = 0; i < 3; i++) {
            assertThat(server.get("/number/1e308?decimal=1e10000&all=1&all=2.5").body())
                    .isEqualTo("1.0E308 null 0.0 null 1E+10000 [1.0, 2.5]");
        }
    }

    private static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Everything that the framework logs, as a file would have it. */
    private static List<String> lines(final LogLines log) {
        return log.events().stream()
                .flatMap(event -> Stream.of(
                        event.getFormattedMessage(),
                        event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .flatMap(text -> Stream.of(text.split("\\R")))
                .toList();
    }
}
