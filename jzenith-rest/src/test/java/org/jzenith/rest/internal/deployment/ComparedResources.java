package org.jzenith.rest.internal.deployment;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Providers;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jzenith.core.context.RequestScoped;

/** Resources of all kinds, whose answers are compared with those of RESTEasy's own dispatcher. */
final class ComparedResources {

    static final List<Class<?>> RESOURCES = List.of(
            Types.class,
            Results.class,
            Produced.class,
            Several.class,
            Plain.class,
            Current.class,
            OfApplication.class,
            Scoped.class,
            Fields.class,
            Bounds.class,
            Overlapping.class,
            OverlappingBelow.class,
            Deep.class,
            Home.class,
            Wide.class,
            Animals.class,
            People.class,
            Failing.class,
            Streets.class,
            Injected.class,
            Charsets.class,
            EntityTypes.class,
            Constructed.class);

    static List<Object> providers() {
        return List.of(new Colours(), new Mapped(), new Everything(), new Nulls());
    }

    private ComparedResources() {}

    public enum Size {
        SMALL,
        LARGE
    }

    record Colour(String name) {}

    record Person(String name, int age) {}

    record Strict(@NotBlank String name) {}

    record Broken(String name) {
        public String getTrouble() {
            throw new IllegalStateException("no trouble");
        }
    }

    record Worse(String name) {
        public String getTrouble() {
            throw new AssertionError("worse");
        }
    }

    public static final class Number {
        private final int value;

        public Number(final String text) {
            this.value = Integer.parseInt(text);
        }

        @Override
        public String toString() {
            return "No. " + value;
        }
    }

    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class Special extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class Serious extends Error {
        private static final long serialVersionUID = 1L;
    }

    static final class Colours implements ParamConverterProvider {
        @Override
        public <T> ParamConverter<T> getConverter(
                final Class<T> type, final Type genericType, final Annotation[] annotations) {
            return type != Colour.class
                    ? null
                    : new ParamConverter<>() {
                        @Override
                        public T fromString(final String text) {
                            if (text != null && text.equals("none")) {
                                throw new IllegalArgumentException("no colour");
                            }
                            if (text != null && text.equals("grave")) {
                                throw new Serious();
                            }
                            return type.cast(new Colour("~" + text));
                        }

                        @Override
                        public String toString(final T value) {
                            return value.toString();
                        }
                    };
        }
    }

    static final class Mapped implements ExceptionMapper<Special> {
        @Override
        public Response toResponse(final Special special) {
            return Response.status(299).entity("special").type("text/plain").build();
        }
    }

    static final class Everything implements ExceptionMapper<Error> {
        @Override
        public Response toResponse(final Error error) {
            return Response.status(599)
                    .entity(error.getClass().getSimpleName())
                    .type("text/plain")
                    .build();
        }
    }

    /** RxJava throws one of these if a source throws when it is subscribed to. */
    static final class Nulls implements ExceptionMapper<NullPointerException> {
        @Override
        public Response toResponse(final NullPointerException error) {
            return Response.status(598).entity("null").type("text/plain").build();
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(name = "cat", value = Cat.class))
    public interface Animal {}

    record Cat(String name) implements Animal {}

    /** Inherited by several resources. */
    public abstract static class Shelf<T> {

        abstract T one();

        @GET
        @Path("one/{id}")
        @Produces("application/json")
        public Single<T> single(@PathParam("id") final int id) {
            return Single.just(one());
        }

        @GET
        @Path("all")
        @Produces("application/json")
        public List<T> all() {
            return List.of(one(), one());
        }

        @GET
        @Path("all/later")
        @Produces("application/json")
        public Maybe<List<T>> later() {
            return Maybe.just(List.of(one()));
        }
    }

    @Path("animals")
    public static final class Animals extends Shelf<Animal> {
        @Override
        Animal one() {
            return new Cat("Tom");
        }
    }

    @Path("people")
    public static final class People extends Shelf<Person> {
        @Override
        Person one() {
            return new Person("Tom", 1);
        }
    }

    @Path("failing/{x}")
    @Produces("text/plain")
    public static final class Failing {

