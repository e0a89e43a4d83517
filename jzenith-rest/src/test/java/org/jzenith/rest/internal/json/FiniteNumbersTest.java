package org.jzenith.rest.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

/** A number of JSON that does not fit is 400, whatever type reads it. */
final class FiniteNumbersTest {

    private static RunningServer server;

    record Price(double value) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Price {}
    }

    record Fields(
            Object anything,
            Number number,
            JsonNode node,
            OptionalDouble optional,
            double[] doubles,
            float[] floats,
            Double boxed,
            double plain,
            Float small,
            Price price) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Box.class, name = "box"))
    interface Thing {}

    record Box(Object inside) implements Thing {}

    @Path("/")
    @Consumes("application/json")
    @Produces("text/plain")
    public static final class Numbers {

        @POST
        @Path("map")
        public String map(final Map<String, Object> map) {
            return map.toString();
        }

        @POST
        @Path("list")
        public String list(final List<Map<String, ?>> list) {
            return list.toString();
        }

        @POST
        @Path("object")
        public String object(final Object object) {
            return object.toString();
        }

        @POST
        @Path("node")
        public String node(final JsonNode node) {
            return node.toString();
        }

        @POST
        @Path("object-node")
        public String objectNode(final ObjectNode node) {
            return node.toString();
        }

        @POST
        @Path("array-node")
        public String arrayNode(final ArrayNode node) {
            return node.toString();
        }

        @POST
        @Path("vertx")
        public String vertx(final JsonObject object) {
            return object.encode();
        }

        @POST
        @Path("thing")
        public String thing(final Thing thing) {
            return thing.toString();
        }

        @POST
        @Path("fields")
        public String fields(final Fields fields) {
            return fields.anything() + " " + fields.number() + " " + fields.node() + " " + fields.optional() + " "
                    + Arrays.toString(fields.doubles()) + " " + Arrays.toString(fields.floats()) + " " + fields.boxed()
                    + " " + fields.plain() + " " + fields.small() + " " + fields.price();
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Numbers.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "map | {'a': 1e400} | 'a'",
                "map | {'a': -1e400} | 'a'",
                "map | {'a': {'b': [1, 1e999999999]}} | 'a'",
                "list | [{'a': 1e400}] | '[0].a'",
                "object | {'a': 1e400} | The JSON",
                "object | 1e400 | The JSON",
                "node | {'a': {'b': [1, 1e400]}} | The JSON",
                "node | 1e400 | The JSON",
                "object-node | {'a': 1e400} | The JSON",
                "array-node | [1e400] | The JSON",
                "vertx | {'a': 1e400} | 'a'",
                "thing | {'inside': 1e400, 'kind': 'box'} | 'inside'",
                "fields | {'plain': 1, 'anything': 1e400} | 'anything'",
                "fields | {'plain': 1, 'anything': [{'a': 1e400}]} | 'anything'",
                "fields | {'plain': 1, 'number': 1e400} | 'number'",
                "fields | {'plain': 1, 'node': 1e400} | 'node'",
                "fields | {'plain': 1, 'optional': 1e400} | 'optional'",
                "fields | {'plain': 1, 'doubles': [1e400]} | 'doubles'",
                "fields | {'plain': 1, 'floats': [1e39]} | 'floats'",
                "fields | {'plain': 1, 'price': 1e400} | 'price'",
                "fields | {'plain': 1, 'boxed': 'Infinity'} | 'boxed'",
                "fields | {'plain': '-Infinity'} | 'plain'",
                "fields | {'plain': 1, 'small': 'INF'} | 'small'"
            })
    void aNumberThatDoesNotFitIs400(final String path, final String json, final String subject) {
        final Answer answer = server.post("/" + path, json.replace('\'', '"'));
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("detail").textValue())
                .isEqualTo(subject + " holds a number that is too large or too small.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'plain': 'NaN'} | 'plain'",
                "{'plain': 1, 'boxed': 'NaN'} | 'boxed'",
                "{'plain': 1, 'small': 'NaN'} | 'small'",
                "{'plain': 1, 'number': 'NaN'} | 'number'",
                "{'plain': 1, 'optional': 'NaN'} | 'optional'",
                "{'plain': 1, 'doubles': ['NaN']} | 'doubles'"
            })
    void aStringIsNoNumber(final String json, final String subject) {
        final Answer answer = server.post("/fields", json.replace('\'', '"'));
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("detail").textValue()).isEqualTo(subject + " must be a number.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "map | {'a': 1e308, 'b': 'Infinity', 'c': 1e-400} | {a=1.0E308, b=Infinity, c=0.0}",
                "list | [{'a': 1.5, 'b': 12345678901, 'c': null}] | [{a=1.5, b=12345678901, c=null}]",
                "object | 12345678901234567890 | 12345678901234567890",
                "node | {'a':[1.5,'NaN',null,true]} | {'a':[1.5,'NaN',null,true]}",
                "thing | {'inside': 1.5, 'kind': 'box'} | Box[inside=1.5]",
                "fields | {'plain': 1} | null null null OptionalDouble.empty null null null 1.0 null null",
                "fields | {'plain': 1, 'optional': null, 'node': null} |"
                        + " null null null OptionalDouble.empty null null null 1.0 null null",
                "fields | {'anything': 1.5, 'number': 2, 'node': 2.5, 'optional': 3.5, 'doubles': [4.5], 'floats': [5.5],"
                        + " 'boxed': 6.5, 'plain': 7.5, 'small': 8.5, 'price': 9.5} | 1.5 2 2.5 OptionalDouble[3.5]"
                        + " [4.5] [5.5] 6.5 7.5 8.5 Price[value=9.5]"
            })
    void whatFitsIsRead(final String path, final String json, final String read) {
        assertThat(server.post("/" + path, json.replace('\'', '"')).body()).isEqualTo(read.replace('\'', '"'));
    }
}
