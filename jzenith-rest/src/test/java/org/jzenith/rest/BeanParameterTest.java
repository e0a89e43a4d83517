package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;

/** A class of {@code @BeanParam} is made as a resource is (Javadoc of BeanParam): a record, or with a constructor. */
final class BeanParameterTest {

    private static RunningServer server;

    public record Sort(
            @QueryParam("sort") @DefaultValue("name") String field) {}

    public record Page(
            @QueryParam("page") @DefaultValue("1") @Max(9) int number,
            @QueryParam("tag") List<String> tags,
            @BeanParam Sort sort) {}

    /** Bound in Guice. */
    public record Greeting(String word) {}

    public static final class Filter {

        private final String text;

        @QueryParam("limit")
        @DefaultValue("3")
        public int limit;

        public Filter(
                final Greeting greeting,
                @PathParam("id") final int id,
                @HeaderParam("X-Name") final String name,
                @Context final UriInfo uri,
                @BeanParam final Sort sort) {
            this.text = greeting.word() + " " + id + " " + name + " " + uri.getPath() + " " + sort.field();
        }

        @Override
        public String toString() {
            return text + " " + limit;
        }
    }

    public record SignUp(
            @FormParam("name") String name,
            @FormParam("age") @DefaultValue("18") int age) {}

    public static final class Broken {

        public Broken(@QueryParam("a") final String text) throws Exception {
            fail(text);
        }
    }

    public static final class BrokenSetter {

        @QueryParam("a")
        public void setText(final String text) throws Exception {
            fail(text);
        }
    }

    public static final class BrokenDefault {

        @QueryParam("a")
        public String text;

        public BrokenDefault() {
            throw new IllegalStateException("secret");
        }
    }

    public static final class GoneDefault {

        public GoneDefault() {
            throw new ClientErrorException(410);
        }
    }

    /** Guice cannot provide it. */
    public static final class Unavailable {

        @Inject
        Unavailable() {
            throw new IllegalStateException("secret");
        }
    }

    public record Needs(@QueryParam("a") String text, Unavailable unavailable) {}

    private static void fail(final String text) throws Exception {
        switch (text) {
            case "mapped" -> throw new IOException(text);
            case "gone" -> throw new ClientErrorException(410);
            case "refused" -> throw new IllegalArgumentException(text);
            default -> throw new IllegalStateException(text);
        }
    }

    public static final class Mapper implements ExceptionMapper<IOException> {

        @Override
        public Response toResponse(final IOException failure) {
            return Response.status(418).build();
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Lists {

        @GET
        public String get(@BeanParam final Page page) {
            return page.toString();
        }

        @GET
        @Path("valid")
        public String valid(@Valid @BeanParam final Page page) {
            return page.toString();
        }

        @GET
        @Path("filter/{id}")
        public String filter(@BeanParam final Filter filter) {
            return filter.toString();
        }

        @POST
        @Path("form")
        public String form(@BeanParam final SignUp form) {
            return form.toString();
        }

        @GET
        @Path("broken/constructor")
        public String broken(@BeanParam final Broken broken) {
            return "";
        }

        @GET
        @Path("broken/setter")
        public String broken(@BeanParam final BrokenSetter broken) {
            return "";
        }

        @GET
        @Path("broken/default")
        public String broken(@BeanParam final BrokenDefault broken) {
            return "";
        }

        @GET
        @Path("broken/gone")
        public String broken(@BeanParam final GoneDefault broken) {
            return "";
        }

        @GET
        @Path("broken/provider")
        public String broken(@BeanParam final Needs broken) {
            return "";
        }
    }

    @Path("/field")
    @Produces("text/plain")
    public static final class OfField {

        @BeanParam
        public Page page;

        private final Sort sort;

        public OfField(@BeanParam final Sort sort) {
            this.sort = sort;
        }

        @GET
        public String get() {
            return page + " " + sort;
        }
    }

    @Path("/")
    public static final class Unbound {

        public record Needs(@QueryParam("a") String a, Runnable unbound) {}

        @GET
        public String get(@BeanParam final Needs needs) {
            return "";
        }
    }

    @Path("/")
    public static final class WrongPath {

        public record Ids(@PathParam("nowhere") String id) {}

        @GET
        public String get(@BeanParam final Ids ids) {
            return "";
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Lists.class, OfField.class).withProviders(new Mapper()), binder -> {
                    binder.bind(Greeting.class).toInstance(new Greeting("Hello"));
                    binder.bind(Unavailable.class);
                });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aRecordIsMadeOfItsComponents() {
        assertThat(server.get("/").body()).isEqualTo("Page[number=1, tags=[], sort=Sort[field=name]]");
        assertThat(server.get("/?page=2&tag=a&tag=b&sort=age").body())
                .isEqualTo("Page[number=2, tags=[a, b], sort=Sort[field=age]]");
        final RunningServer.Answer wrong = server.get("/?page=x");
        assertThat(wrong.status()).isEqualTo(404);
        assertThat(wrong.body()).contains("query parameter 'page'");
    }

    @Test
    void aRecordIsValidated() {
        assertThat(server.get("/?page=10").status()).isEqualTo(200);
        final RunningServer.Answer wrong = server.get("/valid?page=10");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.json().at("/violations/0/path").textValue()).isEqualTo("query.page");
        assertThat(wrong.json().at("/violations")).hasSize(1);
    }

    @Test
    void aConstructorTakesPartsOfTheRequestAndWhatIsBound() {
        assertThat(server.get("/filter/5?sort=age", "X-Name", "Ann").body()).isEqualTo("Hello 5 Ann /filter/5 age 3");
        assertThat(server.get("/filter/5?limit=4").body()).isEqualTo("Hello 5 null /filter/5 name 4");
    }

    @Test
    void aRecordTakesFieldsOfAForm() {
        assertThat(server.send("POST", "/form", "name=Ann&age=42", "Content-Type", "application/x-www-form-urlencoded")
                        .body())
                .isEqualTo("SignUp[name=Ann, age=42]");
        assertThat(server.send(
                                "POST",
                                "/form",
                                "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nBen\r\n--b--\r\n",
                                "Content-Type",
                                "multipart/form-data; boundary=b")
                        .body())
                .isEqualTo("SignUp[name=Ben, age=18]");
    }

    @Test
    void fieldsAndConstructorsOfResourcesTakeThem() {
        assertThat(server.get("/field?page=2&sort=age").body())
                .isEqualTo("Page[number=2, tags=[], sort=Sort[field=age]] Sort[field=age]");
    }

    @Test
    void aConstructorOrSetterThatFailsIsTheFaultOfTheServer() {
        for (final String path : List.of("/broken/constructor", "/broken/setter")) {
            assertThat(server.get(path + "?a=secret").status()).isEqualTo(500);
            assertThat(server.get(path + "?a=secret").body()).doesNotContain("\"secret\"");
            assertThat(server.get(path + "?a=mapped").status()).isEqualTo(418);
            assertThat(server.get(path + "?a=gone").status()).isEqualTo(410);
            assertThat(server.get(path + "?a=refused").status()).isEqualTo(400);
        }
        assertThat(server.get("/broken/default").status()).isEqualTo(500);
        assertThat(server.get("/broken/gone").status()).isEqualTo(410);
        assertThat(server.get("/broken/provider").status()).isEqualTo(500);
    }

    @Test
    void whatCannotBeMadeFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(Unbound.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Runnable");
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(WrongPath.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("@PathParam(\"nowhere\")")
                .hasMessageNotContaining("2 problems");
    }
}
