package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.constraints.Max;
import jakarta.validation.executable.ExecutableType;
import jakarta.validation.executable.ValidateOnExecution;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.InternalServerErrorException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.RedirectionException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;

/**
 * Compares other ways with the main way, a method that returns a value on the thread of the request: other threads, mappers,
 * filters, features, locators and {@code @Context}.
 */
final class OtherWaysTest {

    /** Built where no request is in progress, and sent again and again. */
    private static final Response KEPT = Locations.created();

    private static RunningServer server;

    static final class Names {

        String name() {
            return "bound";
        }
    }

    static final class Redirected extends Exception {

        private static final long serialVersionUID = 1L;
    }

    static final class Marking extends Exception {

        private static final long serialVersionUID = 1L;
    }

    static final class Unmapped extends Exception {

        private static final long serialVersionUID = 1L;
    }

    /** Its writer writes the type and the annotations. */
    record Marked(String name) {}

    /** Nothing writes it. */
    static final class Unwritable {}

    @Path("/locations")
    public static final class Locations {

        @GET
        @Path("main")
        public Response main() {
            return created();
        }

        private static Response created() {
            return Response.created(URI.create("made/1"))
                    .contentLocation(URI.create("/made/2"))
                    .build();
        }

        @GET
        @Path("thread")
        public Single<Response> thread() {
            return Single.create(emitter -> new Thread(() -> emitter.onSuccess(created())).start());
        }

        @GET
        @Path("suspended")
        public void suspended(@Suspended final AsyncResponse response) {
            new Thread(() -> response.resume(created())).start();
        }

        @GET
        @Path("kept")
        public Response kept() {
            return KEPT;
        }

        @GET
        @Path("mapper")
        public String mapper() throws Redirected {
            throw new Redirected();
        }

        @GET
        @Path("filter")
        public String filter() {
            return "not reached";
        }

        @GET
        @Path("exception")
        public void exception(@Suspended final AsyncResponse response) {
            new Thread(() -> response.resume(new RedirectionException(
                            Response.fromResponse(KEPT).status(303).build())))
                    .start();
        }
    }

    public static final class RedirectedMapper implements ExceptionMapper<Redirected> {

        @Override
        public Response toResponse(final Redirected exception) {
            return KEPT;
        }
    }

    @Path("/entities")
    @Produces("application/marked")
    public static final class Entities {

        @GET
        @Path("main")
        public Response main() {
            return Response.ok(new Marked("a")).build();
        }

        @GET
        @Path("mapper")
        public String mapper() throws Marking {
            throw new Marking();
        }

        @GET
        @Path("filter")
        public String filter() {
            return "not reached";
        }

        @GET
        @Path("set-entity")
        public String setEntity() {
            return "replaced";
        }
    }

    public static final class MarkingMapper implements ExceptionMapper<Marking> {

        @Override
        public Response toResponse(final Marking exception) {
            return Response.ok(new Marked("a")).build();
        }
    }

