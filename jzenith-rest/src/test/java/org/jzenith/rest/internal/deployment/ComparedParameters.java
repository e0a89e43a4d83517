package org.jzenith.rest.internal.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Form;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.PathSegment;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.core.Variant;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jzenith.rest.internal.deployment.ComparedResources.Colour;
import org.jzenith.rest.internal.deployment.ComparedResources.Lost;
import org.jzenith.rest.internal.deployment.ComparedResources.Number;
import org.jzenith.rest.internal.deployment.ComparedResources.Person;
import org.jzenith.rest.internal.deployment.ComparedResources.Size;
import org.jzenith.rest.internal.deployment.ComparedResources.Special;

/** Parameters, bodies, responses and sub-resources of all kinds. */
final class ComparedParameters {

    static final List<Class<?>> RESOURCES =
            List.of(Parameters.class, Bodies.class, Responses.class, Locators.class, FieldParameters.class);

    private ComparedParameters() {}

    /** Shows a map independent of its order. */
    private static String sorted(final Map<?, ?> map) {
        final Map<String, Object> all = new TreeMap<>();
        map.forEach((name, value) -> all.put(String.valueOf(name), value));
        return all.toString();
    }

    public static class Inherited {

        @QueryParam("s")
        @Encoded
        private String encoded;

        @HeaderParam("X-List")
        private List<String> list;

        @CookieParam("n")
        @DefaultValue("7")
        long number;

        @QueryParam("c")
        Colour colour;
    }

    public static final class Bean extends Inherited {

        @QueryParam("s")
        private String query;

        @HeaderParam("X-Number")
        @DefaultValue("4")
        private int header;

        @PathParam("value")
        private String path;

        @CookieParam("a")
        private String cookie;

        @MatrixParam("m")
        private List<String> matrix;

        @Context
        private UriInfo uri;

        @BeanParam
        private Nested nested;

        private String setter;

        @QueryParam("i")
        public void setSetter(final String text) {
            setter = text;
        }

        @Override
        public String toString() {
            return query + "," + header + "," + path + "," + cookie + "," + matrix + "," + uri.getPath() + ","
                    + nested.list + "," + setter + "," + super.encoded + "," + super.list + "," + number + "," + colour;
        }
    }

    public static final class Nested {

        @QueryParam("n")
        private List<Integer> list;
    }

    public static final class FormBean {

        @FormParam("s")
        private String text;

        @FormParam("n")
        private Set<Integer> numbers;

        @QueryParam("s")
        private String query;

        @Override
        public String toString() {
            return text + "," + numbers + "," + query;
        }
    }

    @Path("parameters")
    @Produces("text/plain")
    public static final class Parameters {

        @GET
        @Path("headers")
        public String headers(
                @HeaderParam("X-Text") final String text,
                @HeaderParam("X-Number") final int number,
                @HeaderParam("X-List") final List<String> list,
                @HeaderParam("X-List") final Set<Colour> colours,
                @HeaderParam("x-default") @DefaultValue("d") final String defaulted,
                @HeaderParam("Accept-Language") final Locale language,
                @HeaderParam("If-Modified-Since") final String date) {
            return text + "," + number + "," + list + ","
                    + new TreeSet<>(colours.stream().map(Colour::name).toList()) + "," + defaulted + "," + language
                    + "," + date;
        }

        @GET
        @Path("cookies")
        public String cookies(
                @CookieParam("a") final String text,
                @CookieParam("a") final Cookie cookie,
                @CookieParam("n") @DefaultValue("7") final int number,
                @CookieParam("c") final Colour colour) {
            return text + "," + (cookie == null ? null : cookie.getName() + cookie.getValue()) + "," + number + ","
                    + colour;
        }

        @GET
        @Path("matrix/{value}/{more}")
        public String matrix(
                @MatrixParam("m") final String text,
                @MatrixParam("m") final List<String> all,
                @MatrixParam("n") @DefaultValue("7") final int number,
                @MatrixParam("m") @Encoded final String encoded,
                @PathParam("value") final PathSegment segment,
                @PathParam("more") final List<PathSegment> segments) {
            return text + "," + all + "," + number + "," + encoded + "," + segment + "," + segments;
        }

        @GET
        @Path("bean/{value}")
        public String bean(@BeanParam final Bean bean) {
            return bean.toString();
        }

        @GET
        @Path("encoded/{value}")
        @Encoded
        public String encoded(
                @PathParam("value") final String path,
                @QueryParam("s") final String text,
                @QueryParam("s") final List<String> all,
                @MatrixParam("m") final String matrix) {
            return path + "," + text + "," + all + "," + matrix;
        }

