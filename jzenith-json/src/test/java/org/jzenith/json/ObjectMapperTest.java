package org.jzenith.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.google.inject.Module;
import com.google.inject.multibindings.Multibinder;
import io.smallrye.config.ConfigMapping;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.plugin.DefaultModules;
import org.jzenith.core.problem.StartException;
import org.jzenith.json.internal.configuration.JsonConfiguration;

/** The mapper of an application, and the ways to adjust it. */
final class ObjectMapperTest {

    @ConfigMapping(prefix = "documents")
    interface Settings {

        JsonConfiguration json();
    }

    /** A plugin that reads documents and does nothing else. */
    private static final class DocumentsPlugin implements Plugin, DefaultModules {

        @Override
        public String name() {
            return "documents";
        }

        @Override
        public List<Class<?>> configurations() {
            return List.of(Settings.class);
        }

        @Override
        public List<Module> modules() {
            return List.of(Json.bindings(), binder -> {
                final com.google.inject.Provider<Settings> settings = binder.getProvider(Settings.class);
                binder.bind(JsonConfiguration.class)
                        .toProvider(() -> settings.get().json());
            });
        }

        @Override
        public List<Module> defaultModules() {
            return List.of(Json.defaultBindings());
        }
    }

    enum Size {
        SMALL,
        LARGE
    }

    record Item(String name, int count) {}

    record Order(
            Optional<String> note,
            Instant at,
            LocalDate day,
            Duration takes,
            Size size,
            BigDecimal price,
            JsonObject extra,
            JsonArray tags) {}

    record Numbers(double price, OptionalDouble weight, BigDecimal sum, double[] many, Object any) {}

    private static JZenith application(final Module... modules) {
        return JZenith.application().withPlugins(new DocumentsPlugin()).withModules(modules);
    }

    private static Item item(final RunningApplication application, final String json) throws JsonProcessingException {
        return application.get(ObjectMapper.class).readValue(json, Item.class);
    }

    private static Module adjustment(final com.fasterxml.jackson.databind.Module... jacksons) {
        return binder -> {
            final Multibinder<com.fasterxml.jackson.databind.Module> set =
                    Multibinder.newSetBinder(binder, com.fasterxml.jackson.databind.Module.class);
            for (final com.fasterxml.jackson.databind.Module each : jacksons) {
                set.addBinding().toInstance(each);
            }
        };
    }

    /** Its map is there before the JSON is read. */
    public static final class Merged {

        @JsonMerge
        public Map<String, Object> settings = new HashMap<>(Map.of("limit", 1));
    }

    @Test
    void aNumberThatDoesNotFitIsRefusedInAMergedMap() throws Exception {
        try (RunningApplication application = application().run()) {
            final ObjectMapper mapper = application.get(ObjectMapper.class);
            assertThat(mapper.readValue("{\"settings\":{\"limit\":2}}", Merged.class).settings)
                    .containsEntry("limit", 2);
            assertThatThrownBy(() -> mapper.readValue("{\"settings\":{\"limit\":1e400}}", Merged.class))
                    .isInstanceOf(JsonProcessingException.class);
        }
    }

    /** Of WebSockets' messages, for example, which are read without a limit of tokens. */
    @Test
    void documentsAreNested500LevelsDeepAtMost() throws Exception {
        try (RunningApplication application = application().run()) {
            final ObjectMapper mapper = application.get(ObjectMapper.class);
            assertThat(mapper.readTree("[".repeat(500) + "]".repeat(500)).isArray())
                    .isTrue();
            assertThatThrownBy(() -> mapper.readTree("[".repeat(501) + "]".repeat(501)))
                    .isInstanceOf(JsonProcessingException.class)
                    .hasMessageContaining("501");
        }
    }

    @Test
    void aRecordIsReadByItsComponentsAndTheMapperIsOne() throws Exception {
        try (RunningApplication application = application().run()) {
            assertThat(item(application, "{\"count\":2,\"name\":\"pen\"}")).isEqualTo(new Item("pen", 2));
            assertThat(application.get(ObjectMapper.class)).isSameAs(application.get(ObjectMapper.class));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"pen\",\"count\":2,\"colour\":\"red\"}",
                "{\"name\":\"pen\",\"count\":2} x",
                "{\"name\":\"pen\",\"count\":\"2\"}",
                "{\"name\":\"pen\",\"count\":2.5}",
                "{\"name\":\"pen\",\"count\":null}",
                "{\"name\":2,\"count\":2}",
                "{\"name\":true,\"count\":2}",
            })
    void whatIsNotExactlyTheTypeIsRefused(final String json) {
        try (RunningApplication application = application().run()) {
            assertThatThrownBy(() -> item(application, json)).isInstanceOf(JsonProcessingException.class);
        }
    }

    /** The mapper writes both as strings. */
    @Test
    void anArrayOfBytesOrLettersIsAString() throws Exception {
        try (RunningApplication application = application().run()) {
            final ObjectMapper mapper = application.get(ObjectMapper.class);
            assertThat(mapper.readValue("\"AQI=\"", byte[].class)).containsExactly(1, 2);
            assertThat(mapper.readValue("\"ab\"", char[].class)).containsExactly('a', 'b');
            assertThatThrownBy(() -> mapper.readValue("[1,2]", byte[].class))
                    .isInstanceOf(JsonProcessingException.class);
            assertThatThrownBy(() -> mapper.readValue("[\"a\"]", char[].class))
                    .isInstanceOf(JsonProcessingException.class);
        }
    }

    @Test
    void aNumberIsNoEnumConstant() {
        try (RunningApplication application = application().run()) {
            assertThatThrownBy(() -> application.get(ObjectMapper.class).readValue("0", Size.class))
                    .isInstanceOf(JsonProcessingException.class);
        }
    }