    @Produces("application/marked")
    public static final class MarkedWriter implements MessageBodyWriter<Marked> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return generic == Marked.class && annotations != null;
        }

        @Override
        public void writeTo(
                final Marked value,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write((generic + " " + (annotations == null)).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Path("/unwritable")
    @Produces("text/plain")
    public static final class Unwritables {

        @GET
        @Path("main")
        public Object main() {
            return new Unwritable();
        }

        @GET
        @Path("response")
        public Response response() {
            return Response.ok(new Unwritable()).build();
        }

        @GET
        @Path("later")
        public Single<Object> later() {
            return Single.create(emitter -> new Thread(() -> emitter.onSuccess(new Unwritable())).start());
        }

        @GET
        @Path("filter")
        public String filter() {
            return "not reached";
        }

        @GET
        @Path("set-entity")
        public String setEntity() {
            return "replaced";
        }

        @GET
        @Path("interceptor")
        public String interceptor() {
            return "replace me";
        }
    }

    public static final class ErrorMapper implements ExceptionMapper<InternalServerErrorException> {

        @Override
        public Response toResponse(final InternalServerErrorException exception) {
            return Response.status(512).entity("mapped").type("text/plain").build();
        }
    }

    /** Responds, or replaces the entity, with what the path asks for. */
    public static final class Filters implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {

        @Override
        public void filter(final ContainerRequestContext request) {
            switch (request.getUriInfo().getPath()) {
                case "/locations/filter" -> request.abortWith(KEPT);
                case "/entities/filter" ->
                    request.abortWith(Response.ok(new Marked("a")).build());
                case "/unwritable/filter" ->
                    request.abortWith(
                            Response.ok(new Unwritable()).type("text/plain").build());
                default -> {}
            }
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            if ("replaced".equals(response.getEntity())) {
                response.setEntity(
                        request.getUriInfo().getPath().startsWith("/unwritable") ? new Unwritable() : new Marked("a"));
            }
        }

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            if ("replace me".equals(context.getEntity())) {
                context.setEntity(new Unwritable());
                context.setType(Unwritable.class);
                context.setGenericType(Unwritable.class);
            }
            context.proceed();
        }
    }

    /** There is one, however it is reached. */
    @Singleton
    public static class Counter {

        static final AtomicInteger STARTS = new AtomicInteger();
        static final AtomicInteger STOPS = new AtomicInteger();

        private final AtomicInteger count = new AtomicInteger();

        @PostConstruct
        void begin() {
            STARTS.incrementAndGet();
        }

        @PreDestroy
        void end() {
            STOPS.incrementAndGet();
        }

        @GET
        public String get() {
            return "seen before: " + (count.getAndIncrement() > 0);
        }
    }

    @Path("/counters/main")
    @Singleton
    public static final class RootCounter extends Counter {}

    @Singleton
    public static final class ClassCounter extends Counter {}

    @Singleton
    public static final class ContextCounter extends Counter {}

    @Path("/counters")
    public static final class Counters {

        @Context
        private ResourceContext resources;

        @Path("locator")
        public Class<ClassCounter> locator() {
            return ClassCounter.class;
        }

        @Path("context")
        public Object context() {
            return resources.getResource(ContextCounter.class);
        }
    }

    @Path("/contexts")
    public static final class Contexts {

        @Context
        private ContainerRequestContext field;

        @GET
        @Path("main")
        public String main(@Context final HttpHeaders headers) {
            return headers.getHeaderString("X-Own") + " GET";
        }

        @GET
        @Path("parameter")
        public String parameter(@Context final ContainerRequestContext request) {
            return request.getHeaderString("X-Own") + " " + request.getMethod();
        }

        @GET
        @Path("field")
        public String field() {
            return parameter(field);
        }

        @Path("locator")
        public Object locator(@Context final ContainerRequestContext request) {
            return new Object() {
                @GET
                public String get() {
                    return parameter(request);
                }
            };
        }
    }

    @Path("/absent")
    public static final class Absent {

        @GET
        @Path("main")
        public String main(@Context final HttpHeaders headers) {
            return String.valueOf(headers.getRequestHeaders().get("X-Absent"));
        }

        @GET
        @Path("shortcut")
        public String shortcut(@Context final HttpHeaders headers) {
            return String.valueOf(headers.getRequestHeader("X-Absent"));
        }

        @GET
        @Path("context")
        public String context(@Context final ContainerRequestContext request) {
            return String.valueOf(request.getHeaders().get("X-Absent"));
        }
    }

    /** Its constructor takes what Guice binds. */
    public static class Named implements ContainerResponseFilter {

        private final Names names;

        @Context
        private HttpHeaders headers;

        private boolean started;

        @Inject
        Named(final Names names) {
            this.names = names;
        }

        @PostConstruct
        void begin() {
            started = true;
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders()
                    .putSingle(
                            "X-" + getClass().getSimpleName(),
                            names.name() + " " + started + " " + headers.getHeaderString("X-Own"));
        }
    }

    public static final class NamedOfMain extends Named {

        @Inject
        NamedOfMain(final Names names) {
            super(names);
        }
    }

    public static final class NamedOfFeature extends Named {

        @Inject
        NamedOfFeature(final Names names) {
            super(names);
        }
    }

    public static final class NamedOfDynamicFeature extends Named {

        @Inject
        NamedOfDynamicFeature(final Names names) {
            super(names);
        }
    }

    /** Itself registered by its class. */
    public static final class NamingFeature implements Feature {

        private final Names names;

        @Inject
        NamingFeature(final Names names) {
            this.names = names;
        }

        @Override
        public boolean configure(final FeatureContext context) {
            context.register(NamedOfFeature.class);
            context.register(UnmappedMapper.class, Map.of(ExceptionMapper.class, 1));
            return !names.name().isEmpty();
        }
    }

    public static final class OuterFeature implements Feature {

        @Override
        public boolean configure(final FeatureContext context) {
            context.register(NamingFeature.class);
            return true;
        }
    }

    public static final class NamingDynamicFeature implements DynamicFeature {

        @Override
        public void configure(final ResourceInfo method, final FeatureContext context) {
            context.register(NamedOfDynamicFeature.class);
        }
    }

    public static final class UnmappedMapper implements ExceptionMapper<Unmapped> {

        private final Names names;

        @Inject
        UnmappedMapper(final Names names) {
            this.names = names;
        }

        @Override
        public Response toResponse(final Unmapped exception) {
            return Response.ok(names.name()).type("text/plain").build();
        }
    }

    @Path("/features")
    public static final class Features {

        @GET
        public String get() {
            return "main";
        }

        @GET
        @Path("mapper")
        public String mapper() throws Unmapped {
            throw new Unmapped();
        }
    }

    public interface Unchecked {

        @GET
        @Path("by-interface")
        @ValidateOnExecution(type = ExecutableType.NONE)
        String byInterface(@QueryParam("n") @Max(3) int n);
    }

    @Path("/validation")
    public static final class Validated implements Unchecked {

        @GET
        @Path("main")
        public String main(@QueryParam("n") @Max(3) final int n) {
            return "called";
        }

        @GET
        @Path("implicit")
        @ValidateOnExecution
        public String implicit(@QueryParam("n") @Max(3) final int n) {
            return "called";
        }

        @GET
        @Path("none")
        @ValidateOnExecution(type = ExecutableType.NONE)
        public String none(@QueryParam("n") @Max(3) final int n) {
            return "called";
        }

        @Override
        public String byInterface(final int n) {
            return "called";
        }
    }

    @Path("/unvalidated")
    @ValidateOnExecution(type = ExecutableType.GETTER_METHODS)
    public static final class Unvalidated {

        public Unvalidated(@QueryParam("n") @Max(3) final int n) {}

        @GET
        public String none(@QueryParam("n") @Max(3) final int n) {
            return "called";
        }

        @GET
        @Path("own")
        @ValidateOnExecution(type = ExecutableType.NON_GETTER_METHODS)
        public String own(@QueryParam("n") @Max(3) final int n) {
            return "called";
        }
    }

    /** A resource that is a filter, too. */
    @Path("/both")
    @Singleton
    public static final class Both implements ContainerResponseFilter {

        private int seen;

        @GET
        public String get() {
            return "main";
        }

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            seen++;
            response.getHeaders().putSingle("X-Both", seen > 0);
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(
                                Locations.class,
                                Entities.class,
                                Unwritables.class,
                                RootCounter.class,
                                Counters.class,
                                Contexts.class,
                                Absent.class,
                                Features.class,
                                Validated.class,
                                Unvalidated.class,
                                Both.class)
                        .withProviders(
                                RedirectedMapper.class,
                                MarkingMapper.class,
                                MarkedWriter.class,
                                ErrorMapper.class,
                                Filters.class,
                                NamedOfMain.class,
                                OuterFeature.class,
                                NamingDynamicFeature.class),
                Map.of("rest.context-path", "/base", "rest.fail-on-warnings", false),
                new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Names.class).toInstance(new Names());
                    }
                });
    }

    @AfterAll
    static void stop() {
        server.close();
        // three classes were used, in any number of requests
        assertThat(Counter.STARTS).hasValue(3);
        assertThat(Counter.STOPS).hasValue(3);
    }

    /** The path of the main way and that of another one, which differ in their last part. */
    static Stream<Arguments> ways() {
        return Stream.of(
                        Map.entry("/locations/main", "thread suspended kept mapper filter exception"),
                        Map.entry("/entities/main", "mapper filter set-entity"),
                        Map.entry("/unwritable/main", "response later filter set-entity interceptor"),
                        Map.entry("/counters/main", "locator context"),
                        Map.entry("/contexts/main", "parameter field locator"),
                        Map.entry("/absent/main", "shortcut context"),
                        Map.entry("/validation/main?n=4", "implicit"),
                        Map.entry("/validation/main?n=3", "implicit none by-interface"))
                .flatMap(row -> Stream.of(row.getValue().split(" "))
                        .map(way -> Arguments.of(row.getKey(), row.getKey().replace("/main", "/" + way))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void anotherWayRespondsAsTheMainWay(final String main, final String other) {
        for (int i = 0; i < 2; i++) {
            server.get("/base" + main, "X-Own", "own");
            server.get("/base" + other, "X-Own", "own");
        }
        final RunningServer.Answer first = server.get("/base" + main, "X-Own", "own");
        final RunningServer.Answer second = server.get("/base" + other, "X-Own", "own");
        assertThat(second.body().replace(other.replaceAll("\\?.*", ""), main.replaceAll("\\?.*", "")))
                .isEqualTo(first.body());
        for (final String header : new String[] {"Location", "Content-Location", "Content-Type"}) {
            assertThat(second.header(header)).as(header).isEqualTo(first.header(header));
        }
        assertThat(second.status() == 303 ? 201 : second.status()).isEqualTo(first.status());
    }

    @Test
    void theMainWaysDoWhatTheySay() {
        assertThat(server.get("/base/locations/main").header("Location"))
                .isEqualTo(server.application().uri() + "/base/made/1");
        assertThat(KEPT.getLocation()).isEqualTo(URI.create("made/1"));
        assertThat(server.get("/base/entities/main").body()).isEqualTo(Marked.class + " false");
        assertThat(server.get("/base/unwritable/main").body()).isEqualTo("mapped");
        assertThat(server.get("/base/absent/main").body()).isEqualTo("null");
        assertThat(server.get("/base/validation/main?n=4").status()).isEqualTo(400);
    }

    @Path("/elements")
    @Produces("text/plain")
    public static final class Elements {

        @GET
        public Flowable<Object> get() {
            return Flowable.just(new Unwritable());
        }
    }

    /** Without interceptors, which streams do not pass. */
    @Test
    void anElementWithoutAWriterIsMappedAsAnEntity() {
        try (RunningServer other =
                RunningServer.of(RestPlugin.withResources(Elements.class).withProviders(ErrorMapper.class))) {
            assertThat(other.get("/elements").body()).isEqualTo("mapped");
        }
    }

    @Test
    void aProviderThatAFeatureRegistersByItsClassIsAsOneOfWithProviders() {
        final RunningServer.Answer answer = server.get("/base/features", "X-Own", "own");
        assertThat(answer.header("X-NamedOfMain")).isEqualTo("bound true own");
        assertThat(answer.header("X-NamedOfFeature")).isEqualTo("bound true own");
        assertThat(answer.header("X-NamedOfDynamicFeature")).isEqualTo("bound true own");
        assertThat(server.get("/base/features/mapper").body()).isEqualTo("bound");
    }

    @Test
    void executablesAreValidatedAsValidateOnExecutionSays() {
        assertThat(server.get("/base/validation/none?n=4").body()).isEqualTo("called");
        assertThat(server.get("/base/validation/by-interface?n=4").body()).isEqualTo("called");
        assertThat(server.get("/base/unvalidated?n=4").body()).isEqualTo("called");
        assertThat(server.get("/base/unvalidated/own?n=4").status()).isEqualTo(400);
    }

    public static final class BothApplication extends Application {

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Both.class, Features.class);
        }
    }

    public static final class BothObjectApplication extends Application {

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(Features.class);
        }

        @Override
        @SuppressWarnings("deprecation")
        public Set<Object> getSingletons() {
            return Set.of(new Both());
        }
    }

    static Stream<RestApi> both() {
        return Stream.of(
                RestPlugin.withResources(Both.class, Features.class),
                RestPlugin.withResources(Both.class, Features.class).withProviders(Both.class),
                RestPlugin.withApplication(BothApplication.class),
                RestPlugin.withApplication(BothObjectApplication.class));
    }

    @ParameterizedTest
    @MethodSource("both")
    void aResourceThatIsAFilterIsBoth(final RestApi plugin) {
        try (RunningServer other = RunningServer.of(plugin)) {
            assertThat(other.get("/both").body()).isEqualTo("main");
            assertThat(other.get("/features").header("X-Both")).isEqualTo("true");
        }
    }

    @PreMatching
    public static final class EarlyFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {}
    }

    public static final class EarlyFeature implements DynamicFeature {

        @Override
        public void configure(final ResourceInfo method, final FeatureContext context) {
            context.register(EarlyFilter.class);
        }
    }

    public static final class EarlyObjectFeature implements DynamicFeature {

        @Override
        public void configure(final ResourceInfo method, final FeatureContext context) {
            context.register(new EarlyFilter());
        }
    }

    @Path("/")
    public static final class One {

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/")
    public static final class Unsupported {

        @GET
        public String get(@Context final ContainerResponseContext response) {
            return "";
        }
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of(
                        RestPlugin.withResources(One.class).withProviders(EarlyFeature.class),
                        "EarlyFilter has @PreMatching and is registered by a DynamicFeature"),
                Arguments.of(
                        RestPlugin.withResources(One.class).withProviders(EarlyObjectFeature.class),
                        "EarlyFilter has @PreMatching and is registered by a DynamicFeature"),
                Arguments.of(
                        RestPlugin.withResources(One.class).withProviders(OuterFeature.class),
                        "OtherWaysTest.Names is not bound, but needed by"),
                Arguments.of(
                        RestPlugin.withResources(One.class).withProviders(NamingDynamicFeature.class),
                        "OtherWaysTest.Names is not bound, but needed by"),
                Arguments.of(
                        RestPlugin.withResources(Unsupported.class),
                        "has @Context and the unsupported type " + ContainerResponseContext.class.getName()));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void whatCannotWorkIsReportedAtStartup(final RestApi plugin, final String report) {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withPlugins(plugin)
                        .withOverridingConfiguration("rest.port", 0)
                        .run()
                        .close());
        assertThat(failure).as("the report").isNotNull();
        assertThat(failure.problems()).singleElement().asString().contains(report);
    }
}