        @Inject
        Failing(final UriInfo uri) {
            if (uri.getQueryParameters().containsKey("s")) {
                throw new Lost();
            }
        }

        @GET
        public String get(@PathParam("x") final int x) {
            return "not failed " + x;
        }

        @GET
        @Path("future")
        public Object future() {
            return new CompletableFuture<String>() {
                @Override
                public String toString() {
                    return "a future";
                }
            };
        }
    }

    @Path("types")
    @Produces("text/plain")
    public static final class Types {

        @GET
        public String root() {
            return "types";
        }

        @GET
        @Path("string/{value}")
        public String string(@PathParam("value") final String value) {
            return "string " + value;
        }

        @GET
        @Path("int/{value}")
        public String number(@PathParam("value") final int value) {
            return "int " + value;
        }

        @GET
        @Path("long/{value}/end")
        public String big(@PathParam("value") final long value) {
            return "long " + value;
        }

        @GET
        @Path("uuid/{value}")
        public Single<String> uuid(@PathParam("value") final UUID value) {
            return Single.just("uuid " + value);
        }

        @GET
        @Path("enum/{value}")
        public String constant(@PathParam("value") final Size value) {
            return "enum " + value;
        }

        @GET
        @Path("made/{value}")
        public String made(@PathParam("value") final Number value) {
            return value.toString();
        }

        @GET
        @Path("colour/{value}")
        public String colour(@PathParam("value") final Colour value) {
            return value.name();
        }

        @GET
        @Path("encoded/{value}")
        public String encoded(@Encoded @PathParam("value") final String value) {
            return "encoded " + value;
        }

        @GET
        @Path("default/{value}")
        public String other(@DefaultValue("7") @PathParam("other") final int other) {
            return "other " + other;
        }

        @GET
        @Path("two/{a}/{b}")
        public String two(@PathParam("b") final String b, @PathParam("a") final String a) {
            return a + "-" + b;
        }

        @GET
        @Path("segment/{value}")
        public String segment(@PathParam("value") final PathSegment value) {
            return value.getPath() + value.getMatrixParameters();
        }

        @GET
        @Path("list/{value}")
        public String list(@PathParam("value") final List<String> value) {
            return value.toString();
        }

        @GET
        @Path("matrix/{value}")
        public String matrix(@PathParam("value") final String value, @MatrixParam("m") final String matrix) {
            return value + matrix;
        }

        @GET
        @Path("header")
        public String header(@HeaderParam("Accept") final String accept) {
            return accept + "";
        }

        @GET
        @Path("query")
        public String query(
                @QueryParam("s") final String string,
                @QueryParam("i") final int number,
                @DefaultValue("9") @QueryParam("d") final Integer defaulted,
                @QueryParam("b") final boolean flag) {
            return string + "," + number + "," + defaulted + "," + flag;
        }

        @GET
        @Path("queries")
        public String queries(
                @QueryParam("s") final List<String> strings, @QueryParam("i") final Optional<Integer> optional) {
            return strings + "," + optional;
        }

        @GET
        @Path("typed")
        public String typed(
                @QueryParam("u") final UUID uuid,
                @QueryParam("e") final Size size,
                @QueryParam("c") final Colour colour,
                @Encoded @QueryParam("s") final String encoded) {
            return uuid + "," + size + "," + colour + "," + encoded;
        }
    }

    @Path("results")
    public static final class Results {

        private static final Buffer BUFFER = Buffer.buffer("a buffer");

        @GET
        @Path("single")
        @Produces("text/plain")
        public Single<String> single() {
            return Single.just("single");
        }

        @GET
        @Path("later")
        @Produces("text/plain")
        public Single<String> later() {
            return Single.just("later").delay(1, TimeUnit.MILLISECONDS, Schedulers.computation());
        }

        @GET
        @Path("maybe")
        @Produces("application/json")
        public Maybe<Person> maybe(@QueryParam("there") final boolean there) {
            return there ? Maybe.just(new Person("Ann", 30)) : Maybe.empty();
        }

        @GET
        @Path("completable")
        public Completable completable() {
            return Completable.complete();
        }

        @GET
        @Path("completable/fails")
        public Completable completableFails() {
            return Completable.error(new Lost());
        }

