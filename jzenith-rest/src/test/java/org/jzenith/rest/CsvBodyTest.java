package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedField;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RunningServer.Answer;

/** Bodies of {@code text/csv}. */
final class CsvBodyTest {

    private static final String HEADER = "title,author,published_on,pages,sold,tags\r\n";

    private static RunningServer server;

    // region import
    public record Book(
            String title,
            String author,
            @JsonProperty("published_on") LocalDate published,
            @Min(1) Integer pages,
            Boolean sold,
            List<String> tags) {}

    @Path("/books")
    public static final class BookResource {

        @POST
        @Path("stream")
        @Consumes({"text/csv", "application/x-ndjson", "application/json"})
        @Produces("text/csv")
        public Flowable<Book> load(final Flowable<@Valid Book> books) {
            return books;
        }

        @POST
        @Path("list")
        @Consumes("text/csv")
        @Produces("text/csv")
        public List<Book> load(final List<@Valid Book> books) {
            return books;
        }
    }

    // endregion

    @Path("/")
    @Consumes("text/csv")
    public static final class Others {

        @POST
        @Path("single")
        @Produces("text/csv")
        public Single<List<Book>> single(final Single<List<Book>> books) {
            return books;
        }

        @POST
        @Path("maps")
        @Produces("application/json")
        public Flowable<Map<String, String>> maps(final Flowable<Map<String, String>> lines) {
            return lines;
        }

        @POST
        @Path("count")
        @Produces("text/plain")
        public Single<Long> count(final Flowable<Book> books) {
            return books.count();
        }

        @POST
        @Path("ranked")
        @Produces("text/plain")
        public int ranked(final List<Ranked> lines) {
            return lines.size();
        }

        @POST
        @Path("loose")
        @Produces("text/plain")
        public int loose(final List<Loose> lines) {
            return lines.size();
        }

        @POST
        @Path("lenient")
        @Produces("text/plain")
        public int lenient(final List<Lenient> lines) {
            return lines.size();
        }

        @POST
        @Path("open")
        @Produces("text/plain")
        public int open(final List<Open> lines) {
            return lines.size();
        }

        @POST
        @Path("text")
        @Produces("text/plain")
        public String text(final String text) {
            return text;
        }