        @GET
        @Path("collections")
        public String collections(
                @QueryParam("i") final List<Integer> numbers,
                @QueryParam("s") final Set<String> set,
                @QueryParam("e") final SortedSet<Size> sorted,
                @QueryParam("s") final String[] array,
                @QueryParam("i") final int[] primitives,
                @QueryParam("c") final List<Colour> colours,
                @QueryParam("d") @DefaultValue("9") final List<BigDecimal> decimals) {
            return numbers + "," + new TreeSet<>(set) + "," + sorted + "," + Arrays.toString(array) + ","
                    + Arrays.toString(primitives) + "," + colours + "," + decimals;
        }

        @GET
        @Path("optional")
        public String optional(
                @QueryParam("s") final Optional<String> text,
                @QueryParam("i") final OptionalInt number,
                @HeaderParam("X-Text") final Optional<Colour> header,
                @CookieParam("a") final Optional<Cookie> cookie) {
            return text + "," + number + "," + header + "," + cookie.map(Cookie::getValue);
        }

        @GET
        @Path("boxed")
        public String boxed(
                @QueryParam("i") final Integer number,
                @QueryParam("b") final Boolean flag,
                @QueryParam("d") final Double decimal,
                @QueryParam("s") final Character character,
                @QueryParam("i") final long big,
                @QueryParam("i") final short little,
                @QueryParam("i") final Number made) {
            return number + "," + flag + "," + decimal + "," + character + "," + big + "," + little + "," + made;
        }

        @GET
        @Path("rest/{rest: .*}")
        public String rest(@PathParam("rest") final String rest, @PathParam("rest") final List<PathSegment> segments) {
            return rest + "," + segments;
        }

        @GET
        @Path("expression/{n: [0-9]+}-{t: [a-z]*}.{e}")
        public String expression(
                @PathParam("n") final int number, @PathParam("t") final String text, @PathParam("e") final String end) {
            return number + "," + text + "," + end;
        }

        @GET
        @Path("same/{value}/{value}")
        public String same(@PathParam("value") final String last, @PathParam("value") final List<String> all) {
            return last + "," + all;
        }

        @GET
        @Path("context/{value}")
        public String context(
                @Context final UriInfo uri,
                @Context final HttpHeaders headers,
                @Context final Request request,
                @Context final SecurityContext security,
                @Context final Providers providers,
                @Context final ResourceInfo info,
                @Context final Configuration configuration,
                @Context final ResourceContext resources,
                @Context final Application application) {
            return uri.getPath(false) + "," + sorted(uri.getQueryParameters(false)) + "," + uri.getPathSegments(false)
                    + "," + sorted(uri.getPathParameters(false)) + "," + uri.getMatchedURIs(false) + ","
                    + uri.getBaseUri() + "," + uri.resolve(URI.create("x")) + ","
                    + uri.relativize(URI.create("parameters/y")) + ","
                    + uri.getRequestUriBuilder().build() + ","
                    + headers.getAcceptableMediaTypes() + "," + headers.getAcceptableLanguages() + ","
                    + headers.getMediaType() + "," + headers.getLength() + "," + headers.getLanguage() + ","
                    + request.getMethod() + "," + security.isSecure() + "," + security.getAuthenticationScheme() + ","
                    + (providers.getExceptionMapper(Special.class) != null) + ","
                    + info.getResourceMethod().getName() + ","
                    + info.getResourceClass().getSimpleName() + ","
                    + configuration.getRuntimeType() + "," + (resources.getResource(Inner.class) != null) + ","
                    + (application != null);
        }

        @GET
        @Path("variant")
        public Response variant(@Context final Request request) {
            final List<Variant> variants = Variant.mediaTypes(MediaType.TEXT_PLAIN_TYPE, MediaType.TEXT_HTML_TYPE)
                    .languages(Locale.GERMAN, Locale.ENGLISH)
                    .encodings("gzip", "identity")
                    .add()
                    .build();
            final Variant chosen = request.selectVariant(variants);
            return chosen == null
                    ? Response.notAcceptable(variants).build()
                    : Response.ok("chosen").variant(chosen).encoding(null).build();
        }

        @GET
        @Path("conditions")
        public Response conditions(@Context final Request request, @QueryParam("i") final int seconds) {
            final Date date = new Date(1_000_000_000_000L + seconds * 1000L);
            final Response.ResponseBuilder met =
                    request.evaluatePreconditions(date, new EntityTag("tag", seconds == 1));
            return met == null ? Response.ok("changed").lastModified(date).build() : met.build();
        }
    }