        @GET
        @Path("void")
        public void nothing() {}

        @GET
        @Path("null")
        @Produces("text/plain")
        public String none() {
            return null;
        }

        @GET
        @Path("null/single")
        public Single<String> noSingle() {
            return null;
        }

        @GET
        @Path("throws/{what}")
        @Produces("text/plain")
        public String thrown(@PathParam("what") final String what) throws Exception {
            if (what.equals("nothing")) {
                return what;
            }
            final Throwable error = failure(what);
            if (error instanceof Error serious) {
                throw serious;
            }
            throw (Exception) error;
        }

        @GET
        @Path("emits/{what}")
        @Produces("application/json")
        public Single<Person> emitted(@PathParam("what") final String what) {
            return what.equals("nothing") ? Single.just(new Person(what, 0)) : Single.error(failure(what));
        }

        @GET
        @Path("unsafe")
        @Produces("text/plain")
        public Single<String> unsafe(@QueryParam("s") final String text) {
            return text == null
                    ? Single.just("safe")
                    : Single.unsafeCreate(observer -> {
                        throw new Lost();
                    });
        }

        private static Throwable failure(final String what) {
            return switch (what) {
                case "lost" -> new Lost();
                case "special" -> new Special();
                case "unmapped" -> new IllegalStateException("secret");
                case "checked" -> new java.io.IOException("secret");
                case "forbidden" -> new ForbiddenException("not you");
                case "entity" ->
                    new WebApplicationException(Response.status(418)
                            .entity("a teapot")
                            .type("text/plain")
                            .build());
                case "fine" ->
                    new WebApplicationException(
                            Response.ok("fine after all", "text/plain").build());
                case "error" -> new AssertionError("serious");
                default -> new Serious();
            };
        }

        @GET
        @Path("response")
        public Response response() {
            return Response.ok("response", "text/plain").header("X-A", "1").build();
        }

        @GET
        @Path("response/single")
        public Single<Response> responseSingle() {
            return Single.just(Response.accepted("later").type("text/plain").build());
        }

        @GET
        @Path("object")
        @Produces("application/json")
        public Single<Object> object(@QueryParam("kind") final String kind) {
            return Single.just(
                    switch (kind + "") {
                        case "response" ->
                            Response.ok(new Person("Response", 1))
                                    .header("X-B", "2")
                                    .build();
                        case "entity" ->
                            Response.ok(new GenericEntity<List<Person>>(List.of(new Person("Entity", 2))) {})
                                    .build();
                        case "generic" -> new GenericEntity<List<Person>>(List.of(new Person("Generic", 3))) {};
                        case "text" -> "\"text\"";
                        case "number" -> 42;
                        case "list" -> List.of(1, 2, 3);
                        case "map" -> Map.of("a", 1);
                        default -> new Person("Object", 4);
                    });
        }

        @GET
        @Path("bytes")
        @Produces("application/octet-stream")
        public byte[] bytes() {
            return new byte[] {0, 1, 2, -1};
        }

        @GET
        @Path("buffer")
        @Produces("application/octet-stream")
        public Single<Buffer> buffer() {
            return Single.just(BUFFER);
        }

        @GET
        @Path("stream")
        @Produces("text/plain")
        public InputStream stream() {
            return new java.io.ByteArrayInputStream("stream".getBytes(StandardCharsets.UTF_8));
        }

        @GET
        @Path("flow")
        @Produces("application/json")
        public Flowable<Person> flow() {
            return Flowable.just(new Person("Flo", 1), new Person("Bob", 2));
        }

        @GET
        @Path("list")
        @Produces("application/json")
        public Single<List<Person>> list() {
            return Single.just(List.of(new Person("Ä", 1), new Person("\u20ac", 2)));
        }

        @GET
        @Path("json")
        @Produces("application/json")
        public JsonObject json() {
            return new JsonObject().put("a", 1).put("b", "\u00e4");
        }

        @GET
        @Path("int")
        @Produces("text/plain")
        public int number() {
            return 42;
        }

        @GET
        @Path("int/json")
        @Produces("application/json")
        public int jsonNumber() {
            return 43;
        }

        @GET
        @Path("boolean")
        @Produces("text/plain")
        public Single<Boolean> flag() {
            return Single.just(true);
        }