        @POST
        @Path("strings")
        @Produces("text/plain")
        public Single<Long> strings(final Flowable<Long> numbers) {
            return numbers.count();
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(BookResource.class, Others.class), Map.of("rest.json.max-element-size", "2K"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Answer post(final String path, final String csv) {
        return server.post(path, csv, "Content-Type", "text/csv");
    }

    private static final String[] PATHS = {"/books/stream", "/books/list", "/single"};

    @Test
    void whatIsWrittenIsReadAgain() {
        final String books = HEADER
                + "\"Either, Or\",Kierkegaard,1843-02-20,838,true,\r\n"
                + "\"The \"\"Trial\"\"\",\"Franz\r\nKafka\",1925-04-26,,false,a;b\r\n"
                + "Žluťoučký kůň,李白,,7,false,\r\n";
        for (final String path : PATHS) {
            final Answer answer = post(path, books);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(books);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", "\n\n", "\r\n\r\n"})
    void linesMayEndInAnyWay(final String end) {
        final String body = "pages,title,sold" + end + "1,a,true" + end + "2,\"b\",false" + end;
        for (final String path : PATHS) {
            for (final String csv : new String[] {body, body.strip(), "\ufeff" + body}) {
                assertThat(post(path, csv).body()).isEqualTo(HEADER + "a,,,1,true,\r\n" + "b,,,2,false,\r\n");
            }
        }
        assertThat(post("/maps", "a,b,c" + end + "1,,\"\"" + end).body())
                .isEqualTo("[{\"a\":\"1\",\"b\":null,\"c\":\"\"}]");
    }

    @Test
    void aHeaderAloneIsNoElement() {
        for (final String path : PATHS) {
            assertThat(post(path, HEADER).body()).isEqualTo(HEADER);
            assertThat(post(path, HEADER.strip()).body()).isEqualTo(HEADER);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "pages_1_2_abc_3                   | Line 4 of the body: 'pages' must be a whole number.",
                "pages_1.5                         | Line 2 of the body: 'pages' must be a whole number.",
                "pages,published_on_1,2026-02-31   | Line 2 of the body: 'published_on' must be a date or time in ISO-8601 form.",
                "title,pages_\"a__b\",1_c,x        | Line 5 of the body: 'pages' must be a whole number.",
                "pages,nope_1,2                    | The header in line 1 has the unknown column 'nope'.",
                "pages,nope_                       | The header in line 1 has the unknown column 'nope'.",
                "nope                              | The header in line 1 has the unknown column 'nope'.",
                "pages,title_1                     | Line 2 of the body does not have as many values as its header.",
                "pages_1,2                         | Line 2 of the body does not have as many values as its header.",
                "pages,title_1,\"a\"b              | The CSV is malformed at line 2, column 6.",
                "pages,title_1,a_2,\"b_c            | The CSV is malformed: a quoted value in line 3 is not closed.",
                "pages,pages_1,1                   | The header in line 1 has the column 'pages' twice.",
                "pages,_1,1                        | The header in line 1 has a column without a name.",
                "                                  | The body is empty; CSV with a header is expected.",
                "_                                 | The body is empty; CSV with a header is expected.",
            })
    void errorsNameLineAndColumn(final String csv, final String detail) {
        for (final String path : PATHS) {
            final Answer answer =
                    post(path, csv == null ? "" : csv.replace('_', '\n').replace("published\non", "published_on"));
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.json().path("detail").asText()).isEqualTo(detail);
        }
    }

    @Test
    void aBodyThatIsNoUtf8OrHasANulIs400() {
        final String notUtf8 = " is not UTF-8. Send CSV in UTF-8, or name its charset in the Content-Type.";
        final String nul =
                " contains a NUL character, which CSV does not allow. Send CSV in UTF-8, or name its charset in the Content-Type.";
        for (final String path : new String[] {"/books/stream", "/books/list", "/single", "/maps"}) {
            refused(
                    path,
                    bytes("title,pages\na,1\n\u00ff,2\n", StandardCharsets.ISO_8859_1),
                    "Line 3 of the body" + notUtf8);
            refused(
                    path,
                    bytes("title,pages\n\"a\n\u00e9\",1\n", StandardCharsets.ISO_8859_1),
                    "Line 2 of the body" + notUtf8);
            refused(path, bytes("title,\u00e9\n", StandardCharsets.ISO_8859_1), "Line 1 of the body" + notUtf8);
            refused(path, bytes("title,pages\n\0,1\n", StandardCharsets.UTF_8), "Line 2 of the body" + nul);
            refused(path, bytes("title,pages\na\0b,1\n", StandardCharsets.UTF_8), "Line 2 of the body" + nul);
            refused(path, bytes("title,pa\0ges\n", StandardCharsets.UTF_8), "Line 1 of the body" + nul);
            for (final String text : new String[] {"nope", "title", "title,pages\na,1\n"}) {
                refused(path, bytes(text, StandardCharsets.UTF_16BE), "Line 1 of the body" + nul);
                refused(path, bytes(text, StandardCharsets.UTF_16LE), "Line 1 of the body" + nul);
                refused(path, bytes(text, StandardCharsets.UTF_16), "Line 1 of the body" + notUtf8);
            }
        }
    }

    private static byte[] bytes(final String text, final Charset charset) {
        return text.getBytes(charset);
    }

    private static void refused(final String path, final byte[] csv, final String detail) {
        final Answer answer = server.post(path, csv, "Content-Type", "text/csv");
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText()).isEqualTo(detail);
    }

    public record Ranked(
            @JsonAlias("place") int rank,
            @JsonUnwrapped @Nullable Size size) {

        public Ranked {
            if (rank == 0) {
                throw new IllegalArgumentException("A rank is at least 1.");
            }
        }
    }

    public record Size(Integer width) {}

    @JsonIgnoreProperties("old")
    public static final class Loose {

        public @Nullable String name;

        @JsonIgnore
        public @Nullable String secret;
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonNaming(Names.class)
    public record Lenient(String name) {}

    /** Counts how often Jackson reads the names of a type. */
    public static final class Names extends PropertyNamingStrategy {

        static final AtomicInteger READ = new AtomicInteger();

        private static final long serialVersionUID = 1;

        @Override
        public String nameForConstructorParameter(
                final MapperConfig<?> config, final AnnotatedParameter parameter, final String name) {
            READ.incrementAndGet();
            return name;
        }

        @Override
        public String nameForField(final MapperConfig<?> config, final AnnotatedField field, final String name) {
            READ.incrementAndGet();
            return name;
        }
    }

    public static final class Open {

        public @Nullable String name;

        @JsonAnySetter
        public void set(final String column, final String value) {}
    }

    /** The columns of a header count as the fields of a line do, although there is none. */
    @ParameterizedTest
    @CsvSource({
        "ranked, place, 200",
        "ranked, width, 200",
        "loose, 'old,name,secret', 200",
        "loose, nope, 400",
        "lenient, 'name,nope', 200",
        "open, 'name,nope', 200",
        "maps, nope, 200"
    })
    void aHeaderAloneHasTheColumnsThatALineMayHave(final String path, final String columns, final int status) {
        assertThat(post("/" + path, columns + "\n").status()).isEqualTo(status);
    }

    @Test
    void aTypeIsIntrospectedOnceForABodyAndNotForEachColumnThatIsIgnored() {
        final String header =
                IntStream.range(0, 200).mapToObj(column -> "c" + column).collect(Collectors.joining(",", "", "\n"));
        assertThat(post("/lenient", header).status()).isEqualTo(200);
        final int before = Names.READ.get();
        assertThat(post("/lenient", header).status()).isEqualTo(200);
        assertThat(Names.READ.get() - before).isLessThan(10);
    }

    @Test
    void elementsAreValidatedAndAnOwnViolationNamesItsPlace() {
        for (final String path : new String[] {"/books/stream", "/books/list"}) {
            final Answer answer = post(path, "title,pages\n\"a\r\na\",1\r\n\nb,0\n");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/violations/0/path").asText()).isEqualTo("[1].pages");
            assertThat(answer.json().at("/violations/0/line").asInt())
                    .as(answer.body())
                    .isEqualTo(5);
            assertThat(answer.json().path("line").asInt()).isEqualTo(5);
            assertThat(post(path, "title,pages\n\na,b\n").json().path("line").asInt())
                    .isEqualTo(3);
        }
    }

    @Test
    void piecesMayEndAnywhere() throws IOException {
        final byte[] csv =
                (HEADER + "\"a, \"\"b\"\"\r\n\",ž,,3,true,x;y\r\n\r\nc,,,4,false,").getBytes(StandardCharsets.UTF_8);
        for (final String path : new String[] {"/books/stream", "/books/list"}) {
            try (RawClient client = RawClient.to(server)) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/csv\r\n"
                        + "Content-Length: " + csv.length + "\r\n\r\n");
                for (final byte b : csv) {
                    client.send(new byte[] {b});
                }
                assertThat(client.untilClose())
                        .contains("\"a, \"\"b\"\"\r\n\",", ",,3,true,x;y\r\n", "c,,,4,false,\r\n");
            }
        }
    }

    @Test
    void aLineIsLimitedAndManyAreNot() {
        final String line = "title,pages\n" + "x".repeat(1000) + ",1\n";
        assertThat(post("/count", line + (line.substring(12)).repeat(5_000)).body())
                .isEqualTo("5001");
        for (final String csv : new String[] {
            "title,pages\na,1\n" + "x".repeat(3000) + ",1\n",
            "title,pages\na,1\n\"" + "x\n".repeat(300_000),
            "a".repeat(3000)
        }) {
            final Answer answer = post("/count", csv);
            assertThat(answer.status()).as(answer.body()).isEqualTo(413);
            assertThat(answer.json().get("detail").asText())
                    .matches("Line [13] of the body is larger than [0-9]+ bytes\\.");
        }
        assertThat(post("/books/list", "title,pages\n" + "x".repeat(3000) + ",1\n")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aHeaderHasAtMostAThousandColumns() {
        final String columns =
                IntStream.range(0, 1_000).mapToObj(each -> "c" + each).collect(Collectors.joining(","));
        try (RunningServer large = RunningServer.of(RestPlugin.withResources(BookResource.class, Others.class))) {
            assertThat(large.post("/maps", columns + "\n" + ",".repeat(999) + "\n", "Content-Type", "text/csv")
                            .json()
                            .get(0))
                    .hasSize(1_000);
            for (final String path : PATHS) {
                final Answer answer = large.post(path, columns + ",one\n", "Content-Type", "text/csv");
                assertThat(answer.status()).as(answer.body()).isEqualTo(400);
                assertThat(answer.json().get("detail").asText())
                        .isEqualTo("The header in line 1 has more than 1,000 columns.");
            }
        }
    }

    @Test
    void otherTypesAreAsBefore() {
        assertThat(post("/text", "a,b").body()).isEqualTo("a,b");
        assertThat(post("/strings", "a\n1\n").status()).isEqualTo(415);
        assertThat(server.post("/books/stream", "[{\"title\":\"a\",\"pages\":1}]")
                        .body())
                .isEqualTo(HEADER + "a,,,1,,\r\n");
    }
}
