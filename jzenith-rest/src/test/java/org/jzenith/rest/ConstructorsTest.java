package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.Module;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.problem.StartException;

/** Constructors take what Guice provides, and parameters of the request beside it. */
final class ConstructorsTest {

    record Greeting(String word) {}

    private static final Module GREETING = binder -> binder.bind(Greeting.class).toInstance(new Greeting("Hello"));

    /** A type without a binding. */
    interface Unbound {}

    static final class Broken extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @Path("/all/{id}")
    public static final class All {

        private final String text;

        public All(
                final Greeting greeting,
                @PathParam("id") final UUID id,
                @QueryParam("limit") @DefaultValue("7") final int limit,
                @HeaderParam("X-Name") final String name,
                @CookieParam("visit") final String visit,
                @MatrixParam("m") final String matrix,
                @Context final UriInfo uri,
                @Context final Application application) {
            text = String.join(
                    " ",
                    greeting.word(),
                    id.toString(),
                    Integer.toString(limit),
                    name,
                    visit,
                    matrix,
                    uri.getPath(),
                    Integer.toString(application.getClasses().size()));
        }

        @GET
        public String get() {
            return text;
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.fromCallable(() -> text);
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() {
            return text;
        }
    }

    @Path("/encoded/{id}")
    public static final class Raw {

        private final String id;

        public Raw(@PathParam("id") @Encoded final String id) {
            this.id = id;
        }

        @GET
        public String get() {
            return id;
        }
    }

    @Path("/checked")
    public static final class Checked {

        private final int limit;

        public Checked(@QueryParam("limit") @Min(3) final int limit) {
            this.limit = limit;
        }

        @GET
        public int get() {
            return limit;
        }
    }

    @Path("/several/{id}")
    public static final class Several {

        private final String text;

        public Several() {
            this(new Greeting("nothing"), "nothing");
        }

        public Several(final Greeting greeting, @PathParam("id") final String id) {
            text = greeting.word() + " " + id;
        }

        public Several(final Greeting greeting, @PathParam("id") final String other, final Unbound unbound) {
            this(greeting, "unbound");
        }

        @GET
        public String get() {
            return text;
        }
    }

    @Path("/chosen/{id}")
    public static final class Chosen {

        private final String text;

        @Inject
        Chosen(final Greeting greeting) {
            text = greeting.word();
        }

        public Chosen(final Greeting greeting, @PathParam("id") final String id) {
            text = "not " + id;
        }

        @GET
        public String get() {
            return text;
        }
    }

    @Path("/fields/{id}")
    public static final class Fields {

        private final String id;

        @Inject
        private Greeting greeting;

        @QueryParam("q")
        private String query;

        private String header;

        public Fields(@PathParam("id") final String id) {
            this.id = id;
        }

        @HeaderParam("X-Name")
        public void setHeader(final String value) {
            header = value;
        }

        @GET
        public String get() {
            return String.join(" ", greeting.word(), id, query, header);
        }
    }

    @Path("/failing/{how}")
    public static final class Failing {

        public Failing(@PathParam("how") final String how) {
            if (how.equals("forbidden")) {
                throw new ForbiddenException();
            } else if (how.equals("mapped")) {
                throw new Broken();
            }
        }

        @GET
        public String get() {
            return "fine";
        }
    }

    /** A class without a binding: the resource context creates it all the same. */
    public static final class Helper {

        private final String text;

        @Context
        private HttpHeaders headers;

        Helper(final Greeting greeting, @PathParam("id") final String id) {
            text = greeting.word() + " " + id;
        }

        @GET
        public String text() {
            return text + " " + headers.getHeaderString("X-Name");
        }
    }

    /** Made by the application. */
    public static final class Own {

        @Inject
        private Greeting greeting;

        @Context
        private UriInfo uri;

        String text() {
            return greeting.word() + " " + uri.getPath();
        }
    }

    @Path("/context/{id}")
    public static final class Contexts {

        private final ResourceContext resources;

        @Inject
        Contexts(final ResourceContext resources) {
            this.resources = resources;
        }

        @GET
        @Path("get")
        public String get() {
            return resources.getResource(Helper.class).text();
        }

