package org.jzenith.benchmark.micro;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Future;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Param;

/** Requests of several kinds; the first is what the others are compared with. */
public class RequestKinds extends Steps {

    private static final String BROWSER = "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like"
            + " Gecko) Chrome/130.0.0.0 Safari/537.36\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language:"
            + " de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7\r\nCache-Control: no-cache\r\nConnection: keep-alive\r\nCookie:"
            + " session=2f6a9f0e4c1b4f0d8a7e; theme=dark; consent=necessary.statistics;"
            + " _ga=GA1.1.1234567890.1700000000\r\nPragma: no-cache\r\nReferer: http://localhost/overview?page=2\r\n"
            + "Sec-Ch-Ua: \"Chromium\";v=\"130\", \"Not?A_Brand\";v=\"99\"\r\nSec-Ch-Ua-Mobile: ?0\r\nSec-Fetch-Dest:"
            + " empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n";

    private static final String DOCUMENT = "{\"name\":\"Marie Sklodowska Curie\",\"mail\":\"marie@example.org\","
            + "\"age\":66,\"street\":\"36 Quai de Bethune\",\"city\":\"Paris\",\"tags\":[\"physics\",\"chemistry\","
            + "\"radium\",\"polonium\"]}";

    /** The request. */
    public enum Kind {
        /** An object in a {@code Single}. */
        PLAIN(Client.get("/json", "")),
        /** The request with a browser's headers. */
        BROWSER(Client.get("/json", RequestKinds.BROWSER)),
        /** The request behind a request filter that reads a header, and a response filter that adds three. */
        FILTERS(Client.get("/filters", "X-Key: secret\r\n")),
        /** {@code @Context UriInfo}. */
        URI_INFO(Client.get("/uri-info", "")),
        /** {@code @HeaderParam}. */
        HEADER(Client.get("/header", "X-Key: secret\r\n")),
        /** {@code @CookieParam}. */
        COOKIE(Client.get("/cookie", "Cookie: session=secret\r\n")),
        /** A list of {@code @QueryParam}. */
        LIST(Client.get("/list?tag=one&tag=two", "")),
        /** {@code @BeanParam}. */
        BEAN(Client.get("/bean?page=3", "X-Key: secret\r\n")),
        /** All these at once. */
        ARGUMENTS(Client.get("/arguments?tag=one&tag=two&page=3", "X-Key: secret\r\nCookie: session=secret\r\n")),
        /** A {@code Response}. */
        RESPONSE(Client.get("/response", "")),
        /** A {@code Single<Response>}. */
        SINGLE_RESPONSE(Client.get("/single-response", "")),
        /** A {@code CompletionStage}. */
        STAGE(Client.get("/stage", "")),
        /** A {@code Future}. */
        FUTURE(Client.get("/future", "")),
        /** Escapes in the path and the query. */
        ESCAPES(Client.get("/text/caf%C3%A9%20noir?page=a%2Bb%20c", "")),
        /** The request without escapes. */
        NO_ESCAPES(Client.get("/text/coffee?page=abc", "")),
        /** A document of 170 bytes. */
        POST("POST", "/post"),
        /** A document that is validated and sent back. */
        VALIDATED("POST", "/validated"),
        /** A path where nothing stands. */
        NOT_FOUND(404, Client.get("/nothing", "")),
        /** An exception with a mapper. */
        MAPPED(409, Client.get("/mapped", "")),
        /** An exception with a mapping to a problem. */
        MAPPED_TO_PROBLEM(410, Client.get("/gone", "")),
        /** A text where a number is expected. */
        BAD_PARAMETER(404, Client.get("/number?page=x", "")),
        /** Twenty elements of a {@code Flowable}. */
        FLOWABLE(Client.get("/flowable", "")),
        /** The elements as a list. */
        ELEMENTS(Client.get("/elements", "")),
        /** {@code @Blocking}. */
        BLOCKING(Client.get("/blocking", ""));

        private final int status;
        private final String request;

        Kind(final String request) {
            this(200, request);
        }

        Kind(final int status, final String request) {
            this.status = status;
            this.request = request;
        }

        Kind(final String method, final String path) {
            this(method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nContent-Type:"
                    + " application/json\r\nContent-Length: " + DOCUMENT.length() + "\r\n\r\n" + DOCUMENT);
        }
    }

    /** The request. */
    @Param
    public Kind kind = Kind.PLAIN;

    /** All kinds are answered by one resource. */
    public RequestKinds() {
        super(Resource.class, new KeyFilter(), new HeadersFilter(), new Mapper());
    }

    @Override
    Client connect(final int port, final int depth) throws IOException {
        return Client.of(port, kind.request, kind.status, depth);
    }

