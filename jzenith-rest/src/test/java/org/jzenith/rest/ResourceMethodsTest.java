package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Provider;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.pipeline.MethodModel;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ParameterModel;
import org.jzenith.rest.pipeline.ParameterModel.Kind;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.rest.pipeline.StepPhase;
import org.jzenith.test.internal.log.PrintedText;

final class ResourceMethodsTest {

    public record Order(@NotBlank String item) {}

    public static final class Page {

        @QueryParam("limit")
        @Min(1)
        Integer limit;

        @HeaderParam("X-Cursor")
        Optional<String> cursor;
    }

    @Path("/orders")
    @Produces(MediaType.APPLICATION_JSON)
    @Deadline("2s")
    public static final class OrderResource {

        @QueryParam("tenant")
        String tenant;

        @Inject
        OrderResource(final ResourceMethods methods) {}

        @GET
        public Single<List<Order>> list(@BeanParam @Valid final Page page, @Context final UriInfo uri) {
            return Single.just(List.of());
        }

        @POST
        @Consumes(MediaType.APPLICATION_JSON)
        @MaxBodySize("64K")
        @RateLimit(permits = 10, per = "1m")
        public Order create(@Valid @NotNull final Order order) {
            return order;
        }

        @PATCH
        @Path("{id: [0-9]+}")
        public Completable change(@PathParam("id") final long id, final MergePatch patch) {
            return Completable.complete();
        }

        @POST
        @Path("form")
        @Blocking
        @Produces(MediaType.TEXT_PLAIN)
        public String form(
                @FormParam("name") @NotBlank final String name,
                @CookieParam("theme") @DefaultValue("dark") final String theme,
                @QueryParam("tag") final List<@NotBlank String> tags) {
            return name + theme;
        }

        @Path("{id}/lines")
        public LineResource lines(@PathParam("id") final long id) {
            return new LineResource();
        }

        @Path("{id}/class")
        public Class<LineResource> ofClass() {
            return LineResource.class;
        }

        @Path("{id}/extended")
        public Class<? extends LineResource> ofExtendedClass() {
            return LineResource.class;
        }

        @Path("{id}/class-of-any")
        public Class<?> ofAnyClass() {
            return LineResource.class;
        }

        @Path("{id}/any")
        public Object any() {
            return new LineResource();
        }
    }

    public static final class LineResource {

        @GET
        @Path("{line}")
        @Produces(MediaType.TEXT_PLAIN)
        public String line(@PathParam("line") final int line) {
            return "line " + line;
        }

        /** Has itself below it. */
        @Path("again")
        public LineResource again() {
            return this;
        }
    }

    @Path("/usage")
    public static final class UsageResource {

        @GET
        @Produces(MediaType.TEXT_PLAIN)
        public String usage() {
            return "much";
        }
    }

    public static final class Pass implements ContainerRequestFilter {
        @Override
        public void filter(final ContainerRequestContext context) {}
    }

    /** Reads the table in the phases of the start. */
    private static final class Reader implements Plugin {

        private String early = "";
        private int prepared;

        @Override
        public String name() {
            return "reader";
        }

        @Override
        public Set<String> requires() {
            return Set.of("rest");
        }

        @Override
        public List<Module> modules() {
            return List.of(new AbstractModule() {
                @Override
                protected void configure() {
                    final Provider<ResourceMethods> methods = getProvider(ResourceMethods.class);
                    RestContribution.create()
                            .withSteps(steps -> {
                                steps.add(StepPhase.AUTHORIZE, invocation -> true);
                                try {
                                    methods.get().all();
                                } catch (final IllegalStateException e) {
                                    early = e.getMessage();
                                }
                            })
                            .bind(binder());
                }
            });
        }

        @Override
        public Completable prepare(final Injector injector) {
            return Completable.fromAction(() ->
                    prepared = injector.getInstance(ResourceMethods.class).all().size());
        }
    }

    private static final Reader READER = new Reader();

    private static RunningApplication application;

