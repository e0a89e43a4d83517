package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.google.common.collect.ImmutableList;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.SingleSource;
import io.reactivex.disposables.Disposable;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MaxElements;
import org.jzenith.rest.body.MergePatch;
import org.jzenith.rest.body.Part;
import org.jzenith.test.internal.log.LogLines;
import org.reactivestreams.Publisher;

/**
 * The reports of docs/mistakes.md, word by word. The system property {@code mistakes.update} writes what is reported now
 * into that page.
 */
final class MistakesTest {

    private static final java.nio.file.Path PAGE = java.nio.file.Path.of("../docs/mistakes.md");

    /** Reports that say nearly the same as one of the page. */
    private static final java.nio.file.Path SIMILAR = java.nio.file.Path.of("src/test/resources/similar-mistakes.md");

    record Order(String name) {}

    static final class NoOrder {}

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("roles", RolesResource.class),
                mistake("roles-of-service", DeskResource.class),
                mistake("same-requests", OrderResource.class, OtherOrderResource.class),
                mistake("given-twice", OrderResource.class, OrderResource.class),
                mistake("health", HealthResource.class),
                mistake("results", ResultsResource.class),
                mistake("results-of-others", reactor.core.publisher.ReactorResource.class),
                mistake("suspended-result", SuspendedResource.class),
                mistake("no-path", PathlessResource.class),
                mistake("no-methods", EmptyResource.class),
                mistake("abstract-resource", OrderApi.class),
                Arguments.of(
                        "no-provider",
                        RestPlugin.withResources(OrderResource.class)
                                .withProviders(NoOrder.class, OrderResource.class)),
                mistake("no-http-method", LocatorResource.class),
                mistake("path-parameter", PathParameterResource.class),
                mistake("body", BodyResource.class),
                mistake("context", ContextResource.class),
                mistake("path-parameter-of-bean", BeanPathResource.class, FineBeanPathResource.class),
                mistake("no-writer", NoWriterResource.class),
                mistake("conversion", ConversionResource.class),
                mistake("default-value", DefaultValueResource.class),
                mistake("max-elements", ImportResource.class),
                mistake("max-elements-of-list", ListImportResource.class),
                Arguments.of(
                        "pre-matching",
                        RestPlugin.withResources(OrderResource.class).withProviders(EarlyFeature.class)),
                mistake("path", WrongPathResource.class),
                mistake("media-type", MediaTypeResource.class),
                mistake("media-type-of-body", PatchedResource.class),
                mistake("json", JsonResource.class),
                mistake("constraint", ConstraintResource.class, ConstrainedFieldResource.class),
                mistake("constraint-on-elements", ConstrainedFlowResource.class));
    }

    private static Arguments mistake(final String name, final Class<?>... resources) {
        return Arguments.of(name, RestPlugin.withResources(resources));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void theStartFailsWithTheReportOfThePage(final String name, final RestApi plugin) throws Exception {
        final StartException failure = catchThrowableOfType(StartException.class, () -> {
            try (RunningServer server = RunningServer.of(plugin)) {
                assertThat(server.application()).as("started").isNull();
            }
        });
        assertThat(failure).isNotNull();
        compare(name, failure.problems());
    }

    @Test
    void twoListenersAtOnePortFailTheStart() throws Exception {
        final JZenith application = JZenith.application("--rest.port=8443", "--rest.listeners.partners.port=8443")
                .withPlugins(RestPlugin.withResources(OrderResource.class));
        final StartException failure = catchThrowableOfType(
                StartException.class, () -> application.run().stop());
        assertThat(failure).isNotNull();
        compare("same-port", failure.problems());
    }

    /** The problems as the page shows them: the start of each remedy, once, and no origin. */
    private static String withoutOrigins(final List<StartProblem> problems) {
        final Map<String, String> whats = new LinkedHashMap<>();
        for (final StartProblem problem : problems) {
            assertThat(problem.origin()).isNotBlank();
            whats.merge(firstSentence(problem.remedy()), problem.what(), (one, other) -> one + '\n' + other);
        }
        return whats.entrySet().stream()
                .map(each -> each.getValue() + "\n   " + each.getKey())
                .collect(Collectors.joining("\n\n"));
    }

    private static String firstSentence(final String remedy) {
        return remedy.replaceFirst("(?<=[^.][.?]) (?=[A-Z@]).*", "");
    }

    /** A block of the page may leave problems out by a word of theirs; then the other file has all of them. */
    private static void compare(final String name, final List<StartProblem> problems) throws Exception {
        final Matcher block = block(name, PAGE);
        final String left = block.find() ? block.group("without") : null;
        if (left == null) {
            compare(name, withoutOrigins(problems));
        } else {
            compareIn(SIMILAR, name, withoutOrigins(problems));
            compareIn(
                    PAGE,
                    name,
                    withoutOrigins(problems.stream()
                            .filter(problem -> Stream.of(left.split(" "))
                                    .noneMatch(word -> problem.what().contains(word)))
                            .toList()));
        }
    }

    private static void compare(final String name, final String reported) throws Exception {
        compareIn(block(name, PAGE).find() ? PAGE : SIMILAR, name, reported);
    }

    private static void compareIn(final java.nio.file.Path file, final String name, final String reported)
            throws Exception {
        final Matcher block = block(name, file);
        assertThat(block.find()).as("a block of " + name + " in " + file).isTrue();
        final String shown = reported.replace("shop.MistakesTest$", "shop.") + '\n';
        if (Boolean.getBoolean("mistakes.update")) {
            final String page = Files.readString(file);
            Files.writeString(file, page.substring(0, block.start("text")) + shown + page.substring(block.end("text")));
        } else {
            assertThat(shown).isEqualTo(block.group("text"));
        }
    }

    private static Matcher block(final String name, final java.nio.file.Path file) throws Exception {
        return java.util.regex.Pattern.compile(
                        "<!-- report: " + name + "(?: without (?<without>[^>]+))? -->\\n```text\\n(?<text>.*?)```",
                        java.util.regex.Pattern.DOTALL)
                .matcher(Files.readString(file));
    }

    static Stream<Arguments> warnings() {
        return Stream.of(
                warning("not-public", HiddenResource.class),
                Arguments.of("hidden-by-class", (Supplier<RestApi>)
                        () -> RestPlugin.withResources(CustomerResource.class, CustomerOrdersResource.class)),
                Arguments.of("hidden-by-method", (Supplier<RestApi>)
                        () -> RestPlugin.withResources(CustomerResource.class, PatternResource.class)),
                warning("json-properties", JsonPropertiesResource.class),
                warning("json-properties-of-result", JsonPropertiesOfResultResource.class),
                warning("consumes-without-body", ConsumesResource.class),
                warning("unknown-media-type", MisspeltResource.class),
                warning("text-of-no-type", TextOfNoTypeResource.class),
                warning("unchecked-body", UncheckedBodyResource.class),
                warning("unchecked-bean-param", UncheckedBeanResource.class),
                Arguments.of("name-binding", (Supplier<RestApi>)
                        () -> RestPlugin.withResources(GuardedResource.class).withProviders(GuardFilter.class)),
                Arguments.of("no-provider-of-application", (Supplier<RestApi>)
                        () -> RestPlugin.withApplication(new StrangeApplication())));
    }

    private static Arguments warning(final String name, final Class<?> resource) {
        return Arguments.of(name, (Supplier<RestApi>) () -> RestPlugin.withResources(resource));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("warnings")
    void theStartWarnsWithTheWordsOfThePage(final String name, final Supplier<RestApi> plugin) throws Exception {
        final List<String> warnings = warnings(() -> plugin.get().withResources(OrderResource.class), "/orders/1", 200);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains(". It comes from ");
        final String[] parts = warnings.get(0).split(" It comes from [\\w.$]+\\. ", 2);
        compare(name, parts[0] + "\n   " + firstSentence(parts[1]));
    }

    @Path("/customers/{id}")
    @Produces("text/plain")
    public static final class CustomerResource {

        @GET
        public String get(@PathParam("id") final String id) {
            return id;
        }

        @GET
        @Path("address")
        public String address(@PathParam("id") final String id) {
            return id;
        }
    }

    @Path("/customers")
    @Produces("text/plain")
    public static final class CustomerOrdersResource {

        @GET
        public String all() {
            return "all";
        }

        @GET
        @Path("{id}/orders")
        public String orders(@PathParam("id") final String id) {
            return id;
        }
    }

    @Path("/patterns")
    @Produces("text/plain")
    public static final class PatternResource {

        @GET
        @Path("{name: .+}")
        public String any(@PathParam("name") final String name) {
            return name;
        }

        @GET
        @Path("{id}")
        public String one(@PathParam("id") final String id) {
            return id;
        }

        @GET
        @Path("{id: [0-9]+}/{part}")
        public String part(@PathParam("id") final String id, @PathParam("part") final String part) {
            return id + part;
        }
    }

    /** The words that are not on the page, because a report of it differs in names alone. */
    @Test
    void similarMistakesFailTheStart() {
        final StartException failure = catchThrowableOfType(StartException.class, () -> {
            try (RunningServer server =
                    RunningServer.of(RestPlugin.withResources(SimilarResultsResource.class, AbstractResource.class)
                            .withProviders(ContainerRequestFilter.class))) {
                assertThat(server.application()).as("started").isNull();
            }
        });
        assertThat(failure)
                .hasMessageContainingAll(
                        "returns Supplier<Order>: a function, which jZenith does not call.",
                        "returns Thread: a task, which jZenith does not run.",
                        "returns Single<Completable>: jZenith waits for the Single, but not for the Completable inside",
                        "returns CompletionStage<Flowable<Order>>: jZenith waits for the CompletionStage, but not for the",
                        "returns Single<Future<Order>>: a java.util.concurrent.Future, whose value can only be awaited",
                        "The abstract class shop.MistakesTest$AbstractResource cannot be instantiated, and no module binds it.",
                        "The interface jakarta.ws.rs.container.ContainerRequestFilter cannot be instantiated, and no");
    }

    static Stream<Arguments> similarWarnings() {
        return Stream.of(
                warning(
                        "takes Priced in shop.MistakesTest$Item as JSON, and Jackson cannot deserialize shop.MistakesTest$Priced: it",
                        JsonComponentResource.class),
                warning(
                        "returns Single<Open> as JSON, and Jackson finds nothing to write in shop.MistakesTest$Open: it",
                        OpenClassResource.class),
                warning(
                        "application/xml, but no MessageBodyWriter writes List<Order> in this format. It comes from shop.MistakesTest$"
                                + "OpenWriterResource. Return a String, byte[] or Buffer,",
                        OpenWriterResource.class),
                warning(
                        "application/xml, but no MessageBodyReader reads Order from this format.",
                        SomeReadersResource.class),
                warning("But its result, Response, has no resource methods.", ResponseLocatorResource.class),
                warning("Declare the parameter 'entries' as List<@Valid Entry>.", UncheckedElementsResource.class),
                warning(
                        "Declare the field shop.MistakesTest$Cart.entries as List<@Valid Entry>.",
                        UncheckedFieldResource.class));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("similarWarnings")
    void similarMistakesAreWarnings(final String words, final Supplier<RestApi> plugin) {
        assertThat(warnings(() -> plugin.get().withResources(OrderResource.class), "/orders/1", 200))
                .singleElement()
                .asString()
                .contains(words);
    }

    @Test
    void allMistakesAreReportedTogether() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withPlugins(RestPlugin.withResources(
                                        PathlessResource.class,
                                        OrderApi.class,
                                        RolesResource.class,
                                        OrderResource.class,
                                        OtherOrderResource.class,
                                        ContextResource.class,
                                        ConversionResource.class,
                                        WrongPathResource.class,
                                        UnmakeableResource.class)
                                .withProviders(NoOrder.class))
                        .withOverridingConfiguration("rest.port", 0)
                        .run());
        assertThat(failure.problems().stream().map(StartProblem::origin))
                .containsExactly(
                        "withResources(..)",
                        "withResources(..)",
                        "withProviders(..)",
                        "the resources of the plugin 'rest'",
                        "MistakesTest.UnmakeableResource -> MistakesTest.Order",
                        "shop.MistakesTest$ContextResource",
                        "shop.MistakesTest$ConversionResource",
                        "shop.MistakesTest$ConversionResource",
                        "shop.MistakesTest$WrongPathResource",
                        "shop.MistakesTest$WrongPathResource",
                        "shop.MistakesTest$OrderResource and shop.MistakesTest$OtherOrderResource");
    }

    /** Methods distinguished by the media types of the request. */
    @Test
    void methodsThatDifferInWhatTheyConsumeOrProduceAreNoMistake() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(DifferentResource.class, NearlySameResource.class))) {
            assertThat(server.get("/different", "Accept", "text/plain").body()).isEqualTo("text");
            assertThat(server.get("/different", "Accept", "text/html").body()).isEqualTo("html");
            assertThat(server.get("/different/7").body()).isEqualTo("number 7");
            assertThat(server.get("/different/x").body()).isEqualTo("name x");
            assertThat(server.send("PUT", "/different", "1", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("put text");
            assertThat(server.send("PUT", "/different", "1").body()).isEqualTo("put anything");
        }
    }

    @Test
    void constraintsThatFitAreNoMistake() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(FineConstraintsResource.class))) {
            assertThat(server.get("/constraints/fine?a=7&b=b&c=1&d=d").body()).isEqualTo("fine");
            assertThat(server.get("/constraints/fine?a=0").status()).isEqualTo(400);
        }
    }

    /** Types that Jackson supports through annotations, mixins or modules, or that the application reads itself. */
    @Test
    void typesThatJacksonKnowsAreNoMistake() {
        final com.fasterxml.jackson.databind.module.SimpleModule module =
                new com.fasterxml.jackson.databind.module.SimpleModule()
                        .addAbstractTypeMapping(Priced.class, Priceless.class);
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(FineJsonResource.class),
                binder -> com.google.inject.multibindings.Multibinder.newSetBinder(
                                binder, com.fasterxml.jackson.databind.Module.class)
                        .addBinding()
                        .toInstance(module))) {
            assertThat(server.post("/json/fine", "{\"shape\":{\"kind\":\"round\"},\"priced\":{}}")
                            .body())
                    .isEqualTo("Round Priceless");
            assertThat(server.send("PUT", "/json/fine", "{\"name\":\"a\"}").body())
                    .isEqualTo("a");
        }
    }

    /** An interface is made by the binding of the application. */
    @Test
    void aResourceMayBeAnInterfaceThatIsBound() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(OrderApi.class),
                binder -> binder.bind(OrderApi.class).to(MadeOrders.class))) {
            assertThat(server.get("/api").body()).isEqualTo("made");
        }
    }

    static final class StrangeApplication extends Application {

        @Override
        public Set<Class<?>> getClasses() {
            return Set.of(NoOrder.class);
        }
    }

    @Path("/desk")
    public static final class DeskResource {

        @GET
        @Produces("text/plain")
        public String all() {
            return cancelled();
        }

        @RolesAllowed("admin")
        public String cancelled() {
            return "none";
        }
    }

    @Path("/orders")
    public static final class RolesResource {

        @GET
        @RolesAllowed("admin")
        public Single<String> list() {
            return Single.just("");
        }
    }

    @Path("/orders")
    public static final class OrderResource {

        @GET
        @Path("{id}")
        public Single<Integer> get(@PathParam("id") final int id) {
            return Single.just(id);
        }
    }

    @Path("orders/")
    public static final class OtherOrderResource {

        @GET
        @Path("{number}")
        @Produces("text/plain")
        public String find(@PathParam("number") final String number) {
            return number;
        }

        @GET
        @Path("{name}")
        public String name(@PathParam("name") final String name) {
            return name;
        }
    }

    @Path("/health")
    public static final class HealthResource {

        @GET
        @Produces("application/json")
        public String health() {
            return "{}";
        }
    }

    @Path("/different")
    public static final class DifferentResource {

        @GET
        @Produces("text/plain")
        public String text() {
            return "text";
        }

        @GET
        @Produces("text/html")
        public String html() {
            return "html";
        }

        @GET
        @Produces("text/plain;qs=0.5")
        public String worse() {
            return "worse";
        }

        @PUT
        @Consumes("text/plain")
        public String putText(final String body) {
            return "put text";
        }

        @PUT
        public String put(final String body) {
            return "put anything";
        }
    }

    @Path("/different")
    public static final class NearlySameResource {

        @GET
        @Path("{number: [0-9]+}")
        public String number(@PathParam("number") final int number) {
            return "number " + number;
        }

        @GET
        @Path("{name}")
        public String name(@PathParam("name") final String name) {
            return "name " + name;
        }
    }

    @Path("/results")
    @SuppressWarnings("rawtypes")
    public static final class ResultsResource {

        @GET
        @Path("1")
        public Future<String> future() {
            return null;
        }

        @GET
        @Path("2")
        public Callable<Order> callable() {
            return null;
        }

        @GET
        @Path("4")
        public Runnable runnable() {
            return null;
        }

        @GET
        @Path("6")
        public Optional<Single<Order>> optional() {
            return null;
        }

        @GET
        @Path("7")
        public Single<Single<Order>> singles() {
            return null;
        }

        @GET
        @Path("10")
        public Publisher<Order> publisher() {
            return null;
        }

        @GET
        @Path("11")
        public Flow.Publisher<Order> flow() {
            return null;
        }

        @GET
        @Path("12")
        public Single raw() {
            return null;
        }

        @GET
        @Path("13")
        public Flowable<?> wildcard() {
            return null;
        }

        @GET
        @Path("14")
        public Disposable subscription() {
            return null;
        }

        @GET
        @Path("15")
        public SingleSource<Order> source() {
            return null;
        }
    }

    @Path("/similar")
    public static final class SimilarResultsResource {

        @GET
        @Path("3")
        public Supplier<Order> supplier() {
            return null;
        }

        @GET
        @Path("5")
        public Thread thread() {
            return null;
        }

        @GET
        @Path("8")
        public Single<Completable> completable() {
            return null;
        }

        @GET
        @Path("9")
        public CompletionStage<Flowable<Order>> stage() {
            return null;
        }

        @GET
        @Path("16")
        public Single<Future<Order>> inside() {
            return null;
        }
    }

    @Path("/pages")
    public static final class DefaultValueResource {

        @GET
        @Produces("text/plain")
        public String get(@QueryParam("limit") @DefaultValue("all") final int limit) {
            return "";
        }
    }

    @Path("/imports")
    public static final class ImportResource {

        @POST
        @MaxElements(0)
        public Completable importAll(final Flowable<Order> orders) {
            return orders.ignoreElements();
        }
    }

    @Path("/imports")
    public static final class ListImportResource {

        @POST
        @MaxElements(100)
        public Completable importAll(final List<Order> orders) {
            return Completable.complete();
        }
    }

    @PreMatching
    static final class EarlyFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {}
    }

    static final class EarlyFeature implements DynamicFeature {

        @Override
        public void configure(final ResourceInfo resource, final FeatureContext context) {
            context.register(EarlyFilter.class);
        }
    }

    @Path("/suspended")
    public static final class SuspendedResource {

        @GET
        public Single<Order> get(@Suspended final AsyncResponse response) {
            return Single.just(new Order("a"));
        }
    }

    public static final class PathlessResource {

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/empty")
    public static final class EmptyResource {

        public String get() {
            return "";
        }
    }

    @Path("/api")
    public interface OrderApi {

        @GET
        String get();
    }

    public static final class MadeOrders implements OrderApi {

        @Inject
        MadeOrders() {}

        @Override
        public String get() {
            return "made";
        }
    }

    @Path("/abstract")
    public abstract static class AbstractResource {

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/locators")
    public static final class LocatorResource {

        @Path("names")
        public Single<List<String>> names() {
            return Single.just(List.of());
        }
    }

    @Path("/locators")
    public static final class ResponseLocatorResource {

        @Path("names")
        public Response names() {
            return Response.ok().build();
        }
    }

    @Path("/orders/{order}")
    public static final class PathParameterResource {

        @PathParam("customer")
        private String customer;

        @GET
        @Path("items/{item}")
        public String get(@PathParam("id") final String id) {
            return customer + id;
        }
    }

    @Path("/bodies")
    public static final class BodyResource {

        @POST
        @Path("two")
        public Completable two(final Order order, final List<Order> more) {
            return Completable.complete();
        }

        @POST
        @Path("form")
        public Completable form(@FormParam("name") final String name, final Order order) {
            return Completable.complete();
        }

        @GET
        @Path("suspended")
        public void suspended(final AsyncResponse response) {
            response.resume("");
        }
    }

    @Path("/context")
    public static final class ContextResource {

        @GET
        public String get(@Context final Order order) {
            return "";
        }
    }

    public static final class Filter {

        @QueryParam("order")
        private Order order;

        private Filter(final String name) {}
    }

    @Path("/conversion")
    public static final class ConversionResource {

        @GET
        public String get(@QueryParam("order") final Order order, @BeanParam final Filter filter) {
            return "";
        }
    }

    @Path("/paths")
    public static final class WrongPathResource {

        @GET
        @Path("{id")
        public String open(@PathParam("id") final String id) {
            return "";
        }

        @GET
        @Path("{id: [0-9+}")
        public String expression(@PathParam("id") final String id) {
            return "";
        }
    }

    @Path("/media")
    public static final class MediaTypeResource {

        @GET
        @Produces("json")
        public Order get() {
            return new Order("a");
        }
    }

    @Path("/patched")
    public static final class PatchedResource {

        @PATCH
        @Path("merge")
        @Consumes("application/json")
        public Completable merge(final MergePatch patch) {
            return Completable.complete();
        }

        @PATCH
        @Path("operations")
        @Consumes("application/json")
        public Completable operations(final Single<JsonPatch> patch) {
            return Completable.complete();
        }

        @POST
        @Path("upload")
        public Completable upload(final Flowable<Part> parts) {
            return parts.ignoreElements();
        }

        @POST
        @Path("form")
        @Consumes("application/x-www-form-urlencoded")
        public Completable form(final Flowable<Part> parts) {
            return parts.ignoreElements();
        }

        @PATCH
        @Path("fine")
        public Completable fine(final MergePatch patch) {
            return Completable.complete();
        }

        @PATCH
        @Path("any")
        @Consumes({"application/json", "application/*"})
        public Completable any(final JsonPatch patch) {
            return Completable.complete();
        }

        @POST
        @Path("fine")
        @Consumes("multipart/*")
        public Completable fine(final Flowable<Part> parts) {
            return parts.ignoreElements();
        }
    }

    @Path("/media")
    public static final class MisspeltResource {

        @GET
        @Produces("aplication/json")
        public String get() {
            return "{}";
        }
    }

    @Path("/hidden")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class HiddenResource {

        @GET
        String get() {
            return "";
        }

        @GET
        @Path("seen")
        public String seen() {
            return "";
        }
    }

    record Line(@NotBlank String product, @Size(min = 1) int amount) {}

    record Basket(@NotNull LocalDate day, @Valid List<Line> lines, List<@Past String> dates) {}

    @Path("/constraints")
    public static final class ConstraintResource {

        @GET
        public Single<@Min(1) Boolean> get(@QueryParam("limit") @Size(max = 3) @Max(100) final int limit) {
            return Single.just(true);
        }

        @POST
        public Completable post(@Valid final Basket basket) {
            return Completable.complete();
        }

        @PUT
        public Completable put(final List<@NotNull @Positive String> numbers) {
            return Completable.complete();
        }
    }

    @Path("/constraints/fields")
    public static final class ConstrainedFieldResource {

        @QueryParam("limit")
        @NotBlank
        private Integer limit;

        @GET
        public String get() {
            return "" + limit;
        }
    }

    @Path("/constraints/elements")
    public static final class ConstrainedFlowResource {

        @GET
        public Flowable<@NotBlank String> get() {
            return Flowable.just("a");
        }
    }

    @Path("/constraints/fine")
    public static final class FineConstraintsResource {

        @GET
        public Single<@Size(max = 9) String> get(
                @QueryParam("a") @Min(1) @Digits(integer = 3, fraction = 0) final int a,
                @QueryParam("b") @Size(max = 2) final List<@Pattern(regexp = "b*") String> b,
                @QueryParam("c") @Min(1) final OptionalInt c,
                @QueryParam("d") final Optional<@Size(min = 1) String> d,
                @QueryParam("e") @Past final Instant e,
                @QueryParam("f") @NotNull @DefaultValue("f") final StringBuilder f) {
            return Single.just("fine");
        }
    }

    interface Priced {}

    static final class Priceless implements Priced {
        public int price;
    }

    static final class Closed {
        private final String name;

        private Closed(final String name, final int number) {
            this.name = name + number;
        }

        private Closed(final int number, final String name) {
            this.name = name + number;
        }

        String name() {
            return name;
        }
    }

    static class Open {
        String name() {
            return "";
        }
    }

    @com.fasterxml.jackson.annotation.JsonTypeInfo(
            use = com.fasterxml.jackson.annotation.JsonTypeInfo.Id.NAME,
            property = "kind")
    @com.fasterxml.jackson.annotation.JsonSubTypes(
            @com.fasterxml.jackson.annotation.JsonSubTypes.Type(value = Round.class, name = "round"))
    interface Shape {}

    record Round() implements Shape {}

    record Shaped(Shape shape, Priced priced) {}

    record Item(Priced priced) {}

    public static final class Immutable {
        private final String name;

        public Immutable(@com.fasterxml.jackson.annotation.JsonProperty("name") final String name) {
            this.name = name;
        }
    }

    @Path("/json")
    public static final class JsonResource {

        @POST
        public Completable post(final List<Closed> all) {
            return Completable.complete();
        }

        @PUT
        public Completable put(final Priced priced) {
            return Completable.complete();
        }

        @GET
        public Single<List<Closed>> get() {
            return Single.just(List.of());
        }
    }

    @Path("/json/component")
    public static final class JsonComponentResource {

        @POST
        public Completable post(final Item item) {
            return Completable.complete();
        }
    }

    @Path("/json/open")
    public static final class OpenClassResource {

        @GET
        public Single<Open> get() {
            return Single.just(new Open());
        }
    }

    @Path("/json/fine")
    public static final class FineJsonResource {

        @POST
        public String post(final Shaped shaped) {
            return shaped.shape().getClass().getSimpleName() + " "
                    + shaped.priced().getClass().getSimpleName();
        }

        @PUT
        public String put(final Immutable immutable) {
            return immutable.name;
        }
    }

    @Path("/unmakeable")
    public static final class UnmakeableResource {

        public UnmakeableResource(@QueryParam("x") final String x, final Order order) {}

        @GET
        public String get() {
            return "";
        }
    }

    static final class PathFilter {

        @PathParam("order")
        private String order;

        @PathParam("shop")
        @DefaultValue("first")
        private String shop;

        private String line;

        @BeanParam
        private PathPart part;

        @PathParam("line")
        public void setLine(final String given) {
            line = given;
        }

        @Override
        public String toString() {
            return order + line + shop + part;
        }
    }

    static final class PathPart {

        @PathParam("part")
        private String part;

        @Override
        public String toString() {
            return part;
        }
    }

    @Path("/bean-path/{order}")
    public static final class BeanPathResource {

        @GET
        public String get(@BeanParam final PathFilter filter) {
            return filter.toString();
        }
    }

    /** A bean of several methods may have what the path of one of them has not. */
    static final class SharedFilter {

        @PathParam("id")
        private String id;

        @Override
        public String toString() {
            return String.valueOf(id);
        }
    }

    @Path("/bean-path-fine")
    public static final class FineBeanPathResource {

        @GET
        public String all(@BeanParam final SharedFilter filter) {
            return filter.toString();
        }

        @GET
        @Path("{id}")
        public String one(@BeanParam final SharedFilter filter) {
            return filter.toString();
        }
    }

    @Path("/no-writer")
    public static final class NoWriterResource {

        @GET
        @Produces("application/xml")
        public Single<Order> document() {
            return Single.just(new Order("a"));
        }

        @GET
        @Path("stream")
        @Produces({"text/plain", "text/html"})
        public Flowable<Order> stream() {
            return Flowable.just(new Order("a"));
        }

        @POST
        @Consumes("application/xml")
        public Completable post(final Order order) {
            return Completable.complete();
        }
    }

    @Path("/no-writer/open")
    public static final class OpenWriterResource {

        @GET
        @Produces({"application/json", "application/xml"})
        public List<Order> document() {
            return List.of();
        }
    }

    @Path("/no-reader/some")
    public static final class SomeReadersResource {

        @POST
        @Consumes({"application/json", "application/xml"})
        public Completable post(final Single<Order> order) {
            return order.ignoreElement();
        }
    }

    /** A resource with a writer that decides by an annotation of the method. */
    @Path("/writer/fine")
    public static final class FineWriterResource {

        @GET
        @Produces("text/csv")
        @Deprecated
        public Order csv() {
            return new Order("a");
        }

        @GET
        @Path("list")
        @Produces("text/csv")
        @Deprecated
        public Flowable<Order> list() {
            return Flowable.just(new Order("a"), new Order("b"));
        }

        @GET
        @Path("text")
        @Produces({"text/plain", "application/x-ndjson"})
        public Flowable<Integer> numbers() {
            return Flowable.just(1, 2);
        }

        @GET
        @Path("response")
        @Produces("text/csv")
        public Response response() {
            return Response.ok("a").build();
        }

        @GET
        @Path("asked")
        @Produces("text/html")
        public Order asked() {
            return new Order("a");
        }
    }

    @jakarta.ws.rs.ext.Provider
    @Produces({"text/csv", "text/html"})
    public static final class OrderWriter implements jakarta.ws.rs.ext.MessageBodyWriter<Order> {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final java.lang.reflect.Type genericType,
                final java.lang.annotation.Annotation[] annotations,
                final jakarta.ws.rs.core.MediaType mediaType) {
            if (mediaType.getSubtype().equals("html")
                    && org.jboss.resteasy.core.ResteasyContext.getContextData(jakarta.ws.rs.core.UriInfo.class)
                            == null) {
                throw new IllegalStateException("there is no request");
            }
            return mediaType.getSubtype().equals("html")
                    || java.util.Arrays.stream(annotations).anyMatch(Deprecated.class::isInstance);
        }

        @Override
        public void writeTo(
                final Order order,
                final Class<?> type,
                final java.lang.reflect.Type genericType,
                final java.lang.annotation.Annotation[] annotations,
                final jakarta.ws.rs.core.MediaType mediaType,
                final jakarta.ws.rs.core.MultivaluedMap<String, Object> headers,
                final java.io.OutputStream output)
                throws java.io.IOException {
            output.write((order.name() + ";").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    @Test
    void writersThatDecideByAnnotationsOrByTheRequestAreNoMistake() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(FineWriterResource.class).withProviders(OrderWriter.class))) {
            assertThat(server.get("/writer/fine").body()).isEqualTo("a;");
            assertThat(server.get("/writer/fine/list").body()).isEqualTo("a;b;");
            assertThat(server.get("/writer/fine/text", "Accept", "text/plain").body())
                    .isEqualTo("12");
            assertThat(server.get("/writer/fine/response").body()).isEqualTo("a");
            assertThat(server.get("/writer/fine/asked").body()).isEqualTo("a;");
        }
    }

    private static List<String> warnings(final Supplier<RestApi> plugin, final String path, final int status) {
        try (LogLines log = LogLines.of("org.jzenith.rest")) {
            try (RunningServer server = RunningServer.of(plugin.get())) {
                assertThat(server.get(path).status()).isEqualTo(status);
            }
            return log.events().stream()
                    .filter(line -> line.getLevel() == Level.WARN)
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }
    }

    @Path("/text")
    public static final class TextOfNoTypeResource {

        @GET
        public Single<String> get(final @QueryParam("name") String name) {
            return Single.just("Hello " + name);
        }
    }

    @Path("/text/typed")
    public static final class TypedTextResource {

        @GET
        @Path("csv")
        @Produces("text/csv")
        public String get() {
            return "a";
        }

        @GET
        public Response response() {
            return Response.ok("a", "text/plain").build();
        }
    }

    @Test
    void textOfNoTypeIsABrowsersHtmlAndWithATypeItIsNoMistake() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(TextOfNoTypeResource.class))) {
            assertThat(server.get("/text?name=a", "Accept", "*/*").header("Content-Type"))
                    .isEqualTo("application/octet-stream");
            assertThat(server.get("/text?name=a", "Accept", "text/html,*/*;q=0.8")
                            .header("Content-Type"))
                    .startsWith("text/html");
        }
        assertThat(warnings(() -> RestPlugin.withResources(TypedTextResource.class), "/text/typed", 200))
                .isEmpty();
    }

    public record Entry(@Min(1) int quantity, @Size(max = 9) String name) {}

    public record Cart(@NotNull String customer, List<Entry> entries) {}

    public static class Paging {

        @QueryParam("size")
        @Max(50)
        public int size;
    }

    public interface Later {}

    public record Draft(
            @NotNull(groups = Later.class) String text,
            @Valid Entry entry) {}

    @Path("/unchecked/body")
    public static final class UncheckedBodyResource {

        @POST
        public Single<Integer> post(final Single<Entry> entry) {
            return entry.map(Entry::quantity);
        }
    }

    @Path("/unchecked/elements")
    public static final class UncheckedElementsResource {

        @POST
        public int post(final List<Entry> entries) {
            return entries.size();
        }
    }

    @Path("/unchecked/field")
    public static final class UncheckedFieldResource {

        @POST
        public int post(final @Valid Cart cart) {
            return cart.entries().size();
        }
    }

    @Path("/unchecked/bean")
    public static final class UncheckedBeanResource {

        @BeanParam
        private Paging paging;

        @GET
        public int get() {
            return paging.size;
        }
    }

    @Path("/checked")
    public static final class CheckedResource {

        @BeanParam
        @Valid
        private Paging paging;

        @GET
        public int get(final @BeanParam @Valid Paging other) {
            return paging.size + other.size;
        }

        @POST
        @Path("single")
        public Single<Integer> single(final Single<@Valid Entry> entry) {
            return entry.map(Entry::quantity);
        }

        @POST
        @Path("container")
        public int container(final @Valid List<Entry> entries) {
            return entries.size();
        }

        @POST
        @Path("draft")
        public int draft(final @Valid Draft draft) {
            return draft.entry().quantity();
        }

        @POST
        @Path("flow")
        public Single<Long> flow(final Flowable<@Valid Entry> entries) {
            return entries.count();
        }
    }

    @Test
    void constraintsThatAreCheckedOrHaveAGroupOfTheirOwnAreNoMistake() {
        assertThat(warnings(() -> RestPlugin.withResources(CheckedResource.class), "/checked?size=51", 400))
                .isEmpty();
    }

    @Path("/unchecked/library")
    public static final class LibraryContainerResource {

        @POST
        public int post(final ImmutableList<Entry> entries) {
            return entries.size();
        }

        @POST
        @Path("checked")
        public int checked(final ImmutableList<@Valid Entry> entries) {
            return entries.size();
        }
    }

    public static final class ImmutableListReader implements MessageBodyReader<ImmutableList<Entry>> {

        @Override
        public boolean isReadable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == ImmutableList.class;
        }

        @Override
        public ImmutableList<Entry> readFrom(
                final Class<ImmutableList<Entry>> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body) {
            return ImmutableList.of();
        }
    }

    @Test
    void elementsOfAContainerOfGuavaAreCheckedAsThoseOfTheJdkAre() {
        assertThat(warnings(
                        () -> RestPlugin.withResources(LibraryContainerResource.class)
                                .withProviders(ImmutableListReader.class),
                        "/unchecked/library",
                        405))
                .singleElement()
                .asString()
                .contains(
                        "LibraryContainerResource.post(ImmutableList)",
                        "takes ImmutableList<Entry> as the body, but @Valid is missing",
                        "ImmutableList<@Valid Entry>");
    }

    @Test
    void warningsFailTheStartWhereTheApplicationAsksForThat() throws Exception {
        final StartException failure = catchThrowableOfType(StartException.class, () -> {
            try (RunningServer server = RunningServer.of(
                    RestPlugin.withResources(HiddenResource.class, UncheckedBodyResource.class),
                    java.util.Map.of("rest.fail-on-warnings", true))) {
                assertThat(server.application()).as("started").isNull();
            }
        });
        assertThat(failure).isNotNull();
        assertThat(failure.problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.remedy())
                        .endsWith(" This warning fails startup because rest.fail-on-warnings is set."));
    }

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Guarded {}

    @Guarded
    static final class GuardFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            request.abortWith(Response.status(Response.Status.FORBIDDEN).build());
        }
    }

    public static final class Items {

        @GET
        @Guarded
        public int count() {
            return 1;
        }

        @GET
        @Path("last")
        public int last() {
            return 1;
        }
    }

    @Guarded
    public static final class GuardedItems {

        @GET
        public int count() {
            return 1;
        }
    }

    public static final class GuardedItemMethods {

        @GET
        @Guarded
        public int count() {
            return 1;
        }
    }

    @Path("/guarded")
    @Guarded
    public static final class GuardedResource {

        @Path("items")
        public Items items() {
            return new Items();
        }
    }

    @Path("/guarded-at-all")
    @Guarded
    public static final class GuardedAtAllResource {

        @Path("items")
        public GuardedItems items() {
            return new GuardedItems();
        }

        @Path("methods")
        public GuardedItemMethods methods() {
            return new GuardedItemMethods();
        }
    }

    @Path("/unknown")
    public static final class UnknownItemsResource {

        @Path("items")
        @Guarded
        public Object items() {
            return new GuardedItems();
        }
    }

    @Test
    void aSubResourceOfAGuardedClassIsNotGuardedUnlessItHasTheBindingItself() {
        final RestApi plugin = RestPlugin.withResources(GuardedResource.class).withProviders(GuardFilter.class);
        assertThat(warnings(() -> plugin, "/guarded/items", 403)).hasSize(1);
        assertThat(warnings(() -> plugin, "/guarded/items/last", 200)).hasSize(1);
        final RestApi fine =
                RestPlugin.withResources(GuardedAtAllResource.class).withProviders(GuardFilter.class);
        assertThat(warnings(() -> fine, "/guarded-at-all/items", 403)).isEmpty();
        assertThat(warnings(() -> fine, "/guarded-at-all/methods", 403)).isEmpty();
    }

    @Test
    void aGuardedLocatorWhoseTypeSaysNothingIsAWarning() {
        assertThat(warnings(
                        () -> RestPlugin.withResources(UnknownItemsResource.class)
                                .withProviders(GuardFilter.class),
                        "/unknown/items",
                        403))
                .singleElement()
                .asString()
                .contains("does not run for the methods of the locator's result.")
                .endsWith(
                        "Annotate the class that the locator returns with @Guarded, and declare this class as the return"
                                + " type.");
    }

    @Path("/consumes")
    @Produces("text/plain")
    public static final class ConsumesResource {

        @GET
        @Consumes("application/json")
        public String get() {
            return "fine";
        }

        @jakarta.ws.rs.DELETE
        @Consumes("application/json")
        public String delete(final Order order) {
            return order.name();
        }
    }

    /** A bean as frameworks of the past wanted it. */
    public static class Task {

        private String name = "a";
        private Supplier<String> later = () -> "b";

        public String getName() {
            return name;
        }

        public void setName(final String given) {
            name = given;
        }

        @com.fasterxml.jackson.annotation.JsonIgnore
        public Thread getThread() {
            return Thread.currentThread();
        }

        public Stream<String> getLines() {
            return Stream.of(name); // written by Jackson's module for Java 8
        }

        public Task getNext() {
            return null; // trees are legal
        }

        public void setLater(final Supplier<String> given) {
            later = given;
        }

        @Override
        public String toString() {
            return later.get();
        }
    }

    @Path("/json/properties")
    public static final class JsonPropertiesResource {

        @POST
        public Single<Task> post(final Task task) {
            return Single.just(task);
        }
    }

    public record Job(String name, List<Step> steps) {}

    public record Step(Future<String> result) {}

    @Path("/json/properties-of-result")
    public static final class JsonPropertiesOfResultResource {

        @GET
        public Single<Job> get() {
            return Single.just(new Job("a", List.of()));
        }
    }
}