    /** Binds the filters to methods. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Filtered {}

    /** Checks a header. */
    @Filtered
    public static final class KeyFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (!"secret".equals(request.getHeaderString("X-Key"))) {
                request.abortWith(Response.status(403).build());
            }
        }
    }

    /** Adds three headers. */
    @Filtered
    public static final class HeadersFilter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Frame-Options", "DENY");
            response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
            response.getHeaders().putSingle("Referrer-Policy", "no-referrer");
        }
    }

    /** An exception that is mapped. */
    public static final class ConflictException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        ConflictException() {
            super("There is one already.", null, false, false);
        }
    }

    /** An exception that is mapped to a problem. */
    public static final class GoneException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        GoneException() {
            super("It is gone.", null, false, false);
        }
    }

    /** Answers 409. */
    public static final class Mapper implements ExceptionMapper<ConflictException> {

        @Override
        public Response toResponse(final ConflictException exception) {
            return Response.status(409).entity(new Message("conflict")).build();
        }
    }

    /** An answer. */
    public record Message(String message) {}

    /** A document. */
    public record Person(
            @NotBlank @Size(max = 100) String name,
            @Size(max = 100) String mail,
            @Max(150) int age,
            String street,
            String city,
            @Size(max = 10) List<String> tags) {}

    /** Two parameters. */
    public static final class Page {

        /** A number. */
        @QueryParam("page")
        @DefaultValue("1")
        public int page;

        /** A header. */
        @HeaderParam("X-Key")
        public String key = "";

        /** Made by the framework. */
        public Page() {}
    }

    /** A method for each kind. */
    @Singleton
    @Path("/")
    @Produces("application/json")
    @Consumes("application/json")
    public static final class Resource {

        private static final List<Message> TWENTY = IntStream.range(0, 20)
                .mapToObj(number -> new Message("message " + number))
                .toList();

        /** Made by Guice. */
        public Resource() {}

        private static Single<Message> message(final String text) {
            return Single.just(new Message(text));
        }

        /** Plain. */
        @GET
        @Path("json")
        public Single<Message> json() {
            return message("Hello, World!");
        }

        /** Filtered. */
        @GET
        @Path("filters")
        @Filtered
        public Single<Message> filters() {
            return message("Hello, World!");
        }

        /** An URI. */
        @GET
        @Path("uri-info")
        public Single<Message> uriInfo(@Context final UriInfo uri) {
            return message(uri.getPath());
        }

        /** A header. */
        @GET
        @Path("header")
        public Single<Message> header(@HeaderParam("X-Key") final String key) {
            return message(key);
        }

        /** A cookie. */
        @GET
        @Path("cookie")
        public Single<Message> cookie(@CookieParam("session") final String session) {
            return message(session);
        }

        /** A list. */
        @GET
        @Path("list")
        public Single<Message> list(@QueryParam("tag") final List<String> tags) {
            return message(tags.get(1));
        }

        /** A bean. */
        @GET
        @Path("bean")
        public Single<Message> bean(@BeanParam final Page page) {
            return message(page.key);
        }

        /** All arguments. */
        @GET
        @Path("arguments")
        public Single<Message> arguments(
                @Context final UriInfo uri,
                @HeaderParam("X-Key") final String key,
                @CookieParam("session") final String session,
                @QueryParam("tag") final List<String> tags,
                @BeanParam final Page page) {
            return message(uri.getPath());
        }

        /** A response. */
        @GET
        @Path("response")
        public Response response() {
            return Response.ok(new Message("Hello, World!")).build();
        }

        /** A response later. */
        @GET
        @Path("single-response")
        public Single<Response> singleResponse() {
            return Single.just(Response.ok(new Message("Hello, World!")).build());
        }

        /** A stage. */
        @GET
        @Path("stage")
        public CompletionStage<Message> stage() {
            return CompletableFuture.completedFuture(new Message("Hello, World!"));
        }

        /** A future. */
        @GET
        @Path("future")
        public Future<Message> future() {
            return Future.succeededFuture(new Message("Hello, World!"));
        }

        /** Texts of the path and the query. */
        @GET
        @Path("text/{text}")
        public Single<Message> text(@PathParam("text") final String text, @QueryParam("page") final String page) {
            return message(page);
        }

        /** Reads a document. */
        @POST
        @Path("post")
        public Single<Message> post(final Person person) {
            return message(person.name());
        }

        /** Validates a document. */
        @POST
        @Path("validated")
        public Single<Person> validated(@Valid final Person person) {
            return Single.just(person);
        }

        /** Fails. */
        @GET
        @Path("mapped")
        public Single<Message> mapped() {
            return Single.error(new ConflictException());
        }

        /** Fails. */
        @GET
        @Path("gone")
        public Single<Message> gone() {
            return Single.error(new GoneException());
        }

        /** A number. */
        @GET
        @Path("number")
        public Single<Message> number(@QueryParam("page") final int page) {
            return message("number");
        }

        /** Twenty elements, one by one. */
        @GET
        @Path("flowable")
        public Flowable<Message> flowable() {
            return Flowable.fromIterable(TWENTY);
        }

        /** Twenty elements. */
        @GET
        @Path("elements")
        public Single<List<Message>> elements() {
            return Single.just(TWENTY);
        }

        /** A method that runs on a worker thread. */
        @GET
        @Path("blocking")
        @Blocking
        public Message blocking() {
            return new Message("Hello, World!");
        }
    }
}