    @BeforeAll
    static void start() {
        application = JZenith.application()
                .withPlugins(
                        READER,
                        RestPlugin.withResources(OrderResource.class)
                                .withProviders(Pass.class)
                                .withMapping(NoSuchElementException.class, 404)
                                .withMapping(ArithmeticException.class, e -> Problem.of(409)),
                        RestPlugin.named("admin").withResources(UsageResource.class))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.context-path", "/api")
                .withOverridingConfiguration("rest.admin.port", 0)
                .run();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static List<MethodRoute> all() {
        return application.get(ResourceMethods.class).all();
    }

    private static MethodRoute route(final String name) {
        return all().stream()
                .filter(each -> each.method().toString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRowHasTheWholePathAndTheMethods() {
        assertThat(all())
                .filteredOn(each -> !each.template().startsWith("/api/health"))
                .extracting(
                        MethodRoute::plugin,
                        MethodRoute::template,
                        each -> each.method().httpMethods().toString(),
                        each -> each.method().toString())
                .containsExactly(
                        tuple("rest", "/api/orders", "[GET]", "OrderResource.list"),
                        tuple("rest", "/api/orders", "[POST]", "OrderResource.create"),
                        tuple("rest", "/api/orders/form", "[POST]", "OrderResource.form"),
                        tuple("rest", "/api/orders/{id: [0-9]+}", "[PATCH]", "OrderResource.change"),
                        tuple("rest", "/api/orders/{id}/any", "[]", "OrderResource.any"),
                        tuple("rest", "/api/orders/{id}/class-of-any", "[]", "OrderResource.ofAnyClass"),
                        tuple("rest", "/api/orders/{id}/class/again", "[]", "LineResource.again"),
                        tuple("rest", "/api/orders/{id}/class/{line}", "[GET]", "LineResource.line"),
                        tuple("rest", "/api/orders/{id}/extended/again", "[]", "LineResource.again"),
                        tuple("rest", "/api/orders/{id}/extended/{line}", "[GET]", "LineResource.line"),
                        tuple("rest", "/api/orders/{id}/lines/again", "[]", "LineResource.again"),
                        tuple("rest", "/api/orders/{id}/lines/{line}", "[GET]", "LineResource.line"));
    }

    @Test
    void aNamedListenerHasATableOfItsOwn() {
        assertThat(application.get(ResourceMethods.class, "admin").all())
                .extracting(MethodRoute::plugin, MethodRoute::template)
                .contains(tuple("rest.admin", "/usage"));
    }

    @Test
    void aMethodSaysItsMediaTypesAndResult() throws Exception {
        final MethodModel create = route("OrderResource.create").method();
        assertThat(create.consumes()).containsExactly(MediaType.APPLICATION_JSON_TYPE);
        assertThat(create.produces()).containsExactly(MediaType.APPLICATION_JSON_TYPE);
        assertThat(create.resultType()).isEqualTo(Order.class);
        assertThat(create.getResourceClass()).isEqualTo(OrderResource.class);
        assertThat(create.getResourceMethod()).isEqualTo(OrderResource.class.getMethod("create", Order.class));
        assertThat(create.annotation(MaxBodySize.class).value()).isEqualTo("64K");
        assertThat(create.annotation(Deadline.class).value()).isEqualTo("2s");
        assertThat(new TypeLiteral<Single<List<Order>>>() {}.getType())
                .isEqualTo(route("OrderResource.list").method().resultType());
        assertThat(route("OrderResource.change").method().consumes())
                .containsExactly(MediaType.valueOf("application/merge-patch+json"));
        assertThat(route("OrderResource.any").method().isLocator()).isTrue();
    }

    @Test
    void parametersAreThoseOfMethodBeanAndResource() {
        assertThat(route("OrderResource.list").method().parameters())
                .extracting(
                        ParameterModel::kind,
                        ParameterModel::name,
                        ParameterModel::isRequired,
                        ParameterModel::isValidated)
                .containsExactlyInAnyOrder(
                        tuple(Kind.QUERY, "limit", false, true),
                        tuple(Kind.HEADER, "X-Cursor", false, false),
                        tuple(Kind.CONTEXT, "", false, false),
                        tuple(Kind.QUERY, "tenant", false, false));
        assertThat(route("OrderResource.form").method().parameters())
                .extracting(
                        ParameterModel::kind,
                        ParameterModel::name,
                        ParameterModel::defaultValue,
                        ParameterModel::isRequired,
                        ParameterModel::isValidated)
                .containsExactly(
                        tuple(Kind.FORM, "name", Optional.empty(), true, true),
                        tuple(Kind.COOKIE, "theme", Optional.of("dark"), false, false),
                        tuple(Kind.QUERY, "tag", Optional.empty(), false, true),
                        tuple(Kind.QUERY, "tenant", Optional.empty(), false, false));
        final List<ParameterModel> change =
                route("OrderResource.change").method().parameters();
        assertThat(change)
                .extracting(ParameterModel::kind, ParameterModel::name, ParameterModel::isRequired)
                .containsExactly(
                        tuple(Kind.PATH, "id", true), tuple(Kind.BODY, "", true), tuple(Kind.QUERY, "tenant", false));
        assertThat(change.get(0).type()).isEqualTo(long.class);
        assertThat(change.get(0).annotation(PathParam.class).value()).isEqualTo("id");
    }

    @Test
    void stepsSayTheirValues() {
        assertThat(route("OrderResource.create").steps())
                .containsSubsequence(
                        "deadline 2s",
                        "rate limit 10 per 1m for each client",
                        "body limit 64K",
                        "reader",
                        "request filters Pass",
                        "receive body",
                        "create resource",
                        "read arguments",
                        "validate arguments",
                        "call method",
                        "write response");
        assertThat(route("OrderResource.form").steps()).anyMatch(step -> step.startsWith("move to a worker thread"));
    }

    @Path("/hidden")
    public static final class HiddenMethodResource {

        @GET
        @Path("{id}/items")
        public String items(@PathParam("id") final String id) {
            return id;
        }

        @Path("{id}/locator")
        public Object locator(@PathParam("id") final String id) {
            return id;
        }

        @GET
        @Path("{id}/parts")
        public String parts(@PathParam("id") final String id) {
            return id;
        }
    }

    @Path("/hidden/{id}")
    public static final class HidingResource {

        @GET
        public String get(@PathParam("id") final String id) {
            return id;
        }

        @POST
        @Path("parts")
        public String parts(@PathParam("id") final String id) {
            return id;
        }
    }

    /** As Jakarta REST says: the class with the better path is asked alone. */
    @Test
    void methodsThatNoRequestReachesAreNotListed() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(HiddenMethodResource.class, HidingResource.class))) {
            assertThat(server.get("/hidden/1/items").status()).isEqualTo(404);
            assertThat(server.get("/hidden/1/parts").status()).isEqualTo(405);
            assertThat(server.get("/hidden/1").status()).isEqualTo(200);
            assertThat(server.application().get(ResourceMethods.class).all())
                    .extracting(route -> route.method().toString())
                    .filteredOn(name -> name.startsWith("Hid"))
                    .containsExactlyInAnyOrder("HidingResource.get", "HidingResource.parts");
        }
    }