        @GET
        @Path("boolean/json")
        @Produces("application/json")
        public boolean jsonFlag() {
            return false;
        }

        @GET
        @Path("text/json")
        @Produces("application/json")
        public String jsonText() {
            return "{\"a\":1}";
        }

        @GET
        @Path("broken")
        @Produces("application/json")
        public Single<Object> broken(@QueryParam("how") final int how) {
            return Single.just(
                    switch (how) {
                        case 0 -> new Broken("fine?");
                        case 1 -> new Worse("fine?");
                        case 2 -> new Object();
                        default -> new Person("well", how);
                    });
        }

        @GET
        @Path("large")
        @Produces("text/plain")
        public String large() {
            return "\u00e9".repeat(20_000);
        }

        @GET
        @Path("empty")
        @Produces("text/plain")
        public Single<String> empty() {
            return Single.just("");
        }

        @HEAD
        @Path("head")
        @Produces("text/plain")
        public String head() {
            return "the body of a HEAD";
        }

        @POST
        @Path("post")
        @Produces("text/plain")
        public String post() {
            return "posted";
        }

        @POST
        @Path("consume")
        @Consumes("application/json")
        @Produces("text/plain")
        public String consume(@QueryParam("s") final String s) {
            return "consumed " + s;
        }

        @PUT
        @Path("put/{id}")
        public Completable put(@PathParam("id") final int id, final String body) {
            return Completable.complete();
        }
    }

    @Path("produced")
    @Produces({"application/json", "text/plain"})
    public static final class Produced {

        @GET
        @Path("class")
        public Single<Person> ofClass() {
            return Single.just(new Person("Class", 1));
        }

        @GET
        @Path("text")
        public String text() {
            return "text";
        }

        @GET
        @Path("method")
        @Produces({"text/html;charset=UTF-8", "text/plain;qs=0.5", "application/xml;qs=0.1"})
        public String ofMethod() {
            return "<p>\u00e4</p>";
        }

        @GET
        @Path("latin")
        @Produces("text/plain;charset=ISO-8859-1")
        public String latin() {
            return "\u00e4";
        }

        @GET
        @Path("wild")
        @Produces("text/*")
        public String wild() {
            return "wild";
        }

        @GET
        @Path("application")
        @Produces("application/*")
        public byte[] application() {
            return new byte[] {65};
        }

        @GET
        @Path("vendor/{id}")
        @Produces("application/vnd.compared+json;v=1")
        public Single<Person> vendor(@PathParam("id") final String id) {
            return Single.just(new Person(id, 2));
        }
    }

    @Path("several")
    public static final class Several {

        @GET
        @Produces("text/plain")
        public String text() {
            return "plain";
        }

        @GET
        @Produces("application/json")
        public Person json() {
            return new Person("Json", 3);
        }

        @GET
        @Path("{id}")
        @Produces("text/plain")
        public String textOf(@PathParam("id") final String id) {
            return "plain " + id;
        }

        @GET
        @Path("{name}")
        @Produces("application/json")
        public Person jsonOf(@PathParam("name") final String name) {
            return new Person(name, 3);
        }
    }

    @Path("plain")
    public static final class Plain {

        @GET
        @Path("text")
        public String text() {
            return "text";
        }

        @GET
        @Path("person/{name}")
        public Single<Person> person(@PathParam("name") final String name) {
            return Single.just(new Person(name, 5));
        }

        @GET
        @Path("bytes")
        public byte[] bytes() {
            return new byte[] {66};
        }

        @GET
        @Path("number")
        public int number() {
            return 7;
        }
    }

    @Path("current")
    @Produces("text/plain")
    public static final class Current {

        private final UriInfo uri;
        private final HttpHeaders headers;
        private final Request request;

        @Inject
        Current(final UriInfo uri, final HttpHeaders headers, final Request request) {
            this.uri = uri;
            this.headers = headers;
            this.request = request;
        }

