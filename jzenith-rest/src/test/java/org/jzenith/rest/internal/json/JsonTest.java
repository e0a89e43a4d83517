package org.jzenith.rest.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Single;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.json.Json;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

final class JsonTest {

    private static final RestApi PLUGIN = RestPlugin.withResources(JsonResource.class);
    private static RunningServer server;

    record Times(Instant instant, LocalDate date, Duration duration, OffsetDateTime offset) {}

    record Options(Optional<String> given, Optional<String> empty) {}

    interface Shape {}

    record Circle(int radius) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Cat.class, name = "cat"))
    interface Animal {}

    record Cat(int lives) implements Animal {}

    record Money(BigDecimal amount) {}

    record Tree(JsonObject object, JsonArray array) {}

    /** Has a constructor whose parameters are known by name only. */
    public static final class Classic {
        private final String firstName;

        public Classic(final String firstName) {
            this.firstName = firstName;
        }

        public String getFirstName() {
            return firstName;
        }
    }

    static final class Short {}

    record Viewed(String always, @JsonView(Classic.class) String hidden) {}

    @Path("/json")
    @Produces("application/json")
    public static final class JsonResource {

        @POST
        @Path("times")
        public Times times(final Times times) {
            return times;
        }

        @POST
        @Path("options")
        public Single<Options> options(final Options options) {
            return Single.just(options);
        }

        @POST
        @Path("classic")
        public Classic classic(final Classic classic) {
            return classic;
        }

        @POST
        @Path("money")
        public Money money(final Money money) {
            return money;
        }

        @POST
        @Path("tree")
        public Tree tree(final Tree tree) {
            return tree;
        }

        @POST
        @Path("list")
        public Single<List<Circle>> list(final List<Circle> circles) {
            return Single.just(circles);
        }

        @GET
        @Path("shape")
        public Shape shape() {
            return new Circle(3);
        }

        @GET
        @Path("shapes")
        public List<Shape> shapes() {
            return List.of(new Circle(3));
        }

        @POST
        @Path("animals")
        public Single<List<Animal>> animals(final List<Animal> animals) {
            return Single.just(animals);
        }

        @GET
        @Path("vertx")
        public JsonObject vertx() {
            return new JsonObject().put("list", new JsonArray().add(1).add(new JsonObject().put("a", true)));
        }

        @GET
        @Path("text")
        public String text() {
            return "{\"raw\": 1}";
        }

        @GET
        @Path("view")
        @JsonView(Short.class)
        public Viewed view() {
            return new Viewed("a", "b");
        }

        @POST
        @Path("merge")
        @Consumes("application/merge-patch+json")
        @Produces("application/hal+json")
        public Map<String, Object> merge(final Map<String, Object> body) {
            return body;
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(PLUGIN);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void timesAreIso8601() {
        final String json = "{\"instant\":\"2026-11-20T10:15:30Z\",\"date\":\"2026-11-20\","
                + "\"duration\":\"PT1M30S\",\"offset\":\"2026-11-20T10:15:30+02:00\"}";

        assertThat(server.post("/json/times", json).body()).isEqualTo(json);
    }

    @Test
    void optionalIsItsValueOrNull() {
        assertThat(server.post("/json/options", "{\"given\":\"x\"}").body())
                .isEqualTo("{\"given\":\"x\",\"empty\":null}");
    }

    @Test
    void constructorParametersAreKnownByName() {
        assertThat(server.post("/json/classic", "{\"firstName\":\"Ada\"}").body())
                .isEqualTo("{\"firstName\":\"Ada\"}");
    }

    @Test
    void decimalsMayBeStringsAndStayExact() {
        assertThat(server.post("/json/money", "{\"amount\":\"12.50\"}").body()).isEqualTo("{\"amount\":12.50}");
        assertThat(server.post("/json/money", "{\"amount\":12.50}").body()).isEqualTo("{\"amount\":12.50}");
    }

    @Test
    void genericTypesAreReadAndWritten() {
        assertThat(server.post("/json/list", "[{\"radius\":1},{\"radius\":2}]").body())
                .isEqualTo("[{\"radius\":1},{\"radius\":2}]");
    }

    @Test
    void subclassIsWrittenAsItself() {
        assertThat(server.get("/json/shape").body()).isEqualTo("{\"radius\":3}");
        assertThat(server.get("/json/shapes").body()).isEqualTo("[{\"radius\":3}]");
    }

    @Test
    void elementsKeepTheNamesOfTheirTypes() {
        assertThat(server.post("/json/animals", "[{\"kind\":\"cat\",\"lives\":9}]")
                        .body())
                .isEqualTo("[{\"kind\":\"cat\",\"lives\":9}]");
    }

    @Test
    void vertxJsonIsJson() {
        assertThat(server.get("/json/vertx").body()).isEqualTo("{\"list\":[1,{\"a\":true}]}");
        final String tree = "{\"object\":{\"a\":[1,{\"b\":null}]},\"array\":[true,{}]}";
        assertThat(server.post("/json/tree", tree).body()).isEqualTo(tree);
    }

    @Test
    void stringIsSentAsItIs() {
        final Answer answer = server.get("/json/text");

        assertThat(answer.body()).isEqualTo("{\"raw\": 1}");
        assertThat(answer.header("Content-Type")).startsWith("application/json");
    }

    @Test
    void viewHidesProperties() {
        assertThat(server.get("/json/view").body()).isEqualTo("{\"always\":\"a\"}");
    }

    @Test
    void structuredSuffixIsJson() {
        final Answer answer = server.post("/json/merge", "{\"a\":1}", "Content-Type", "application/merge-patch+json");

        assertThat(answer.header("Content-Type")).startsWith("application/hal+json");
        assertThat(answer.body()).isEqualTo("{\"a\":1}");
    }

    @Test
    void readerOfTheApplicationReadsItsTypeInsteadOfJackson() {
        try (RunningServer own = RunningServer.of(PLUGIN.withProviders(new CentsReader()))) {
            assertThat(own.post("/json/money", "{\"cents\":150}").body()).isEqualTo("{\"amount\":1.50}");
            assertThat(own.post("/json/classic", "{\"firstName\":\"Ada\"}").body())
                    .isEqualTo("{\"firstName\":\"Ada\"}");
        }
    }

    @Test
    void bodyThatAFilterReplacesIsTheOneThatIsRead() {
        try (RunningServer replaced = RunningServer.of(PLUGIN.withProviders(new ReplacingFilter()))) {
            assertThat(replaced.post("/json/classic", "{\"firstName\":\"Ada\"}").body())
                    .isEqualTo("{\"firstName\":\"Grace\"}");
            assertThat(replaced.post("/json/classic", "{\"firstName\":\"Ada\"}", "X-As", "text/csv")
                            .status())
                    .isEqualTo(415);
        }
    }

    @Test
    void mapperOfTheBodiesIsTheOneThatIsBound() throws Exception {
        assertThat(server.application().get(ObjectMapper.class).writeValueAsString(LocalDate.of(2026, 11, 20)))
                .isEqualTo("\"2026-11-20\"");
    }

    @Test
    void unknownFieldsCanBeAllowed() {
        try (RunningServer lenient = RunningServer.of(PLUGIN, Map.of("rest.json.reject-unknown-fields", false))) {
            assertThat(lenient.post("/json/classic", "{\"firstName\":\"Ada\",\"more\":1}")
                            .body())
                    .isEqualTo("{\"firstName\":\"Ada\"}");
        }
        assertThat(server.post("/json/classic", "{\"firstName\":\"Ada\",\"more\":1}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theLastOfRepeatedFieldsCountsUnlessTheMapperIsStrict() {
        final String record = "{\"radius\":1,\"radius\":2}";
        final String tree = "{\"object\":{\"a\":1,\"a\":2},\"array\":[]}";
        assertThat(server.post("/json/options", "{\"given\":\"x\",\"given\":\"y\",\"empty\":null}")
                        .body())
                .isEqualTo("{\"given\":\"y\",\"empty\":null}");
        assertThat(server.post("/json/tree", tree).body()).isEqualTo("{\"object\":{\"a\":2},\"array\":[]}");
        try (RunningServer strict = RunningServer.of(PLUGIN, new Strict())) {
            assertThat(strict.post("/json/list", "[" + record + "]").status()).isEqualTo(400);
            assertThat(strict.post("/json/tree", tree).status()).isEqualTo(400);
            assertThat(strict.post("/json/list", "[{\"radius\":2}]").status()).isEqualTo(200);
        }
    }

    @Test
    void aFieldThatComesAgainWhenTheRecordIsMadeIs400() {
        final Answer answer = server.post("/json/list", "[{\"radius\":1,\"radius\":2}]");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("'[0].radius' occurs more than once.");
    }

    private static final class Strict extends AbstractModule {
        @Override
        protected void configure() {
            Multibinder.newSetBinder(binder(), Module.class)
                    .addBinding()
                    .toInstance(Json.adjust(mapper -> mapper.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)));
        }
    }

    @Test
    void applicationAdjustsTheMapperWithModules() {
        try (RunningServer adjusted = RunningServer.of(PLUGIN, new Adjustments())) {
            assertThat(adjusted.post("/json/classic", "{\"first_name\":\"Ada\"}")
                            .body())
                    .isEqualTo("{\"first_name\":\"Ada\"}");
            assertThat(adjusted.post("/json/options", "{}").body()).isEqualTo("{}");
        }
    }

    @Test
    void anObjectMapperOfTheApplicationReplacesTheDefault() {
        try (RunningServer replaced = RunningServer.of(PLUGIN, new OwnMapper())) {
            for (int i = 0; i < 3; i++) {
                assertThat(replaced.post("/json/classic", "{\"first-name\":\"Ada\",\"more\":1}")
                                .body())
                        .isEqualTo("{\"first-name\":\"Ada\"}");
                assertThat(replaced.get("/json/vertx").body()).isEqualTo("{\"list\":[1,{\"a\":true}]}");
            }
            assertThat(replaced.application().get(ObjectMapper.class).getPropertyNamingStrategy())
                    .isEqualTo(PropertyNamingStrategies.KEBAB_CASE);
        }
    }

    /** RESTEasy counts its type as JSON without a prefix, too. */
    @Consumes("application/*+json")
    private static final class CentsReader implements MessageBodyReader<Money> {

        @Override
        public boolean isReadable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return type == Money.class;
        }

        @Override
        public Money readFrom(
                final Class<Money> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            final String document = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            return new Money(BigDecimal.valueOf(Long.parseLong(document.replaceAll("[^0-9]", "")), 2));
        }
    }

    private static final class ReplacingFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final String type = request.getHeaderString("X-As");
            if (type != null) {
                request.getHeaders().putSingle("Content-Type", type);
            }
            request.setEntityStream(
                    new ByteArrayInputStream("{\"firstName\":\"Grace\"}".getBytes(StandardCharsets.UTF_8)));
        }
    }

    // region adjust
    private static final class Adjustments extends AbstractModule {
        @Override
        protected void configure() {
            final Multibinder<Module> modules = Multibinder.newSetBinder(binder(), Module.class);
            modules.addBinding()
                    .toInstance(Json.adjust(
                            mapper -> mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)));
            modules.addBinding()
                    .toInstance(
                            Json.adjust(mapper -> mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_ABSENT)));
        }
    }
    // endregion

    // region own
    private static final class OwnMapper extends AbstractModule {
        @Override
        protected void configure() {
            bind(ObjectMapper.class)
                    .toInstance(new ObjectMapper()
                            .registerModules(Json.modules())
                            .setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
                            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
        }
    }
    // endregion
}
