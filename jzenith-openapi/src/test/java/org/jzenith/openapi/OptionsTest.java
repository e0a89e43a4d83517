package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.RestPlugin;

/** The options of the command line. */
final class OptionsTest {

    @TempDir
    private java.nio.file.Path folder;

    /** The first version of an API. */
    @Path("/books")
    public static final class BookResource {

        /** A book. */
        public record Book(String title, int pages) {}

        /** A new book. */
        public record NewBook(@Nullable String title) {}

        @GET
        @Produces("application/json")
        public Single<Book> get() {
            return Single.never();
        }

        @POST
        @Produces("application/json")
        public Single<Book> add(@Valid final NewBook book, @QueryParam("shelf") final @Nullable String shelf) {
            return Single.never();
        }

        @GET
        @Path("old")
        @Produces("text/plain")
        public String old() {
            return "";
        }
    }

    /** The second version of the API. */
    @Path("/books")
    public static final class ChangedResource {

        /** A book without pages. */
        public record Book(String title) {}

        /** A new book with a short title. */
        public record NewBook(
                @NotNull @Size(max = 9) @Nullable String title) {}

        @GET
        @Produces("application/json")
        public Single<Book> get() {
            return Single.never();
        }

        @POST
        @Produces("application/json")
        public Single<Book> add(@Valid final NewBook book, @QueryParam("shelf") @NotNull final String shelf) {
            return Single.never();
        }
    }

    /** A stream in its first version. */
    @Path("/numbers")
    public static final class NumberResource {

        /** A word. */
        public enum Word {
            ONE
        }

        /** A number with a map. */
        public record Number(int value, Map<String, Integer> names, Word word) {}

        @GET
        @Produces({"application/x-ndjson", "text/event-stream;qs=0.5"})
        public Flowable<Number> all() {
            return Flowable.never();
        }
    }

    /** The stream in its second version. */
    @Path("/numbers")
    public static final class ChangedNumberResource {

        /** A number that is a text. */
        public record Number(String value, Map<String, String> names, String word) {}

        @GET
        @Produces({"application/x-ndjson", "text/event-stream;qs=0.5"})
        public Flowable<Number> all() {
            return Flowable.never();
        }
    }

    @Test
    void changedElementsOfStreamsAreReportedInEachVersion() {
        for (final String version : List.of("3.1", "3.2")) {
            final java.nio.file.Path file = folder.resolve("numbers-" + version + ".json");
            run(NumberResource.class, "--openapi=" + file, "--openapi.version=" + version);
            final StartException failure = catchThrowableOfType(
                    StartException.class,
                    () -> run(ChangedNumberResource.class, "--openapi-diff=" + file, "--openapi.version=" + version));
            assertThat(failure.problems())
                    .as(version)
                    .extracting(StartProblem::what)
                    .contains(
                            "A change breaks clients: GET /numbers, response 200, property 'value' may now be string.",
                            "A change breaks clients: GET /numbers, response 200, property 'names'{} may now be string.",
                            "A change breaks clients: GET /numbers, response 200, property 'word' may now be any value.");
        }
    }

    private static void run(final Class<?> resource, final String... options) {
        JZenith.application(options)
                .withPlugins(RestPlugin.withResources(resource), OpenApiPlugin.create())
                .withConfiguration("rest.port", 0)
                .run()
                .stop();
    }

    @Test
    void theDocumentIsWrittenToAFile() throws IOException {
        final java.nio.file.Path file = folder.resolve("api.yaml");
        run(BookResource.class, "--openapi=" + file);
        assertThat(Files.readString(file)).startsWith("openapi: 3.1.1\n").contains("/books/old:");
    }

    @Test
    void aFolderThatIsMissingIsReported() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> run(
                        BookResource.class,
                        "--openapi=" + folder.resolve("missing").resolve("api.json")));
        assertThat(failure).hasMessageContaining("The OpenAPI document cannot be written to");
    }

    @Test
    void anUnchangedApiBreaksNothing() {
        final java.nio.file.Path file = folder.resolve("api.json");
        run(BookResource.class, "--openapi=" + file);
        run(BookResource.class, "--openapi-diff=" + file);
        final java.nio.file.Path yaml = folder.resolve("api.yaml");
        run(BookResource.class, "--openapi=" + yaml);
        run(BookResource.class, "--openapi-diff=" + yaml);
    }

    @Test
    void eachChangeThatBreaksClientsIsReported() {
        final java.nio.file.Path file = folder.resolve("api.json");
        run(BookResource.class, "--openapi=" + file);
        final StartException failure =
                catchThrowableOfType(StartException.class, () -> run(ChangedResource.class, "--openapi-diff=" + file));
        assertThat(failure.problems())
                .extracting(StartProblem::what)
                .containsExactlyInAnyOrder(
                        "A change breaks clients: /books/old is gone.",
                        "A change breaks clients: GET /books, response 200, property 'pages' is gone.",
                        "A change breaks clients: POST /books, query parameter 'shelf' is required now.",
                        "A change breaks clients: POST /books, body, property 'title' is required now.",
                        "A change breaks clients: POST /books, body, property 'title' may no longer be null.",
                        "A change breaks clients: POST /books, body, property 'title' has maxLength 9 now.");
    }

    /** A training run makes the document, too. */
    @Test
    void aTrainingRunEndsWithoutAProblem() {
        assertThatCode(() -> JZenith.application("--training-run", "--rest.port=0")
                        .withPlugins(RestPlugin.withResources(BookResource.class), OpenApiPlugin.create())
                        .run())
                .doesNotThrowAnyException();
    }
}
