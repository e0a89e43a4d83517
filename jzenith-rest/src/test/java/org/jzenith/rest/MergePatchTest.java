package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.reactivex.Single;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.body.MergePatch;

/** Bodies of JSON Merge Patch. */
final class MergePatchTest {

    private static RunningServer server;

    public record Address(String city, @Min(1000) Integer zip) {}

    public record Order(@NotBlank String name, BigDecimal price, Address address, List<String> tags) {}

    @Path("/")
    public static final class Orders {

        private static final Order ORDER =
                new Order("Ann", new BigDecimal("1.10"), new Address("Prague", 11000), List.of("a", "b"));

        @PATCH
        @Path("order")
        @Consumes(MergePatch.MEDIA_TYPE)
        public Order change(final MergePatch patch) {
            return patch.applyTo(ORDER, Order.class);
        }

        @PATCH
        @Path("later")
        public Single<Order> later(final Single<MergePatch> patch) {
            return patch.map(received -> received.applyTo(ORDER, Order.class));
        }

        @PATCH
        @Path("any")
        public JsonNode any(final MergePatch patch, @HeaderParam("Present") final String present) throws Exception {
            return patch.applyTo(new ObjectMapper().readTree(present), JsonNode.class);
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Orders.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Answer patch(final String path, final String body, final String... headers) {
        final String[] all = Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = MergePatch.MEDIA_TYPE;
        return server.send("PATCH", path, body, all);
    }

    /** RFC 7396, appendix A. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"a\":\"b\"}             | {\"a\":\"c\"}       | {\"a\":\"c\"}",
                "{\"a\":\"b\"}             | {\"b\":\"c\"}       | {\"a\":\"b\",\"b\":\"c\"}",
                "{\"a\":\"b\"}             | {\"a\":null}        | {}",
                "{\"a\":\"b\",\"b\":\"c\"}   | {\"a\":null}        | {\"b\":\"c\"}",
                "{\"a\":[\"b\"]}           | {\"a\":\"c\"}       | {\"a\":\"c\"}",
                "{\"a\":\"c\"}             | {\"a\":[\"b\"]}     | {\"a\":[\"b\"]}",
                "{\"a\":{\"b\":\"c\"}}     | {\"a\":{\"b\":\"d\",\"c\":null}} | {\"a\":{\"b\":\"d\"}}",
                "{\"a\":[{\"b\":\"c\"}]}   | {\"a\":[1]}         | {\"a\":[1]}",
                "[\"a\",\"b\"]             | [\"c\",\"d\"]       | [\"c\",\"d\"]",
                "{\"a\":\"b\"}             | [\"c\"]             | [\"c\"]",
                "{\"a\":\"foo\"}           | \"bar\"             | \"bar\"",
                "{\"e\":null}              | {\"a\":1}           | {\"e\":null,\"a\":1}",
                "[1,2]                     | {\"a\":\"b\",\"c\":null} | {\"a\":\"b\"}",
                "{}                        | {\"a\":{\"bb\":{\"ccc\":null}}} | {\"a\":{\"bb\":{}}}",
            })
    void thePatchIsMergedAsTheStandardSays(final String present, final String patch, final String result) {
        assertThat(patch("/any", patch, "Present", present).body()).isEqualTo(result);
    }

    @Test
    void theResultIsAnObjectAndTheOldOneIsNotChanged() {
        for (final String path : new String[] {"/order", "/later"}) {
            assertThat(patch(path, "{\"price\":1.23456789012345678901,\"address\":{\"zip\":null},\"tags\":[]}")
                            .body())
                    .isEqualTo("{\"name\":\"Ann\",\"price\":1.23456789012345678901,\"address\":{\"city\":\"Prague\","
                            + "\"zip\":null},\"tags\":[]}");
            assertThat(patch(path, "{}").body())
                    .startsWith("{\"name\":\"Ann\",\"price\":1.1")
                    .endsWith(",\"address\":{\"city\":\"Prague\",\"zip\":11000},\"tags\":[\"a\",\"b\"]}");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"nam\":\"a\"}        | Unknown field 'nam'.",
                "{\"price\":\"a\"}      | 'price' must be a number.",
                "{\"price\":1e99999}    | too large",
                "{\"name\":             | ",
                "[]                     | must be an object.",
                "null                   | ",
            })
    void whatMakesNoObjectIs400(final String patch, final String detail) {
        for (final String path : new String[] {"/order", "/later"}) {
            final Answer answer = patch(path, patch);
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains(detail == null ? "" : detail);
        }
    }

    @Test
    void theResultIsValidatedWithThePathsOfTheClient() {
        for (final String path : new String[] {"/order", "/later"}) {
            final Answer answer = patch(path, "{\"name\":null}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/violations/0/path").asText()).isEqualTo("name");
        }
    }

    @Test
    void largePatchesAreReadAndOtherTypesAre415() {
        final String large = "x".repeat(400_000);
        assertThat(patch("/order", "{\"name\":\"" + large + "\"}")
                        .json()
                        .get("name")
                        .asText())
                .isEqualTo(large);
        for (final String path : new String[] {"/order", "/any", "/later"}) {
            assertThat(server.send("PATCH", path, "{}", "Content-Type", "application/json")
                            .status())
                    .as(path)
                    .isEqualTo(415);
        }
    }
}
