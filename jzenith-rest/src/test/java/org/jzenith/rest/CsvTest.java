package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;
import org.jzenith.json.Json;

/** Records and beans as {@code text/csv}. */
final class CsvTest {

    // region book
    public record Book(
            String title,
            String author,
            @JsonProperty("published_on") LocalDate published,
            Integer pages) {}

    @Path("/books")
    public static final class BookResource {

        @GET
        @Produces({
            "application/json",
            "application/x-ndjson;qs=0.9",
            "text/csv;qs=0.8"
        })
        public Flowable<Book> books() {
            return Flowable.just(
                    new Book(
                            "Either, Or",
                            "Kierkegaard",
                            LocalDate.of(1843, 2, 20),
                            838),
                    new Book(
                            "The Trial",
                            "Franz \"K\" Kafka",
                            LocalDate.of(1925, 4, 26),
                            null));
        }
    }

    // endregion

    @JsonPropertyOrder({"a", "b"})
    public static final class Bean {

        public String getB() {
            return "two\nlines";
        }

        public List<String> getA() {
            return List.of("x", "y");
        }
    }

    public record Nested(String name, Book book) {}

    @Path("/")
    @Produces("text/csv")
    public static final class Others {

        @GET
        @Path("list")
        public Single<List<Book>> list() {
            return new BookResource().books().toList();
        }

        @GET
        @Path("none")
        public List<Book> none() {
            return List.of();
        }

        @GET
        @Path("nothing")
        public Flowable<Book> nothing() {
            return Flowable.empty();
        }

        @GET
        @Path("one")
        public Book one() {
            return new Book("a", "b", null, 1);
        }

        @GET
        @Path("bean")
        public Bean[] bean() {
            return new Bean[] {new Bean(), new Bean()};
        }

        @GET
        @Path("maps")
        public Flowable<Map<String, Object>> maps() {
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", 1);
            row.put("name", "n");
            return Flowable.just(row, row);
        }

        @GET
        @Path("nested")
        public List<Nested> nested() {
            return List.of(new Nested("a", null), new Nested("b", new Book("a", "b", null, 1)));
        }

        @GET
        @Path("text")
        public Flowable<String> text() {
            return Flowable.just("a,b\n", "1,2\n");
        }

        @GET
        @Path("many")
        public Flowable<Book> many() {
            return Flowable.range(0, 5000).map(i -> new Book("title " + i, "author", null, i));
        }
    }

    @Path("/numbers")
    public static final class Numbers {

        @GET
        @Produces("text/csv")
        public Flowable<Integer> numbers() {
            return Flowable.just(1);
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(BookResource.class, Others.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void recordsAreLinesBelowTheirNames() {
        final RunningServer.Answer answer = server.get("/books", "Accept", "text/csv");
        assertThat(answer.header("Content-Type")).isEqualTo("text/csv;charset=UTF-8");
        assertThat(answer.body())
                .isEqualTo("title,author,published_on,pages\r\n"
                        + "\"Either, Or\",Kierkegaard,1843-02-20,838\r\n"
                        + "The Trial,\"Franz \"\"K\"\" Kafka\",1925-04-26,\r\n");
        assertThat(server.get("/list").body()).isEqualTo(answer.body());
    }

    @Test
    void theClientChoosesAndJsonIsFirst() {
        assertThat(server.get("/books", "Accept", "*/*").json()).hasSize(2);
        assertThat(server.get("/books", "Accept", "application/x-ndjson").body())
                .hasLineCount(2);
    }

    @Test
    void withoutARowThereIsTheHeader() {
        assertThat(server.get("/none").body()).isEqualTo("title,author,published_on,pages\r\n");
        assertThat(server.get("/nothing").body()).isEqualTo("title,author,published_on,pages\r\n");
    }

    @Test
    void oneValueIsOneLine() {
        assertThat(server.get("/one").body()).isEqualTo("title,author,published_on,pages\r\na,b,,1\r\n");
    }

    @Test
    void beansMapsAndListsOfTexts() {
        assertThat(server.get("/bean").body()).isEqualTo("a,b\r\nx;y,\"two\nlines\"\r\nx;y,\"two\nlines\"\r\n");
        assertThat(server.get("/maps").body()).isEqualTo("id,name\r\n1,n\r\n1,n\r\n");
    }

    @Test
    void stringsAreLinesAlready() {
        assertThat(server.get("/text").body()).isEqualTo("a,b\n1,2\n");
    }

    @Test
    void aManyRowsAreSentInPieces() {
        final RunningServer.Answer answer = server.get("/many");
        assertThat(answer.header("Content-Length")).isNull();
        assertThat(answer.body().lines()).hasSize(5001).endsWith("title 4999,author,,4999");
    }

    @Test
    void anObjectInAColumnFails() {
        assertThat(server.get("/nested").status()).isEqualTo(500);
    }

    @Test
    void theSettingsOfTheMapperCount() {
        try (RunningServer snake = RunningServer.of(
                RestPlugin.withResources(Others.class),
                binder -> Multibinder.newSetBinder(binder, Module.class)
                        .addBinding()
                        .toInstance(Json.adjust(mapper ->
                                mapper.setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE))))) {
            assertThat(snake.get("/one").body()).startsWith("Title,Author,published_on,Pages\r\n");
        }
    }

    @Test
    void whatHasNoColumnsIsNoCsv() {
        try (RunningServer numbers = RunningServer.of(RestPlugin.withResources(Numbers.class))) {
            assertThat(numbers.get("/numbers").status()).isEqualTo(500);
        } catch (final StartException e) {
            assertThat(e).hasMessageContaining("no MessageBodyWriter writes Integer");
        }
    }

    @Test
    void theReportNamesTheModuleWhereItIsAbsent() throws Exception {
        final URL[] withoutModule = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> !path.contains("jackson-dataformat-csv"))
                .map(CsvTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(withoutModule, ClassLoader.getPlatformClassLoader())) {
            final Class<?> feature = loader.loadClass("org.jzenith.rest.internal.csv.CsvFeature");
            final Class<?> type = loader.loadClass("jakarta.ws.rs.core.MediaType");
            assertThat((String) feature.getMethod("remedy", type)
                            .invoke(
                                    feature.getConstructor().newInstance(),
                                    type.getConstructor(String.class, String.class)
                                            .newInstance("text", "csv")))
                    .startsWith("Add com.fasterxml.jackson.dataformat:jackson-dataformat-csv to the dependencies");
            final Method providers =
                    feature.getDeclaredMethod("providers", loader.loadClass("jakarta.inject.Provider"), long.class);
            providers.setAccessible(true);
            assertThat((List<?>) providers.invoke(null, null, 1L)).isEmpty();
        }
    }

    private static URL url(final String path) {
        try {
            return new File(path).toURI().toURL();
        } catch (final MalformedURLException e) {
            throw new IllegalArgumentException(path, e);
        }
    }
}
