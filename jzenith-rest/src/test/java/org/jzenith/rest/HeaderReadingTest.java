package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Variant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;

/** Headers with parameters and lists: all who read one read the same. */
final class HeaderReadingTest {

    private static RunningServer server;

    public record Text(String text) {}

    @Path("/")
    public static final class HeaderResource {

        @GET
        @Path("json")
        @Produces("application/json")
        public Text json() {
            return new Text("json");
        }

        @GET
        @Path("either")
        @Produces({"application/json", "text/plain"})
        public String either() {
            return "\"either\"";
        }

        @POST
        @Path("json")
        @Consumes("application/json ; charset=utf-8")
        @Produces("text/plain ; charset=utf-8")
        public String read(final Text text) {
            return text.text();
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        @Produces("text/plain")
        public String form(@FormParam("a") final String value) {
            return value;
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        @Produces("text/plain")
        public String parts(@FormParam("a") final EntityPart part) {
            return part.getMediaType().getSubtype() + part.getMediaType().getParameters();
        }

        @GET
        @Path("accepted")
        @Produces("text/plain")
        public String accepted(@Context final HttpHeaders headers) {
            return headers.getAcceptableMediaTypes().stream()
                    .map(type -> type.getType() + "/" + type.getSubtype() + new TreeMap<>(type.getParameters()))
                    .toList()
                    .toString();
        }

        @GET
        @Path("languages")
        @Produces("text/plain")
        public String languages(@Context final HttpHeaders headers) {
            return headers.getAcceptableLanguages().stream()
                    .map(Locale::toString)
                    .toList()
                    .toString();
        }

        @GET
        @Path("variant")
        @Produces("text/plain")
        public String variant(@Context final Request request) {
            return String.valueOf(
                    request.selectVariant(Variant.mediaTypes(MediaType.APPLICATION_JSON_TYPE, MediaType.TEXT_PLAIN_TYPE)
                                    .languages(Locale.GERMAN, Locale.ENGLISH)
                                    .add()
                                    .build())
                            .getMediaType());
        }

        @GET
        @Path("coding")
        @Produces("text/plain")
        public String coding(@Context final Request request) {
            final Variant selected = request.selectVariant(
                    Variant.encodings("identity", "gzip", "br").add().build());
            return selected == null ? "none" : selected.getEncoding();
        }

        @GET
        @Path("unnamed")
        public byte[] unnamed() {
            return new byte[] {'a'};
        }

        @GET
        @Path("cookie")
        @Produces("text/plain")
        public String cookie(
                @CookieParam("session") final String text,
                @CookieParam("session") final Cookie object,
                @Context final HttpHeaders headers) {
            final Map<String, String> all = new TreeMap<>();
            headers.getCookies().forEach((name, cookie) -> all.put(name, cookie.getValue()));
            return text + " " + (object == null ? null : object.getValue()) + " " + all;
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(HeaderResource.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;q=0.5",
                "application/json ;q=0.5",
                "application/json ; q=0.5",
                "application/json\t;\tq=0.5",
                "application/json ;",
                "application/json ; ; q=0.5",
                "text/html , application/json ; q=0.5"
            })
    void whiteSpaceAroundTheSemicolonOfAnAcceptedTypeMeansNothing(final String accept) {
        assertThat(server.get("/json", "Accept", accept).status()).isEqualTo(200);
    }

    @Test
    void weightsBehindWhiteSpaceCount() {
        final Answer answer = server.get("/either", "Accept", "application/json ; q=0.1, text/plain ; q=0.2");
        assertThat(answer.header("Content-Type")).startsWith("text/plain");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json;charset=utf-8",
                "application/json ;charset=utf-8",
                "application/json ; charset=utf-8",
                "application/json\t;\tcharset=utf-8",
                "application/json ;",
                "application/json; ",
                "application/json ; ; charset=utf-8"
            })
    void whiteSpaceAroundTheSemicolonOfAContentTypeMeansNothing(final String type) {
        final Answer answer = server.send("POST", "/json", "{\"text\":\"read\"}", "Content-Type", type);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("read");
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
    }

    @Test
    void aFormMayHaveWhiteSpaceInItsType() {
        final Answer answer = server.send(
                "POST", "/form", "a=1", "Content-Type", "application/x-www-form-urlencoded ; charset=utf-8");
        assertThat(answer.body()).isEqualTo("1");
    }

    @Test
    void thePartsOfAFormMayHaveWhiteSpaceInTheirHeaders() {
        final Answer answer = server.send(
                "POST",
                "/parts",
                "--x\r\nContent-Disposition: form-data ; name=\"a\" ; filename=\"f\"\r\n"
                        + "Content-Type: text/csv ; charset=utf-8\r\n\r\n1\r\n--x--\r\n",
                "Content-Type",
                "multipart/form-data ; boundary=x");
        assertThat(answer.body()).isEqualTo("csv{charset=utf-8}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de;q=0.5|[de]",
                "de ;q=0.5|[de]",
                "de ; q=0.5|[de]",
                "en ; q=0.1 , de ; q=0.5|[de, en]",
                "de ; q=0.5, *;q=0.1|[de, *]",
                "*|[*]",
                "''|[*]",
                "*;q=.5, de;q=.6|[de, *]"
            })
    void whiteSpaceAroundTheSemicolonOfALanguageMeansNothing(final String sent, final String read) {
        assertThat(server.get("/languages", "Accept-Language", sent).body()).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "text/plain;a=\"x,y\", text/csv;q=0.5|[text/plain{a=x,y}, text/csv{q=0.5}]",
                "text/csv;q=0.5, , text/plain|[text/plain{}, text/csv{q=0.5}]",
                "text/plain ; q=0.5 , text/csv|[text/csv{}, text/plain{q=0.5}]",
                "text/*, *; q=.2, text/csv; q=.2, text/plain|[text/plain{}, text/*{}, text/csv{q=.2}, */*{q=.2}]",
                "text/plain;a=\"x\\\\\\\"y;q=0\"|[text/plain{a=x\\\"y;q=0}]"
            })
    void theAcceptedTypesAreThoseByWhichTheMethodIsChosen(final String sent, final String read) {
        assertThat(server.get("/accepted", "Accept", sent).body()).isEqualTo(read);
    }

