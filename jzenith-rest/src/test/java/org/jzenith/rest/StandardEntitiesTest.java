package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The entity providers of Jakarta REST 3.1, section 4.2.4, in both directions. */
final class StandardEntitiesTest {

    private static RunningServer server;

    @Path("/entities")
    public static final class Entities {

        @POST
        @Path("bytes")
        public byte[] bytes(final byte[] body) {
            return body;
        }

        @POST
        @Path("string")
        public String string(final String body) {
            return body;
        }

        @POST
        @Path("stream")
        public InputStream stream(final InputStream body) throws IOException {
            return new ByteArrayInputStream(body.readAllBytes());
        }

        @POST
        @Path("reader")
        public Reader reader(final Reader body) throws IOException {
            final StringWriter text = new StringWriter();
            body.transferTo(text);
            return new StringReader(text.toString());
        }

        @POST
        @Path("output")
        public StreamingOutput output(final byte[] body) {
            return target -> target.write(body);
        }

        @POST
        @Path("boolean")
        @Consumes("text/plain")
        @Produces("text/plain")
        public Boolean bool(final Boolean body) {
            return body;
        }

        @POST
        @Path("primitive")
        @Consumes("text/plain")
        @Produces("text/plain")
        public boolean primitive(final boolean body) {
            return body;
        }

        @POST
        @Path("character")
        @Consumes("text/plain")
        @Produces("text/plain")
        public Character character(final Character body) {
            return body;
        }

        @POST
        @Path("char")
        @Consumes("text/plain")
        @Produces("text/plain")
        public char character(final char body) {
            return body;
        }

        @POST
        @Path("integer")
        @Consumes("text/plain")
        @Produces("text/plain")
        public Integer integer(final Integer body) {
            return body;
        }

        @POST
        @Path("long")
        @Consumes("text/plain")
        @Produces("text/plain")
        public long longer(final long body) {
            return body;
        }

        @POST
        @Path("double")
        @Consumes("text/plain")
        @Produces("text/plain")
        public double precise(final double body) {
            return body;
        }

        @POST
        @Path("decimal")
        @Consumes("text/plain")
        @Produces("text/plain")
        public BigDecimal decimal(final BigDecimal body) {
            return body;
        }

        @POST
        @Path("map")
        @Consumes("application/x-www-form-urlencoded")
        @Produces("application/x-www-form-urlencoded")
        public MultivaluedMap<String, String> map(final MultivaluedMap<String, String> body) {
            return new MultivaluedHashMap<>(body);
        }

        @POST
        @Path("map/open")
        public String open(final MultivaluedMap<String, String> body) {
            return String.join(",", body.get("a"));
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        @Produces("application/x-www-form-urlencoded")
        public Form form(final Form body) {
            return new Form(body.asMap());
        }

        @POST
        @Path("form/open")
        public Form openForm(final Form body) {
            return body;
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        @Produces("multipart/form-data")
        public List<EntityPart> parts(final List<EntityPart> parts) throws IOException {
            return List.of(EntityPart.withName("again")
                    .content(parts.get(0).getContent(String.class) + parts.size())
                    .build());
        }

        @GET
        @Path("parts/built")
        @Produces("multipart/form-data;boundary=abc")
        public List<EntityPart> built() throws IOException {
            return List.of(
                    EntityPart.withName("a").content("\u00e4").build(),
                    EntityPart.withName("file")
                            .fileName("\u00e4 \"b\"\r\n.txt")
                            .header("X-Size", "3", "4")
                            .content(new ByteArrayInputStream(new byte[] {'b'}))
                            .build(),
                    EntityPart.withName("a")
                            .mediaType("application/json")
                            .content(List.of(new Order("c")), new GenericType<List<Order>>() {})
                            .build(),
                    EntityPart.withName("own")
                            .mediaType("text/csv")
                            .header("content-disposition", "form-data; name=d")
                            .content(new byte[0], byte[].class)
                            .build());
        }

        @GET
        @Path("parts/value")
        @Produces("text/plain")
        public String value() throws IOException {
            final EntityPart part = EntityPart.withName("a")
                    .mediaType(MediaType.APPLICATION_JSON_TYPE)
                    .content(new Order("c"))
                    .build();
            return part.getContent(Order.class).name() + part.getContent(String.class);
        }

        @GET
        @Path("parts/mistakes")
        @Produces("text/plain")
        public String mistakes() {
            return mistake(() -> EntityPart.withName("a").build())
                    + mistake(() -> EntityPart.withName("a").header("X", "b\r\nY: c"))
                    + mistake(() -> EntityPart.withName("a")
                            .mediaType("image/png")
                            .content(new Order("c"))
                            .build()
                            .getContent());
        }

        private static String mistake(final Callable<?> work) {
            try {
                return "no failure in " + work.call() + "\n";
            } catch (final Exception e) {
                return e.getMessage() + "\n";
            }
        }
    }

    public record Order(String name) {}

    @Path("/orders")
    public static final class Orders {

        @POST
        @Path("declared")
        @Consumes({"application/json", "application/merge-patch+json"})
        @Produces("application/json")
        public Order declared(final Order order) {
            return order;
        }

        @POST
        @Path("open")
        public Order open(final Order order) {
            return order;
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Entities.class, Orders.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "bytes, application/octet-stream, a\u00e4",
        "string, text/plain;charset=UTF-8, a\u00e4",
        "string, application/xml, <a/>",
        "stream, application/octet-stream, a\u00e4",
        "reader, text/plain;charset=UTF-8, a\u00e4",
        "output, application/octet-stream, a\u00e4",
        "boolean, text/plain, true",
        "primitive, text/plain, true",
        "character, text/plain, x",
        "char, text/plain, x",
        "integer, text/plain, 7",
        "long, text/plain, 7",
        "double, text/plain, 7.5",
        "decimal, text/plain, 7.50",
        "map, application/x-www-form-urlencoded, a=b+c",
        "form, application/x-www-form-urlencoded, a=b+c",
        "form/open, application/x-www-form-urlencoded, a=b+c",
    })
    void anEntityComesBackAsItWasSent(final String path, final String type, final String body) {
        final RunningServer.Answer answer = server.send("POST", "/entities/" + path, body, "Content-Type", type);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body().getBytes(StandardCharsets.UTF_8)).isEqualTo(body.getBytes(StandardCharsets.UTF_8));
        if (path.startsWith("form") || path.equals("map")) {
            assertThat(answer.header("Content-Type")).startsWith("application/x-www-form-urlencoded");
        }
    }

