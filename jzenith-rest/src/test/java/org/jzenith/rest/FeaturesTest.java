package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Context;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.MatrixParam;
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
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The features of Jakarta REST. */
final class FeaturesTest {

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    record Id(int number) {}

    record Note(String text) {}

    static final class Greeting {
        String of(final String name) {
            return "Hello " + name;
        }
    }

    public static final class Search {
        @QueryParam("q")
        String query;

        @HeaderParam("X-Limit")
        @DefaultValue("20")
        int limit;

        @jakarta.ws.rs.core.Context
        UriInfo uri;
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Everything {

        private final Greeting greeting;

        @jakarta.ws.rs.core.Context
        private ResourceInfo info;

        @Inject
        Everything(final Greeting greeting) {
            this.greeting = greeting;
        }

        @GET
        @Path("injected/{name}")
        public String injected(@PathParam("name") final String name) {
            return greeting.of(name) + " " + info.getResourceMethod().getName();
        }

        @GET
        @Path("bean")
        public String bean(@BeanParam final Search search) {
            return search.query + search.limit + search.uri.getPath();
        }

        @GET
        @Path("converted/{id}")
        public String converted(@PathParam("id") final Id id) {
            return "#" + id.number();
        }

        @GET
        @Path("params")
        public String params(
                @MatrixParam("m") final String matrix,
                @CookieParam("c") final String cookie,
                @QueryParam("l") final List<Integer> list) {
            return matrix + cookie + list;
        }

        @GET
        @Path("marked")
        @Marked
        public String marked() {
            return "marked";
        }

        @GET
        @Path("mapped")
        public String mapped() throws IOException {
            throw new IOException("on purpose");
        }

        @GET
        @Path("mapped-status")
        public Single<String> mappedStatus() {
            return Single.error(new java.util.NoSuchElementException());
        }

        @GET
        @Path("negotiated")
        @Produces({"text/plain", "application/json"})
        public Note negotiated() {
            return new Note("a");
        }

        @GET
        @Path("tagged")
        public Response tagged(@jakarta.ws.rs.core.Context final Request request) {
            final EntityTag tag = new EntityTag("1");
            final Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag);
            return (unchanged == null ? Response.ok("tagged") : unchanged)
                    .tag(tag)
                    .build();
        }

        @GET
        @Path("link")
        public Response link(@jakarta.ws.rs.core.Context final UriInfo uri) {
            return Response.created(
                            uri.getBaseUriBuilder().path("user").path("1").build())
                    .build();
        }

        @POST
        @Path("intercepted")
        @Consumes("text/plain")
        public String intercepted(final String body) {
            return body;
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        public String parts(final List<EntityPart> parts) throws IOException {
            return parts.get(0).getName() + "=" + parts.get(0).getContent(String.class);
        }

        @Path("sub/{name}")
        public Sub sub(@PathParam("name") final String name) {
            return new Sub(name);
        }

        @GET
        @Path("thread")
        public String thread() {
            return Boolean.toString(Context.isOnEventLoopThread());
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() {
            return Boolean.toString(Context.isOnEventLoopThread()) + org.slf4j.MDC.get("requestId");
        }

        @GET
        @Path("blocking-single")
        @Blocking
        public Single<String> blockingSingle() {
            final boolean here = Context.isOnEventLoopThread();
            return Single.fromCallable(() -> here + " " + Context.isOnEventLoopThread());
        }

        @GET
        @Path("blocking-error")
        @Blocking
        public String blockingError() {
            throw new java.util.NoSuchElementException();
        }

        @GET
        @Path("blocking-void")
        @Blocking
        public void blockingVoid() {}

        @GET
        @Path("blocking-null")
        @Blocking
        public Single<String> blockingNull() {
            return null;
        }
    }

    public static final class Sub {

        private final String name;

        Sub(final String name) {
            this.name = name;
        }

        @GET
        @Path("{field}")
        public Single<String> get(@PathParam("field") final String field) {
            return Single.just(name + "." + field);
        }
    }

    @PreMatching
    public static final class Rewriting implements ContainerRequestFilter {
        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getUriInfo().getPath().endsWith("/old")) {
                request.setRequestUri(URI.create("injected/rewritten"));
            }
        }
    }