    @Test
    void timesAreIsoAndOptionalsAndTypesOfVertxAreThemselves() throws Exception {
        final String json =
                "{\"note\":null,\"at\":\"2024-02-29T12:00:00Z\",\"day\":\"2024-02-29\",\"takes\":\"PT1M30S\","
                        + "\"size\":\"LARGE\",\"price\":1.50,\"extra\":{\"a\":[1]},\"tags\":[\"x\",{\"b\":2}]}";
        try (RunningApplication application = application().run()) {
            final ObjectMapper mapper = application.get(ObjectMapper.class);
            final Order order = mapper.readValue(json, Order.class);
            assertThat(order.note()).isEmpty();
            assertThat(order.takes()).isEqualTo(Duration.ofSeconds(90));
            assertThat(order.extra()).isEqualTo(new JsonObject("{\"a\":[1]}"));
            assertThat(order.tags()).isEqualTo(new JsonArray("[\"x\",{\"b\":2}]"));
            assertThat(mapper.writeValueAsString(order)).isEqualTo(json);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "price  | 1e999",
                "price  | \"NaN\"",
                "weight | 1e999",
                "sum    | 1e10001",
                "many   | [1, 1e999]",
                "any    | 1e999",
            })
    void aNumberThatDoesNotFitItsTypeIsRefused(final String field, final String value) {
        try (RunningApplication application = application().run()) {
            assertThatThrownBy(() -> application
                            .get(ObjectMapper.class)
                            .readerFor(Numbers.class)
                            .without(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                            .readValue("{\"" + field + "\":" + value + "}"))
                    .isInstanceOf(JsonProcessingException.class)
                    .hasMessageContaining(field);
        }
    }

    @Test
    void anExactNumberMayBeAString() throws Exception {
        try (RunningApplication application = application().run()) {
            assertThat(application.get(ObjectMapper.class).readValue("\"12345678901234567890.5\"", BigDecimal.class))
                    .isEqualTo(new BigDecimal("12345678901234567890.5"));
        }
    }

    @Test
    void unknownFieldsAreIgnoredWhereTheSettingSaysSo() throws Exception {
        try (RunningApplication application = application()
                .withConfiguration("documents.json.reject-unknown-fields", false)
                .run()) {
            assertThat(item(application, "{\"name\":\"pen\",\"count\":2,\"colour\":\"red\"}"))
                    .isEqualTo(new Item("pen", 2));
        }
    }

    @Test
    void aWrongSettingFailsTheStartWithItsKeyAndValue() {
        assertThatThrownBy(() -> application()
                        .withConfiguration("documents.json.reject-unknown-fields", "maybe")
                        .run())
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.problems())
                                .singleElement()
                                .extracting(Object::toString)
                                .asString()
                                .contains("documents.json.reject-unknown-fields", "'maybe'", "true or false"));
    }

    @Test
    void everyAdjustmentCountsAndComesAfterTheDefaults() throws Exception {
        try (RunningApplication application = application(adjustment(
                        Json.adjust(mapper -> mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)),
                        Json.adjust(mapper -> mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)),
                        Json.adjust(mapper -> mapper.disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS))))
                .run()) {
            final ObjectMapper mapper = application.get(ObjectMapper.class);
            assertThat(mapper.writeValueAsString(new Named(null, 3))).isEqualTo("{\"item_count\":3}");
            assertThat(item(application, "{\"name\":\"pen\",\"count\":2} x")).isEqualTo(new Item("pen", 2));
        }
    }

    record Named(String itemName, int itemCount) {}

    @Test
    void aMapperOfTheApplicationIsTakenAsItIs() throws Exception {
        final ObjectMapper own = new ObjectMapper().registerModules(Json.modules());
        try (RunningApplication application = application(
                        binder -> binder.bind(ObjectMapper.class).toInstance(own),
                        adjustment(Json.adjust(
                                mapper -> mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE))))
                .run()) {
            assertThat(application.get(ObjectMapper.class)).isSameAs(own);
            assertThat(own.writeValueAsString(new Named("pen", 3))).isEqualTo("{\"itemName\":\"pen\",\"itemCount\":3}");
        }
    }

    /** Reads as a plugin does. */
    private static Object read(final RunningApplication application, final String json, final long maxTokens)
            throws IOException {
        final ObjectMapper mapper = application.get(ObjectMapper.class);
        return Json.documents(mapper, maxTokens)
                .read(mapper.readerFor(Item.class), new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aDocumentHasALimitOfTokens() throws Exception {
        final String json = "{\"name\":\"pen\",\"count\":2}"; // six tokens
        try (RunningApplication application = application().run()) {
            assertThat(read(application, json, 6)).isEqualTo(new Item("pen", 2));
            assertThatThrownBy(() -> read(application, json, 5))
                    .hasMessage("The document has more than 5 tokens.")
                    .satisfies(failure ->
                            assertThat(Json.Documents.exceededTokens(failure)).hasValue(5));
            assertThatThrownBy(() -> read(application, "{\"name\":", 6))
                    .satisfies(failure ->
                            assertThat(Json.Documents.exceededTokens(failure)).isEmpty());
        }
    }

    @Test
    void aMissingFieldIsToldFromOneThatIsNull() {
        try (RunningApplication application = application().run()) {
            for (final Map.Entry<String, Boolean> each : Map.of(
                            "{\"name\":\"pen\"}", true, "{\"name\":\"pen\",\"count\":null}", false)
                    .entrySet()) {
                assertThatThrownBy(() -> read(application, each.getKey(), 100))
                        .isInstanceOf(JsonProcessingException.class)
                        .satisfies(failure -> assertThat(Json.Documents.isFieldMissing(failure))
                                .isEqualTo(each.getValue()));
            }
        }
    }
}