        @GET
        @Path("{city}/uri/{street}")
        public Single<String> uri(@PathParam("city") final String city) {
            return Single.just(city)
                    .map(it -> it + " " + uri.getPath() + " " + uri.getRequestUri() + " " + uri.getAbsolutePath() + " "
                            + uri.getBaseUri() + " " + uri.getPathParameters() + " " + uri.getQueryParameters() + " "
                            + uri.getPathSegments() + " " + uri.getMatchedURIs() + " "
                            + uri.getMatchedResources().stream()
                                    .map(Object::getClass)
                                    .toList());
        }

        @GET
        @Path("{city}/headers")
        public String headers() {
            return headers.getHeaderString("X-Request-Id")
                    + headers.getAcceptableMediaTypes()
                    + headers.getAcceptableLanguages()
                    + headers.getCookies()
                    + headers.getMediaType()
                    + headers.getRequestHeader("accept");
        }

        @GET
        @Path("{city}/conditions")
        public Single<Object> conditions() {
            final Response.ResponseBuilder met = request.evaluatePreconditions(new EntityTag("tag"));
            return Single.just(met == null ? request.getMethod() : met.build());
        }

        @GET
        @Path("{city}/parameter")
        public String parameter(@Context final UriInfo own) {
            return own.getPath() + own.getMatchedURIs();
        }
    }

    @Singleton
    @Path("singleton")
    @Produces("text/plain")
    public static final class OfApplication {

        private final UriInfo uri;

        @Inject
        OfApplication(final UriInfo uri) {
            this.uri = uri;
        }

        @GET
        @Path("{x}")
        public String x() {
            return uri.getPath();
        }
    }

    @RequestScoped
    @Path("scoped")
    @Produces("text/plain")
    public static class Scoped {

        private int asked;

        @GET
        public String count() {
            return Integer.toString(++asked);
        }
    }

    @Path("fields")
    @Produces("text/plain")
    public static final class Fields {

        @Context
        private UriInfo uri;

        @GET
        public String path() {
            return uri.getPath();
        }
    }

    @Path("bounds")
    @Produces("application/json")
    public static final class Bounds {

        @GET
        @Path("least/{value}")
        public Single<Integer> least(@Min(3) @PathParam("value") final int value) {
            return Single.just(value);
        }

        @GET
        @Path("query")
        public String query(@jakarta.validation.constraints.Size(max = 3) @QueryParam("s") final String text) {
            return "\"" + text + "\"";
        }

        @GET
        @Path("result")
        @Valid
        public Strict result(@QueryParam("s") final String text) {
            return new Strict(text);
        }

        @GET
        @Path("result/single")
        @Valid
        public Single<Strict> later(@QueryParam("s") final String text) {
            return Single.just(new Strict(text));
        }
    }

    @Path("overlapping")
    @Produces("text/plain")
    public static final class Overlapping {

        @GET
        @Path("{x}")
        public String any(@PathParam("x") final String x) {
            return "any " + x;
        }

        @GET
        @Path("b")
        public String literal() {
            return "literal";
        }

        @GET
        @Path("typed")
        @Produces("application/json")
        public Person typed() {
            return new Person("typed", 1);
        }

        @POST
        @Path("c")
        public String posted() {
            return "posted";
        }

        @GET
        @Path("{x}/{y}")
        public String both(@PathParam("x") final String x, @PathParam("y") final String y) {
            return x + " " + y;
        }

        @GET
        @Path("{x}/y")
        public String half(@PathParam("x") final String x) {
            return "half " + x;
        }

        @GET
        @Path("number/{n: \\d+}")
        public String expression(@PathParam("n") final int n) {
            return "expression " + n;
        }

        @Path("sub")
        public Sub sub() {
            return new Sub();
        }
    }

    public static final class Sub {
        @GET
        @Path("{z}")
        @Produces("text/plain")
        public String sub(@PathParam("z") final String z) {
            return "sub " + z;
        }
    }

    @Path("overlapping/d")
    @Produces("text/plain")
    public static final class OverlappingBelow {
        @GET
        @Path("e/f")
        public String deep() {
            return "overlapping below";
        }

        @GET
        public String self() {
            return "self";
        }
    }

    @Path("deep/{a}")
    @Produces("text/plain")
    public static final class Deep {
        @GET
        @Path("x/{b}")
        public String deep(@PathParam("a") final String a, @PathParam("b") final String b) {
            return a + b;
        }