    /** Its fields are set for each request. */
    @Path("fields/{value}")
    @Produces("text/plain")
    public static final class FieldParameters {

        @PathParam("value")
        private Size size;

        @QueryParam("i")
        private int number;

        @HeaderParam("X-Text")
        @DefaultValue("none")
        private String text;

        @Context
        private HttpHeaders headers;

        private String set;

        @QueryParam("s")
        public void setSet(final String changed) {
            set = changed;
        }

        @GET
        public String get() {
            return size + "," + number + "," + text + "," + set + "," + headers.getHeaderString("X-Request-Id");
        }
    }

    public static final class Inner {

        @GET
        public String inner() {
            return "inner";
        }
    }

    public static final class ValidName {
        @NotBlank
        public String name;
    }

    @Path("bodies")
    @Produces("text/plain")
    public static final class Bodies {

        @POST
        @Path("text")
        public String text(final String body) {
            return "text " + body;
        }

        @POST
        @Path("json")
        @Consumes("application/json")
        @Produces("application/json")
        public Person json(final Person person) {
            return person;
        }

        @POST
        @Path("json/list")
        @Consumes("application/json")
        public String list(final List<Person> people) {
            return people + "";
        }

        @POST
        @Path("json/tree")
        public String tree(final JsonNode tree) {
            return tree + "";
        }

        @POST
        @Path("json/single")
        @Consumes("application/json")
        public Single<String> single(final Single<Person> person) {
            return person.map(it -> it + "").onErrorResumeNext(error -> Single.error(error));
        }

        @POST
        @Path("json/optional")
        @Consumes("application/json")
        public String optional(final Optional<Person> person) {
            return person + "";
        }

        @POST
        @Path("json/valid")
        @Consumes("application/json")
        public String valid(@Valid final ValidName person) {
            return person == null ? null : person.name;
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public String form(
                @FormParam("s") final String text,
                @FormParam("i") final int number,
                @FormParam("s") final List<String> all,
                @FormParam("s") @Encoded final String encoded,
                @FormParam("d") @DefaultValue("d") final String defaulted) {
            return text + "," + number + "," + all + "," + encoded + "," + defaulted;
        }

        @POST
        @Path("form/any")
        public String formOfAny(@FormParam("s") final String text) {
            return text + "";
        }

        @POST
        @Path("form/both")
        @Consumes("application/x-www-form-urlencoded")
        public String both(@FormParam("s") final String text, final MultivaluedMap<String, String> form) {
            return text + "," + sorted(form);
        }

        @POST
        @Path("form/entity")
        @Consumes("application/x-www-form-urlencoded")
        public String entity(final Form form) {
            return sorted(form.asMap());
        }

        @POST
        @Path("form/map")
        @Consumes("application/x-www-form-urlencoded")
        public String map(final MultivaluedMap<String, String> form) {
            return sorted(form);
        }

        @POST
        @Path("form/bean")
        @Consumes("application/x-www-form-urlencoded")
        public String bean(@BeanParam final FormBean bean) {
            return bean + "";
        }

        @POST
        @Path("bytes")
        public String bytes(final byte[] body) {
            return body.length + "";
        }

        @POST
        @Path("number")
        @Consumes("text/plain")
        public String number(final int number) {
            return number + "";
        }

        @POST
        @Path("decimal")
        @Consumes({"text/plain", "application/json"})
        public String decimal(final BigDecimal number) {
            return number + "";
        }

        @PUT
        @Path("stream")
        public String stream(final InputStream body) throws IOException {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }

        @PUT
        @Path("reader")
        public String reader(final Reader body) throws IOException {
            return body.read() + "";
        }

        @PUT
        @Path("buffer")
        public Buffer buffer(final Buffer body) {
            return body;
        }

        @POST
        @Path("typed")
        @Consumes("application/json")
        public String ofJson(final String body) {
            return "json " + body;
        }

        @POST
        @Path("typed")
        @Consumes("text/*")
        public String ofText(final String body) {
            return "text " + body;
        }

        @POST
        @Path("typed")
        @Consumes("text/plain;charset=UTF-8")
        @Produces("application/json")
        public String ofPlain(final String body) {
            return "\"plain\"";
        }

        @PATCH
        @Path("changed/{id}")
        public String changed(@PathParam("id") final int id, final String body) {
            return id + body;
        }

        @DELETE
        @Path("changed/{id}")
        public Response deleted(@PathParam("id") final int id, final String body) {
            return Response.accepted(body + id).build();
        }

        @POST
        @Path("nothing")
        public void nothing() {}

        @POST
        @Path("unread")
        public String unread(@QueryParam("s") final String text) {
            return text + "";
        }

        @POST
        @Path("unreadable")
        public String unreadable(final Locators body) {
            return body + "";
        }

        @POST
        @Path("query")
        public String query(@QueryParam("i") final int number, final String body) {
            return number + body;
        }
    }