        @GET
        @Path("bound")
        public String bound() {
            return resources.getResource(Several.class).get();
        }

        @GET
        @Path("init")
        public String init() {
            return resources.initResource(new Own()).text();
        }

        @Path("sub")
        public Class<Helper> sub() {
            return Helper.class;
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(
                                All.class,
                                Raw.class,
                                Checked.class,
                                Several.class,
                                Chosen.class,
                                Fields.class,
                                Failing.class,
                                Contexts.class)
                        .withMapping(Broken.class, 409),
                GREETING);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/later", "/blocking"})
    void aConstructorTakesWhatTheRequestHasBesideWhatIsBound(final String way) {
        final String path = "/all/c0ffee00-0000-4000-8000-000000000001" + way;
        for (int time = 1; time <= 3; time++) {
            assertThat(server.get(path + ";m=3?limit=9", "X-Name", "Ada", "Cookie", "visit=v")
                            .body())
                    .isEqualTo("Hello c0ffee00-0000-4000-8000-000000000001 9 Ada v 3 " + path + ";m=3 0");
        }
        assertThat(server.get(path + ";m=3", "X-Name", "Ada", "Cookie", "visit=v")
                        .body())
                .contains(" 7 Ada ");
    }

    @Test
    void whatCannotBeConvertedIsAnsweredAsForMethods() {
        assertThat(server.get("/all/1").status()).isEqualTo(404);
        assertThat(server.get("/all/c0ffee00-0000-4000-8000-000000000001?limit=x")
                        .status())
                .isEqualTo(404);
        assertThat(server.get("/encoded/a%20b").body()).isEqualTo("a%20b");
    }

    @Test
    void constraintsOfConstructorsCount() {
        final RunningServer.Answer answer = server.get("/checked?limit=2");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/violations/0/path").asText()).isEqualTo("query.limit");
        assertThat(server.get("/checked?limit=3").body()).isEqualTo("3");
    }

    @Test
    void theConstructorWithMostParametersThatAreProvidedIsTaken() {
        assertThat(server.get("/several/a").body()).isEqualTo("Hello a");
    }

    @Test
    void aConstructorWithInjectIsTakenWhateverTheOthersAre() {
        assertThat(server.get("/chosen/a").body()).isEqualTo("Hello");
    }

    @Test
    void fieldsAndSettersAreFilledToo() {
        assertThat(server.get("/fields/a?q=b", "X-Name", "c").body()).isEqualTo("Hello a b c");
    }

    @Test
    void whatAConstructorThrowsIsAnsweredAsWhatAMethodThrows() {
        assertThat(server.get("/failing/forbidden").status()).isEqualTo(403);
        assertThat(server.get("/failing/mapped").status()).isEqualTo(409);
        assertThat(server.get("/failing/not").body()).isEqualTo("fine");
    }

    @Test
    void theResourceContextMakesAndInitializesWithGuice() {
        assertThat(server.get("/context/a/get", "X-Name", "Ada").body()).isEqualTo("Hello a Ada");
        assertThat(server.get("/context/a/bound").body()).isEqualTo("Hello a");
        assertThat(server.get("/context/a/init").body()).isEqualTo("Hello /context/a/init");
        assertThat(server.get("/context/a/sub", "X-Name", "Ada").body()).isEqualTo("Hello a Ada");
    }

    @Path("/unprovided")
    public static final class Unprovided {

        public Unprovided(@QueryParam("q") final String query, final Unbound unbound) {}

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/ambiguous")
    public static final class Ambiguous {

        public Ambiguous(final Greeting greeting) {}

        public Ambiguous(@QueryParam("q") final String query) {}

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/once")
    @Singleton
    public static final class Once {

        public Once(@QueryParam("q") final String query) {}

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/form")
    public static final class Form {

        public Form(@FormParam("f") final String field) {}

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/inconvertible")
    public static final class Inconvertible {

        public Inconvertible(@QueryParam("q") final Unbound value) {}

        @GET
        public String get() {
            return "";
        }
    }