        @GET
        public String shallow(@PathParam("a") final String a) {
            return "shallow " + a;
        }
    }

    @Path("deep/wide")
    @Produces("text/plain")
    public static final class Wide {
        @GET
        @Path("y")
        public String wide() {
            return "wide";
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Home {
        @GET
        public String home() {
            return "home";
        }

        @GET
        @Path("plain/at/home")
        public String taken() {
            return "taken";
        }

        @GET
        @Path("free/{x}")
        public String free(@PathParam("x") final String x) {
            return "free " + x;
        }
    }

    /** Beside {@link Home}, whose path all others begin with. */
    @Path("streets/{street}")
    @Produces("text/plain")
    public static final class Streets {

        @GET
        public String street(@PathParam("street") final String street) {
            return "street " + street;
        }

        @GET
        @Path("lamps/{lamp}")
        public Single<String> lamp(@PathParam("street") final String street, @PathParam("lamp") final int lamp) {
            return Single.just(street + " " + lamp);
        }

        @DELETE
        @Path("lamps/{number}")
        public String demolished(@PathParam("number") final int lamp) {
            return "no " + lamp;
        }

        @PUT
        @Path("{things}/{number}")
        @Produces("application/json")
        public String built(@PathParam("things") final String things, @PathParam("number") final int number) {
            return "\"" + things + number + "\"";
        }
    }

    @Path("injected/{a}")
    @Produces("text/plain")
    public static final class Injected {

        private final String early;
        private final ResourceInfo info;
        private final SecurityContext security;
        private final UriInfo uri;

        @Inject
        Injected(
                final UriInfo uri, final ResourceInfo info, final SecurityContext security, final Providers providers) {
            this.uri = uri;
            this.info = info;
            this.security = security;
            this.early = see(() -> uri.getPathParameters())
                    + see(() -> uri.getMatchedResources().size())
                    + see(() -> security.getUserPrincipal())
                    + see(() -> security.isSecure())
                    + see(() -> providers.getExceptionMapper(Error.class) == null)
                    + see(() -> uri.getQueryParameters())
                    + see(() -> uri.getPathSegments())
                    + see(() -> uri.getMatchedURIs())
                    + see(() -> info.getResourceMethod());
        }

        private static String see(final Supplier<Object> what) {
            try {
                return " " + what.get();
            } catch (final RuntimeException e) {
                return " " + e.getClass().getSimpleName();
            }
        }

        @GET
        public String one() {
            return early;
        }

        @GET
        @Path("{b}")
        public Single<String> two() {
            return Single.just(early)
                    .map(it -> it + " | " + uri.getPathParameters() + uri.getMatchedURIs()
                            + info.getResourceMethod().getName() + info.getResourceClass()
                            + see(() -> security.getUserPrincipal()));
        }
    }

    /** A class that only RESTEasy can create. */
    @Path("constructed/{a}")
    @Produces("text/plain")
    public static final class Constructed {

        private final String text;

        public Constructed() {
            this(-1, "nothing", null);
        }

        public Constructed(@PathParam("a") final int a, @QueryParam("s") final String query, final UriInfo uri) {
            this.text = a + " " + query + (uri == null ? "" : " " + uri.getPath());
        }

        @GET
        public String one() {
            return text;
        }

        @GET
        @Path("{b}")
        public Single<String> two(@PathParam("b") final String b) {
            return Single.just(text + b);
        }
    }

    @Path("charsets")
    @Produces("text/plain")
    public static final class Charsets {

        private static String text(final String which) {
            return switch (which) {
                case "1" -> "\ud800";
                case "2" -> "\ud800\u00e9";
                case "42" -> "\ud800\ud800\u20ac";
                case "0" -> "\udc00a";
                case "3" -> "\ud83d\ude00";
                default -> which;
            };
        }

        @GET
        @Path("words/{which}")
        public String words(@PathParam("which") final String which) {
            return text(which);
        }

        @GET
        @Path("utf/{which}")
        @Produces("text/html;charset=utf-8")
        public String utf(@PathParam("which") final String which) {
            return text(which);
        }

        @GET
        @Path("ascii/{which}")
        @Produces("text/plain;charset=US-ASCII")
        public String ascii(@PathParam("which") final String which) {
            return text(which);
        }

        @GET
        @Path("unknown/{which}")
        @Produces("text/plain;charset=nowhere")
        public String unknown(@PathParam("which") final String which) {
            return text(which);
        }

        @GET
        @Path("json/{which}")
        @Produces("application/json;charset=ISO-8859-1")
        public Map<String, String> json(@PathParam("which") final String which) {
            return Map.of("text", text(which));
        }

        @GET
        @Path("quality/{which}")
        @Produces({"text/html;qs=0.3", "text/plain;qs=0.5", "application/json;qs=0.9"})
        public String quality(@PathParam("which") final String which) {
            return text(which);
        }

        @GET
        @Path("any/{which}")
        @Produces("*/*")
        public String any(@PathParam("which") final String which) {
            return text(which);
        }
    }

    enum Planet {
        EARTH,
        MARS {
            @Override
            public String toString() {
                return "the red one";
            }
        }
    }

    @Path("entities")
    @Produces("application/json")
    public static final class EntityTypes {

        private static List<Animal> animals(final int n) {
            return new ArrayList<>(Collections.nCopies(n, new Cat("Tom")));
        }

        @GET
        @Path("list/{n}")
        public Single<List<Animal>> list(@PathParam("n") final int n) {
            return Single.just(animals(n));
        }

        @GET
        @Path("wild/{n}")
        public Maybe<List<? extends Animal>> wild(@PathParam("n") final int n) {
            return Maybe.just(animals(n));
        }

        @GET
        @Path("map/{n}")
        public Map<String, List<Animal>> map(@PathParam("n") final int n) {
            return new HashMap<>(n == 0 ? Map.of() : Map.of("a", animals(n)));
        }

        @GET
        @Path("optional/{n}")
        public Single<Optional<Animal>> optional(@PathParam("n") final int n) {
            return Single.just(Optional.ofNullable(n == 0 ? null : new Cat("Tom")));
        }

        @GET
        @Path("absent/{n}")
        public Optional<Animal> plainOptional(@PathParam("n") final int n) {
            return Optional.ofNullable(n == 0 ? null : new Cat("Tom"));
        }

        @GET
        @Path("raw/{n}")
        @SuppressWarnings("rawtypes")
        public Single<List> raw(@PathParam("n") final int n) {
            return Single.just(animals(n));
        }

        @GET
        @Path("array/{n}")
        public Single<Animal[]> array(@PathParam("n") final int n) {
            return Single.just(animals(n).toArray(Animal[]::new));
        }

        @GET
        @Path("iterator/{n}")
        public Single<Object> iterator(@PathParam("n") final int n) {
            return Single.just(animals(n).iterator());
        }

        @GET
        @Path("stream/{n}")
        public Single<java.util.stream.Stream<Animal>> stream(@PathParam("n") final int n) {
            return Single.just(animals(n).stream());
        }

        @GET
        @Path("object/{n}")
        public Single<Object> object(@PathParam("n") final int n) {
            return Single.just(
                    switch (n) {
                        case 0 -> Planet.EARTH;
                        case 1 -> Planet.MARS;
                        case 2 -> new Cat("Tom");
                        case 3 -> new StringBuilder("builder");
                        case 4 -> new char[] {'a', 'b'};
                        case 5 -> new java.io.ByteArrayInputStream(new byte[] {65});
                        case 6 -> (StreamingOutput) out -> out.write(66);
                        case 7 -> new byte[] {67};
                        case 8 -> Buffer.buffer("buffer");
                        case 9 -> new int[] {1, 2};
                        case 10 -> CompletableFuture.completedFuture("later");
                        case 11 -> Optional.of("there");
                        case 13 -> Single.just("nested");
                        case 14 -> new BigDecimal("1.50");
                        case 15 -> 'c';
                        case 16 -> Response.noContent().build();
                        case 17 -> Arrays.asList(1, null);
                        case 18 -> new java.io.StringReader("reader");
                        case 19 ->
                            new Object() {
                                public int getN() {
                                    return 19;
                                }
                            };
                        default -> n;
                    });
        }
    }
}