    @Priority(1)
    public static final class Guard implements ContainerRequestFilter, ContainerResponseFilter {
        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getHeaderString("X-Forbidden") != null) {
                request.abortWith(Response.status(403)
                        .entity("forbidden")
                        .type("text/plain")
                        .build());
            }
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Guarded", "yes");
        }
    }

    @Marked
    public static final class Marker implements ContainerResponseFilter {
        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("X-Marked", "yes");
        }
    }

    public static final class Mapper implements ExceptionMapper<IOException> {
        @Override
        public Response toResponse(final IOException error) {
            return Response.status(409).entity("mapped").type("text/plain").build();
        }
    }

    public static final class Converters implements ParamConverterProvider {
        @Override
        public <T> ParamConverter<T> getConverter(final Class<T> raw, final Type type, final Annotation[] annotations) {
            return raw != Id.class
                    ? null
                    : new ParamConverter<>() {
                        @Override
                        public T fromString(final String value) {
                            return raw.cast(new Id(Integer.parseInt(value)));
                        }

                        @Override
                        public String toString(final T value) {
                            return value.toString();
                        }
                    };
        }
    }

    public static final class Interceptors implements ReaderInterceptor, WriterInterceptor {
        @Override
        public Object aroundReadFrom(final ReaderInterceptorContext context) throws IOException {
            final String body = new String(context.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            context.setInputStream(
                    new ByteArrayInputStream(body.replace("in", "IN").getBytes(StandardCharsets.UTF_8)));
            return context.proceed();
        }

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            if (context.getEntity() instanceof String text && text.startsWith("IN")) {
                context.setEntity(text + " out");
            }
            context.proceed();
        }
    }

    public static final class NoteWriter implements MessageBodyWriter<Note> {
        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType media) {
            return type == Note.class && media.isCompatible(MediaType.TEXT_PLAIN_TYPE);
        }

        @Override
        public void writeTo(
                final Note note,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType media,
                final MultivaluedMap<String, Object> headers,
                final OutputStream out)
                throws IOException {
            out.write(("note " + note.text()).getBytes(StandardCharsets.UTF_8));
        }
    }

    public static final class WriterFeature implements Feature {
        @Override
        public boolean configure(final FeatureContext context) {
            context.register(NoteWriter.class);
            return true;
        }
    }

    @ApplicationPath("app")
    public static final class Packaged extends Application {
        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Everything.class, Guard.class);
        }

        @Override
        @SuppressWarnings("deprecation")
        public Set<Object> getSingletons() {
            return Set.of(new Converters(), new Fixed());
        }
    }

    @Path("/fixed")
    public static final class Fixed {
        @GET
        public String get(@jakarta.ws.rs.core.Context final Application application) {
            return application.getClass().getSimpleName();
        }
    }

    private static final AbstractModule GREETING = new AbstractModule() {
        @Override
        protected void configure() {
            bind(Greeting.class).toInstance(new Greeting());
        }
    };

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Everything.class)
                        .withProviders(Rewriting.class, Guard.class, Marker.class, Mapper.class, Interceptors.class)
                        .withProviders(new Converters(), WriterFeature.class)
                        .withMapping(java.util.NoSuchElementException.class, 410, "It is gone."),
                GREETING);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void resourcesAreInjected() {
        assertThat(server.get("/injected/you").body()).isEqualTo("Hello you injected");
    }

    @Test
    void parametersComeFromEverywhere() {
        assertThat(server.get("/bean?q=a", "X-Limit", "5").body()).isEqualTo("a5/bean");
        assertThat(server.get("/params;m=1?l=2&l=3", "Cookie", "c=4").body()).isEqualTo("14[2, 3]");
    }

    @Test
    void parametersAreConverted() {
        assertThat(server.get("/converted/7").body()).isEqualTo("#7");
    }

    @Test
    void filtersSeeEveryRequest() {
        assertThat(server.get("/injected/you").header("X-Guarded")).isEqualTo("yes");
        assertThat(server.get("/nowhere").header("X-Guarded")).isEqualTo("yes");
        assertThat(server.get("/injected/you", "X-Forbidden", "1").status()).isEqualTo(403);
    }

    @Test
    void aFilterBeforeMatchingChangesTheUri() {
        assertThat(server.get("/old").body()).isEqualTo("Hello rewritten injected");
    }

    @Test
    void aBoundFilterSeesWhatItIsBoundTo() {
        assertThat(server.get("/marked").header("X-Marked")).isEqualTo("yes");
        assertThat(server.get("/injected/you").header("X-Marked")).isNull();
    }

    @Test
    void exceptionsAreMapped() {
        assertThat(server.get("/mapped").body()).isEqualTo("mapped");
        assertThat(server.get("/mapped-status").status()).isEqualTo(410);
        assertThat(server.get("/mapped-status").json().get("detail").asText()).isEqualTo("It is gone.");
    }

    @Test
    void interceptorsSeeBodies() {
        assertThat(server.send("POST", "/intercepted", "in", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("IN out");
    }

    @Test
    void representationsAreNegotiated() {
        assertThat(server.get("/negotiated", "Accept", "text/plain").body()).isEqualTo("note a");
        assertThat(server.get("/negotiated", "Accept", "application/json").body())
                .isEqualTo("{\"text\":\"a\"}");
        assertThat(server.get("/negotiated", "Accept", "image/png").status()).isEqualTo(406);
        assertThat(server.get("/negotiated", "Accept", "text/plain;q=0.1, application/json")
                        .body())
                .startsWith("{");
    }

    @Test
    void methodsAreNegotiated() {
        assertThat(server.send("DELETE", "/negotiated", null).status()).isEqualTo(405);
        assertThat(server.send("DELETE", "/negotiated", null).header("Allow")).contains("GET");
        assertThat(server.send("OPTIONS", "/negotiated", null).status()).isEqualTo(200);
    }

    @Test
    void preconditionsAreEvaluated() {
        assertThat(server.get("/tagged").header("ETag")).isEqualTo("\"1\"");
        assertThat(server.get("/tagged", "If-None-Match", "\"1\"").status()).isEqualTo(304);
    }

    @Test
    void linksAreAbsolute() {
        assertThat(server.get("/link").header("Location"))
                .isEqualTo(server.application().uri() + "/user/1");
    }

    @Test
    void multipartFormsAreRead() {
        final String body =
                "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--\r\n";
        assertThat(server.send("POST", "/parts", body, "Content-Type", "multipart/form-data; boundary=b")
                        .body())
                .isEqualTo("a=x");
    }

    @Test
    void subResourcesAreFound() {
        assertThat(server.get("/sub/a/b").body()).isEqualTo("a.b");
    }

    @Test
    void blockingMethodsLeaveTheEventLoop() {
        assertThat(server.get("/thread").body()).isEqualTo("true");
        assertThat(server.get("/blocking", "X-Request-Id", "7").body()).isEqualTo("false7");
        assertThat(server.get("/blocking-single").body()).isEqualTo("false true");
        assertThat(server.get("/blocking-error").status()).isEqualTo(410);
        assertThat(server.get("/blocking-void").status()).isEqualTo(204);
        assertThat(server.get("/blocking-null").status()).isEqualTo(500);
    }

    @Test
    void anApplicationHasItsPathBelowTheContextPath() {
        try (RunningServer packaged = RunningServer.of(
                RestPlugin.withApplication(Packaged.class), Map.of("rest.context-path", "/context"), GREETING)) {
            assertThat(packaged.get("/context/app/injected/you").body()).isEqualTo("Hello you injected");
            assertThat(packaged.get("/context/app/fixed").body()).isEqualTo("Packaged");
            assertThat(packaged.get("/context/app/fixed").header("X-Guarded")).isEqualTo("yes");
            assertThat(packaged.get("/context/app/link").header("Location")).endsWith("/context/app/user/1");
            assertThat(packaged.get("/injected/you").status()).isEqualTo(404);
            assertThat(packaged.get("/context/application/fixed").status()).isEqualTo(404);
        }
    }
}