    @Test
    void formsHaveSeveralValuesAndOtherLetters() {
        final String body = "a=1&a=2&%C3%A4=%26";
        for (final String path : List.of("/entities/map", "/entities/form")) {
            final String back = server.send("POST", path, body, "Content-Type", "application/x-www-form-urlencoded")
                    .body();
            assertThat(back.split("&")).containsExactlyInAnyOrder("a=1", "a=2", "%C3%A4=%26");
        }
        assertThat(server.send("POST", "/entities/map/open", body, "Content-Type", "application/x-www-form-urlencoded")
                        .body())
                .isEqualTo("1,2");
    }

    @Test
    void partsComeAndGo() {
        final RunningServer.Answer answer = server.send(
                "POST",
                "/entities/parts",
                "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=x");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("multipart/form-data;");
        assertThat(answer.body()).contains("name=\"again\"").contains("hello1");
    }

    @Test
    void builtPartsAreWrittenInTheirOrderAndNamesCannotAddHeaders() {
        final RunningServer.Answer answer = server.send("GET", "/entities/parts/built", null);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("multipart/form-data;boundary=abc");
        assertThat(answer.body())
                .isEqualTo(String.join(
                        "\r\n",
                        "--abc",
                        "Content-Disposition: form-data; name=\"a\"",
                        "Content-Type: text/plain",
                        "",
                        "\u00e4",
                        "--abc",
                        "Content-Disposition: form-data; name=\"file\"; filename=\"\u00e4 %22b%22%0D%0A.txt\"",
                        "X-Size: 3",
                        "X-Size: 4",
                        "Content-Type: application/octet-stream",
                        "",
                        "b",
                        "--abc",
                        "Content-Disposition: form-data; name=\"a\"",
                        "Content-Type: application/json",
                        "",
                        "[{\"name\":\"c\"}]",
                        "--abc",
                        "content-disposition: form-data; name=d",
                        "Content-Type: text/csv",
                        "",
                        "",
                        "--abc--"));
    }

    @Test
    void theContentOfABuiltPartIsReadAsAValue() {
        assertThat(server.send("GET", "/entities/parts/value", null).body()).isEqualTo("c{\"name\":\"c\"}");
    }

    @Test
    void aPartThatCannotBeBuiltOrWrittenSaysWhy() {
        assertThat(server.send("GET", "/entities/parts/mistakes", null).body().split("\n"))
                .containsExactly(
                        "The part 'a' has no content. Call content(..) before build().",
                        "The header 'X' of the part 'a' has a line break; remove it.",
                        "No MessageBodyWriter can write the part 'a', a " + Order.class.getName()
                                + ", as image/png. Register one, or change the media type of the part.");
    }

    @Test
    void aRefusalNamesTheTypeThatWasSentAndThoseThatThereAre() {
        assertThat(detail(server.send("POST", "/orders/declared", "a;b", "Content-Type", "text/csv"), 415))
                .isEqualTo("The Content-Type 'text/csv' is not supported. Send application/json or"
                        + " application/merge-patch+json.");
        assertThat(detail(server.send("POST", "/orders/open", "a;b", "Content-Type", "text/csv"), 415))
                .isEqualTo("The Content-Type 'text/csv' is not supported. Send application/json.");
        assertThat(detail(server.post("/orders/declared", "{}", "Accept", "text/html"), 406))
                .isEqualTo("No response format matches the Accept header 'text/html'. Available: application/json.");
        assertThat(detail(server.post("/orders/open", "{}", "Accept", "text/html"), 406))
                .isEqualTo("No response format matches the Accept header 'text/html'.");
        final String endless = "text/" + "a".repeat(500);
        assertThat(detail(server.send("POST", "/orders/declared", "a;b", "Content-Type", endless), 415))
                .hasSizeLessThan(250)
                .contains("..'");
        assertThat(detail(server.send("POST", "/entities/form", "{}", "Content-Type", "application/json"), 415))
                .isEqualTo("The Content-Type 'application/json' is not supported. Send"
                        + " application/x-www-form-urlencoded.");
    }

    private static String detail(final RunningServer.Answer answer, final int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        return answer.json().path("detail").textValue();
    }
}