    @Path("responses")
    @Produces("text/plain")
    public static final class Responses {

        @GET
        @Path("stage")
        public CompletionStage<String> stage(@QueryParam("s") final String text) {
            return text == null
                    ? CompletableFuture.failedFuture(new Lost())
                    : CompletableFuture.supplyAsync(() -> text);
        }

        @GET
        @Path("stage/null")
        public CompletionStage<String> ofNull() {
            return CompletableFuture.completedFuture(null);
        }

        @GET
        @Path("future")
        public Future<String> future(@QueryParam("s") final String text) {
            return text == null ? Future.failedFuture(new Special()) : Future.succeededFuture(text);
        }

        @GET
        @Path("observable")
        @Produces({"application/json", "application/x-ndjson"})
        public Observable<Person> observable(@QueryParam("i") final int count) {
            return Observable.range(0, Math.max(0, Math.min(count, 5))).map(n -> new Person("p", n));
        }

        @GET
        @Path("observable/fails")
        @Produces("application/json")
        public Observable<Person> fails() {
            return Observable.error(new Lost());
        }

        @GET
        @Path("suspended")
        public void suspended(@Suspended final AsyncResponse response, @QueryParam("s") final String text) {
            resume(response, text + "");
        }

        private static void resume(final AsyncResponse response, final String text) {
            switch (text) {
                case "a" -> response.resume(new Lost());
                case "b" -> response.resume((Object) null);
                case "" ->
                    response.resume(
                            Response.accepted("accepted").header("X-A", 1).build());
                case "null" -> response.cancel();
                default -> new Thread(() -> response.resume(text)).start();
            }
        }

        @GET
        @Path("suspended/throws")
        public void suspendedThrows(@Suspended final AsyncResponse response) {
            throw new Special();
        }

        @GET
        @Path("blocking/{n}")
        @Blocking
        public Response blocking(
                @PathParam("n") final int number,
                @QueryParam("s") final Optional<String> text,
                @Context final UriInfo uri,
                @BeanParam final Bean bean) {
            if (number == 0) {
                throw new Special();
            }
            return Response.status(200 + number % 2)
                    .entity(text + uri.getPath() + uri.getMatchedURIs() + bean)
                    .build();
        }

        @POST
        @Path("blocking")
        @Blocking
        @Consumes("application/json")
        @Produces("application/json")
        public Single<Person> blockingBody(final Person person) {
            return person == null ? Single.error(new Lost()) : Single.just(person);
        }

        @GET
        @Path("headers")
        public Response headers() {
            return Response.ok("headers")
                    .header("X-Two", "1")
                    .header("X-Two", 2)
                    .header("X-Date", new Date(0))
                    .tag("tag")
                    .tag(new EntityTag("weak", true))
                    .lastModified(new Date(0))
                    .expires(new Date(1000))
                    .language(Locale.GERMANY)
                    .location(URI.create("relative?a=b"))
                    .contentLocation(URI.create("/absolute"))
                    .cookie(new NewCookie.Builder("a")
                            .value("b c")
                            .path("/")
                            .maxAge(3)
                            .build())
                    .cookie(new NewCookie.Builder("d")
                            .value("e")
                            .httpOnly(true)
                            .secure(true)
                            .build())
                    .link("http://a/b", "next")
                    .links(Link.fromUri("c").rel("prev").title("t").build())
                    .cacheControl(cacheControl())
                    .allow("GET", "PUT")
                    .build();
        }

        private static CacheControl cacheControl() {
            final CacheControl control = new CacheControl();
            control.setNoStore(true);
            control.setMaxAge(3);
            return control;
        }

        @GET
        @Path("status/{status}")
        public Response status(@PathParam("status") final int status, @QueryParam("s") final String text) {
            return Response.status(status % 400 + 200, "Reason").entity(text).build();
        }

        @GET
        @Path("created")
        public Response created(@Context final UriInfo uri) {
            return Response.created(uri.getAbsolutePathBuilder().path("{id}").build("a b"))
                    .build();
        }

        @GET
        @Path("moved")
        public Response moved() {
            return Response.seeOther(URI.create("responses/created")).build();
        }

        @GET
        @Path("variants")
        @Produces({"text/plain", "application/json"})
        public Response variants() {
            return Response.ok(Map.of("a", 1)).build();
        }