    @Test
    void severalFieldsOfAHeaderAreOneList() {
        assertThat(server.get("/accepted", "Accept", "text/csv;q=0.5", "Accept", "text/plain")
                        .body())
                .isEqualTo("[text/plain{}, text/csv{q=0.5}]");
        assertThat(server.get("/languages", "Accept-Language", "en;q=0.5", "Accept-Language", "de")
                        .body())
                .isEqualTo("[de, en]");
    }

    @Test
    void variantsAreSelectedByTheSameReading() {
        final String accept = "text/csv;a=\"x,y\" ; q=0.9 , text/plain ; q=0.5, application/json;q=0.1";
        assertThat(server.get("/variant", "Accept", accept, "Accept-Language", "de ; q=0.5")
                        .body())
                .startsWith("text/plain");
    }

    /** Plain content is acceptable unless it is excluded, and least preferred (RFC 9110, 12.5.3). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "deflate|identity",
                "GZIP|gzip",
                "x-gzip|gzip",
                "X-GZip;q=.5|gzip",
                "gzip;q=0.5, br|br",
                "gzip;q=0|identity",
                "''|identity",
                "*|identity",
                "*;q=0|none",
                "identity;q=0|none",
                "identity;q=0, deflate, BR;q=0.1|br",
                "identity, gzip;q=0.9|identity"
            })
    void codingsOfVariantsFollowTheSameReading(final String sent, final String selected) {
        assertThat(server.get("/coding", "Accept-Encoding", sent).body()).isEqualTo(selected);
    }

    @Test
    void aQuotedPairIsNoEndOfAString() {
        final String accept = "text/plain;foo=\"x\\\"y;q=0\"";
        assertThat(server.get("/json", "Accept", accept + ", application/json;q=0.1")
                        .status())
                .isEqualTo(200);
        final Answer answer = server.get("/unnamed", "Accept", accept);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).contains("foo=\"x\\\"y;q=0\"");
        assertThat(server.get("/variant", "Accept", accept + ", text/plain;q=0.9, application/json;q=0.1")
                        .body())
                .startsWith("text/plain");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "theme=x,session=evil|null null {theme=x,session=evil}",
                "session=1; theme=a,b|1 1 {session=1, theme=a,b}",
                "session=\"a b\"|a b a b {session=a b}",
                "session=a=b;theme=|a=b a=b {session=a=b, theme=}",
                "session=first; session=second|first first {session=first}",
                "theme=1;session=2|2 2 {session=2, theme=1}"
            })
    void aCookieEndsAtASemicolonOnly(final String sent, final String read) {
        assertThat(server.get("/cookie", "Cookie", sent).body()).isEqualTo(read);
    }

    @Test
    void cookiesOfSeveralFieldsAreOneList() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET /cookie HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                                    + "Cookie: theme=x,\r\nCookie: session=1; more=2\r\n\r\n")
                            .untilClose())
                    .endsWith("1 1 {more=2, session=1, theme=x,}");
        }
    }

    @Test
    void attributesOfOldCookiesAreNoCookies() {
        assertThat(server.get("/cookie", "Cookie", "$Version=1; session=1; $Path=/a,b")
                        .body())
                .isEqualTo("1 1 {session=1}");
        assertThat(server.get("/cookie", "Cookie", "$Version=x; session=1").status())
                .isEqualTo(400);
    }
}