    @Test
    void mappedFailuresHaveTheirStatus() {
        assertThat(application.get(ResourceMethods.class).mappedFailures())
                .containsOnly(
                        entry(NoSuchElementException.class, OptionalInt.of(404)),
                        entry(ArithmeticException.class, OptionalInt.empty()));
    }

    @Test
    void aPluginReadsTheTableWhenItIsPrepared() {
        assertThat(READER.prepared).isEqualTo(all().size()).isGreaterThan(7);
    }

    /** A provider of steps is asked while the methods are compiled. */
    @Test
    void whileTheResourcesAreCompiledThereIsNoTable() {
        assertThat(READER.early).contains("requested before they were compiled", "in the plugin's prepare(..)");
    }

    @Test
    void theOptionRoutesPrintsTheTableAndExits() {
        final String printed = PrintedText.of(JZenith.application("--routes", "--routes.admin")
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class),
                        RestPlugin.named("admin").withResources(UsageResource.class))
                .withOverridingConfiguration("rest.health.enabled", false)
                .withOverridingConfiguration("rest.admin.health.enabled", false)
                .withOverridingConfiguration("rest.admin.port", 0));
        final List<String> lines = printed.lines().toList();
        assertThat(lines)
                .anyMatch(
                        line -> line.matches(
                                "POST {5}/orders +OrderResource.create +application/json +application/json +"
                                        + "deadline 2s, rate limit 10 per 1m for each client, body limit 64K, .*, write response"))
                .anyMatch(line -> line.matches("locator +/orders/\\{id}/any +OrderResource.any +- +- +.*"))
                .anyMatch(line -> line.matches("GET +/usage +UsageResource.usage +- +text/plain +.*"));
        assertThat(lines.get(0)).matches("METHOD {3}PATH +JAVA METHOD +CONSUMES +PRODUCES +STEPS");
        final int column = lines.get(0).indexOf("JAVA METHOD");
        assertThat(lines.subList(0, 8))
                .allMatch(line -> line.substring(column - 2).matches("  [A-Z].*"));
    }
}