        @GET
        @Path("type")
        @Produces({"text/plain", "application/json"})
        public Response type(@QueryParam("s") final String type) {
            return Response.ok("\"text\"")
                    .type(type == null || !type.contains("/") ? "text/html" : type)
                    .build();
        }

        @GET
        @Path("generic")
        @Produces("application/json")
        public GenericEntity<List<Person>> generic() {
            return new GenericEntity<>(List.of(new Person("Generic", 1))) {};
        }

        @GET
        @Path("generic/stage")
        @Produces("application/json")
        public CompletionStage<Response> genericStage() {
            return CompletableFuture.completedFuture(
                    Response.ok(new GenericEntity<>(List.of(new Person("Generic", 1))) {})
                            .build());
        }

        @GET
        @Path("output")
        public StreamingOutput output(@QueryParam("s") final String text) {
            return out -> {
                if (text != null && text.isEmpty()) {
                    throw new Lost();
                }
                if (text != null) {
                    throw new IOException(text);
                }
                out.write(65);
            };
        }

        @GET
        @Path("unwritable")
        @Produces("application/xml")
        public Person unwritable() {
            return new Person("xml", 1);
        }

        @GET
        @Path("unwritable/any")
        public Person unwritableText() {
            return new Person("text", 1);
        }

        @GET
        @Path("returned")
        public Object returned(@QueryParam("i") final int which) {
            return switch (which) {
                case 0 -> null;
                case 1 -> Response.status(202).entity("entity").build();
                case 2 -> new int[] {1};
                default -> which;
            };
        }
    }

    @Path("locators")
    @Produces("text/plain")
    public static final class Locators {

        @Path("value/{id}")
        public Located value(@PathParam("id") final int id, @QueryParam("s") final String text) {
            return new Located(id + "," + text);
        }

        @Path("class")
        public Class<LocatedClass> ofClass() {
            return LocatedClass.class;
        }

        @Path("object/{what}")
        public Object object(
                @PathParam("what") final String what,
                @Context final UriInfo uri,
                @Context final ResourceContext resources,
                @BeanParam final Bean bean) {
            return switch (what) {
                case "a" -> new Located(uri.getMatchedURIs() + "" + bean.path);
                case "b" -> null;
                case "c" -> throw new Lost();
                case "d" -> throw new NotFoundException("not here");
                case "1" -> "no resource";
                case "2" -> resources.getResource(LocatedClass.class);
                case "3" -> resources.initResource(new LocatedClass());
                case "0" -> Located.class;
                case "y" -> (Interface) () -> "lambda";
                default -> new Located(what);
            };
        }

        @Path("{a}/deep")
        public Locators deep() {
            return this;
        }

        @GET
        @Path("{a}")
        public String beside(@PathParam("a") final String a) {
            return "beside " + a;
        }

        @GET
        @Path("here")
        public String here(@PathParam("a") final List<String> outer) {
            return "here " + outer;
        }
    }

    @Produces("text/plain")
    public interface Interface {
        @GET
        String get();
    }

    @Produces({"text/plain", "application/json"})
    public static final class Located {

        private final String text;

        public Located() {
            this("made");
        }

        Located(final String text) {
            this.text = text;
        }

        @GET
        public String get(@PathParam("id") final String id, @MatrixParam("m") final String matrix) {
            return text + " " + id + " " + matrix;
        }

        @GET
        @Path("{z}")
        public Single<String> later(@PathParam("z") final String z, @Context final UriInfo uri) {
            return Single.just(text
                    + z
                    + uri.getMatchedURIs()
                    + sorted(uri.getPathParameters())
                    + uri.getMatchedResources().stream()
                            .map(it -> it.getClass().getSimpleName())
                            .toList());
        }

        @POST
        @Consumes("text/plain")
        public String post(final String body) {
            return text + body;
        }

        @PUT
        @Path("{z}")
        @Consumes("application/json")
        public Person put(final Person body) {
            return body;
        }

        @Path("again/{id}")
        public Located again(@PathParam("id") final List<String> ids) {
            return new Located(text + ids);
        }
    }

    public static final class LocatedClass {

        @Context
        private UriInfo uri;

        @GET
        @Produces("text/plain")
        public String get() {
            return uri == null ? "no uri" : uri.getPath();
        }

        @GET
        @Path("info")
        @Produces("text/plain")
        public String info(@Context final ResourceInfo info) {
            return info.getResourceClass().getSimpleName()
                    + info.getResourceMethod().getName();
        }
    }
}