    @Test
    void constructorsThatCannotBeCalledAreProblemsOfTheStart() {
        final StartException error = catchThrowableOfType(
                StartException.class,
                () -> RunningServer.of(
                                RestPlugin.withResources(
                                        Unprovided.class, Ambiguous.class, Once.class, Form.class, Inconvertible.class),
                                GREETING)
                        .close());

        assertThat(error.problems()).hasSize(5);
        assertThat(error)
                .hasMessageContaining("org.jzenith.rest.ConstructorsTest.Unbound is not bound, but needed by"
                        + " org.jzenith.rest.ConstructorsTest.Unprovided (the parameter 'unbound' of its constructor)")
                .hasMessageContaining(Ambiguous.class.getName() + " has several constructors with 1 parameters")
                .hasMessageContaining("Annotate the one to use with @Inject.")
                .hasMessageContaining(Once.class.getName() + " is created once")
                .hasMessageContaining("its parameter 1 (java.lang.String) belongs to the body")
                .hasMessageContaining("its parameter 1 (" + Unbound.class.getName() + ") cannot be created from text");
    }

    @Path("/paths")
    public static final class Paths {

        @Context
        private Application application;

        @GET
        public String get() {
            return application instanceof Contextual own ? own.text() : "other";
        }
    }

    @ApplicationPath("my app")
    public static final class Contextual extends Application {

        private final HttpHeaders headers;

        @Context
        private UriInfo uri;

        public Contextual(@Context final HttpHeaders headers) {
            this.headers = headers;
        }

        String text() {
            return uri.getBaseUri().getRawPath() + " " + headers.getHeaderString("X-Name");
        }

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Paths.class);
        }
    }

    @ApplicationPath("/m%79%20app/")
    public static final class Escaped extends Application {

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Paths.class);
        }
    }

    /** Jakarta REST takes the constructor with the most parameters. */
    public static final class Naming implements ContainerResponseFilter {

        private final String name;
        private final Configuration configuration;

        public Naming(@Context final Application application, @Context final Configuration configuration) {
            this.name = application.getClass().getSimpleName();
            this.configuration = configuration;
        }

        public Naming(@Context final Application application) {
            throw new IllegalStateException("The other constructor has more parameters: " + application);
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Application", name + " " + configuration.isRegistered(Naming.class));
        }
    }

    @Test
    void aProvidersConstructorTakesTheApplication() {
        try (RunningServer application =
                RunningServer.of(RestPlugin.withApplication(Contextual.class).withProviders(Naming.class))) {
            assertThat(application.get("/my%20app/paths", "X-Name", "Ada").header("X-Application"))
                    .isEqualTo("Contextual true");
        }
    }

    @Test
    void anApplicationHasItsContexts() {
        try (RunningServer application = RunningServer.of(RestPlugin.withApplication(Contextual.class))) {
            assertThat(application.get("/my%20app/paths", "X-Name", "Ada").body())
                    .isEqualTo("/my%20app/ Ada");
        }
    }

    @Test
    void pathsOfApplicationsAreComparedDecoded() {
        for (final RestApi plugin :
                Set.of(RestPlugin.withApplication(Escaped.class), RestPlugin.withApplication(Contextual.class))) {
            try (RunningServer application = RunningServer.of(plugin, Map.of("rest.context-path", "/caf\u00e9%2d/"))) {
                assertThat(application.get("/caf%C3%A9-/my%20app/paths").status())
                        .isEqualTo(200);
                assertThat(application.get("/caf%c3%a9-/%6Dy%20app/paths").status())
                        .isEqualTo(200);
                assertThat(application
                                .get("/%63af%c3%a9%2D/my%20%61pp/paths?a=%20")
                                .status())
                        .isEqualTo(200);
                assertThat(application.get("/caf%C3%A9-%2Fmy%20app/paths").status())
                        .isEqualTo(404);
                assertThat(application.get("/caf%C3%A9-/my%20ap/paths").status())
                        .isEqualTo(404);
                assertThat(application.get("/caf%C3%A9-/my%20app%70/paths").status())
                        .isEqualTo(404);
                assertThat(application.get("/caf%C3%A9-/my+app/paths").status()).isEqualTo(404);
            }
        }
    }
}
