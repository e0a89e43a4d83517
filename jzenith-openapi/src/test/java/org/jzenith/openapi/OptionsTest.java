package org.jzenith.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.annotation.security.RolesAllowed;
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
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.openapi.types.TypesApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.Users;

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

    /** Ids that are not unique. */
    @Path("/ids")
    public static final class IdResource {

        @GET
        @Operation(operationId = "ids")
        public String all() {
            return "";
        }

        @GET
        @Path("{id}")
        @Produces("text/plain")
        @Operation(operationId = "ids")
        public String one() {
            return "";
        }

        @GET
        @Path("{name}")
        @Produces("text/html")
        @Operation(operationId = "ids")
        public String page() {
            return "";
        }

        @GET
        @Path("hidden")
        @Operation(operationId = "ids", hidden = true)
        public String hidden() {
            return "";
        }
    }

    @Test
    void anIdOfTwoOperationsFailsTheStart() throws IOException {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application("--check")
                        .withPlugins(RestPlugin.withResources(IdResource.class), OpenApiPlugin.create())
                        .run());
        assertThat(failure.problems()).singleElement().asString().isEqualTo("""
                2 operations have the operationId 'ids': GET /ids (IdResource.all), \
                GET /ids/{id} (IdResource.one).
                It comes from @Operation.
                Choose unique ids, or remove them: jZenith then generates unique ones.""");
        final StartProblem problem = failure.problems().get(0);
        assertThat(Files.readString(java.nio.file.Path.of("../docs/mistakes.md")))
                .contains(problem.what() + "\n   " + problem.remedy() + "\n");
    }

    /** An id that another method would get. */
    @Path("/taken")
    public static final class TakenResource {

        @GET
        @Path("a")
        public String get() {
            return "";
        }

        @GET
        @Path("b")
        @Operation(operationId = "takenGet")
        public String other() {
            return "";
        }
    }

    @Test
    void anIdThatIsGivenIsKept() throws IOException {
        final java.nio.file.Path file = folder.resolve("taken.json");
        run(TakenResource.class, "--openapi=" + file);
        final JsonNode paths = read(file).path("paths");
        assertThat(paths.at("/~1taken~1b/get/operationId").asText()).isEqualTo("takenGet");
        assertThat(paths.at("/~1taken~1a/get/operationId").asText()).isEqualTo("takenGetTakenAGet");
    }

    @Test
    void onlyVersion32HasItemSchemas() throws IOException {
        final java.nio.file.Path old = folder.resolve("old.json");
        final java.nio.file.Path present = folder.resolve("present.json");
        run(NumberResource.class, "--openapi=" + old);
        run(NumberResource.class, "--openapi=" + present, "--openapi.version=3.2");
        final String content = "/paths/~1numbers/get/responses/200/content/";
        assertThat(read(old).at(content + "application~1x-ndjson").toString())
                .isEqualTo("{\"schema\":{\"$ref\":\"#/components/schemas/Number\"}}");
        assertThat(read(present).at(content + "application~1x-ndjson").toString())
                .isEqualTo("{\"itemSchema\":{\"$ref\":\"#/components/schemas/Number\"}}");
        assertThat(read(present)
                        .at(content + "text~1event-stream/itemSchema/properties/data/contentSchema/$ref")
                        .asText())
                .isEqualTo("#/components/schemas/Number");
    }

    private static JsonNode read(final java.nio.file.Path file) throws IOException {
        return DocumentFormat.JSON.read(Files.readString(file));
    }

    @Test
    void unknownFieldsOpenTheSchemaOfARequest() throws IOException {
        final java.nio.file.Path file = folder.resolve("api.json");
        final String schema = "/components/schemas/NewBook";
        run(BookResource.class, "--openapi=" + file);
        assertThat(read(file).at(schema + "/additionalProperties").toString()).isEqualTo("false");
        run(BookResource.class, "--openapi=" + file, "--rest.json.reject-unknown-fields=false");
        assertThat(read(file).at(schema).isObject()).isTrue();
        assertThat(read(file).at(schema).has("additionalProperties")).isFalse();
    }

    @Test
    void eachListenerHasAFile() throws IOException {
        JZenith.application("--openapi=" + folder.resolve("openapi.json"))
                .withPlugins(
                        RestPlugin.withResources(BookResource.class),
                        RestPlugin.named("admin").withResources(NumberResource.class),
                        OpenApiPlugin.create().onListenersOf("rest", "rest.admin"))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.admin.port", 0)
                .run()
                .stop();
        assertThat(read(folder.resolve("openapi.json")).path("paths").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("/books", "/books/old");
        assertThat(read(folder.resolve("openapi-rest.admin.json")).path("paths").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("/numbers");
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

    /** Rentals in the first version. */
    @Path("/rentals")
    public static final class RentalResource {

        /** The kind of a rental. */
        public enum Kind {
            SHORT,
            LONG
        }

        /** A rental. */
        public record Rental(LocalDate due, int days, Kind kind, long number) {}

        /** A new rental. */
        public record NewRental(
                @Nullable String kind,
                @Nullable Object note,
                @Nullable Kind same,
                int days) {}

        @POST
        @Produces("application/json")
        public Single<Rental> add(final NewRental rental) {
            return Single.never();
        }

        @GET
        @Path("first")
        @Produces("application/json")
        @RolesAllowed("user")
        public Single<Rental> first() {
            return Single.never();
        }

        @GET
        @Path("last")
        @Produces("application/json")
        @RolesAllowed("user")
        public Single<Rental> last() {
            return Single.never();
        }

        @GET
        @Path("open")
        @Produces("application/json")
        public Single<Rental> open() {
            return Single.never();
        }
    }

    /** Rentals in the second version. */
    @Path("/rentals")
    public static final class ChangedRentalResource {

        /** The kind of a rental. */
        public enum Kind {
            SHORT,
            LONG
        }

        /** A rental with an instant, and with less and more values. */
        public record Rental(Instant due, Object days, Kind kind, int number) {}

        /** A new rental with narrower properties. */
        public record NewRental(
                @Nullable Kind kind,
                @Nullable String note,
                @Nullable String same,
                long days) {}

        @POST
        @Produces("application/json")
        public Single<Rental> add(final NewRental rental) {
            return Single.never();
        }

        @GET
        @Path("first")
        @Produces("application/json")
        @RolesAllowed("admin")
        public Single<Rental> first() {
            return Single.never();
        }

        @GET
        @Path("last")
        @Produces("application/json")
        @RolesAllowed({"admin", "user"})
        public Single<Rental> last() {
            return Single.never();
        }

        @GET
        @Path("open")
        @Produces("application/json")
        @RolesAllowed("user")
        public Single<Rental> open() {
            return Single.never();
        }
    }

    @Test
    void narrowedTypesFormatsAndRolesAreReported() {
        final java.nio.file.Path file = folder.resolve("rentals.json");
        final SecurityPlugin basic = SecurityPlugin.create().withBasicAuthentication(Users.fromSettings());
        run(List.of(basic), RentalResource.class, "--openapi=" + file, "--rest.json.reject-unknown-fields=false");
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> run(List.of(basic), ChangedRentalResource.class, "--openapi-diff=" + file));
        assertThat(failure.problems())
                .extracting(StartProblem::what)
                .containsExactlyInAnyOrder(
                        "A change breaks clients: POST /rentals, body may no longer have additional properties.",
                        "A change breaks clients: POST /rentals, body, property 'kind' may no longer be any value.",
                        "A change breaks clients: POST /rentals, body, property 'note' may no longer be any value.",
                        "A change breaks clients: POST /rentals, response 200, property 'due' now has the format date-time.",
                        "A change breaks clients: POST /rentals, response 200, property 'days' may now be any value.",
                        "A change breaks clients: GET /rentals/first no longer accepts basic (user).",
                        "A change breaks clients: GET /rentals/open needs credentials now.");
    }

    @Test
    void anotherSchemeIsReported() {
        final java.nio.file.Path file = folder.resolve("schemes.json");
        final SecurityPlugin basic = SecurityPlugin.create().withBasicAuthentication(Users.fromSettings());
        run(List.of(basic), RentalResource.class, "--openapi=" + file);
        run(List.of(basic.withApiKeys()), RentalResource.class, "--openapi-diff=" + file);
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> run(
                        List.of(SecurityPlugin.create().withApiKeys()),
                        RentalResource.class,
                        "--openapi-diff=" + file));
        assertThat(failure.problems())
                .extracting(StartProblem::what)
                .containsExactlyInAnyOrder(
                        "A change breaks clients: GET /rentals/first no longer accepts basic (user).",
                        "A change breaks clients: GET /rentals/last no longer accepts basic (user).");
    }

    private static void run(final List<SecurityPlugin> security, final Class<?> resource, final String... options) {
        JZenith.application(options)
                .withPlugins(RestPlugin.withResources(resource), OpenApiPlugin.create())
                .withPlugins(security.toArray(SecurityPlugin[]::new))
                .withConfiguration("rest.port", 0)
                .run()
                .stop();
    }

    private static void run(final Class<?> resource, final String... options) {
        run(List.of(), resource, options);
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
        for (final String version : List.of("3.1", "3.2")) {
            final java.nio.file.Path all = folder.resolve("all-" + version + ".json");
            run(OrderResource.class, "--openapi=" + all, "--openapi.version=" + version);
            for (final String other : List.of("3.1", "3.2")) {
                run(OrderResource.class, "--openapi-diff=" + all, "--openapi.version=" + other);
            }
        }
        for (final String name : List.of("types.json", "types.yaml")) {
            final java.nio.file.Path types = folder.resolve(name);
            TypesApplication.application("--openapi=" + types).run().stop();
            TypesApplication.application("--openapi-diff=" + types).run().stop();
        }
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
                        "A change breaks clients: POST /books, body, property 'title' now has maxLength 9.");
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
