package org.jzenith.rest.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.inject.multibindings.Multibinder;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.json.Json;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;

/** A JSON value of another type is the client's mistake, and is not converted. */
final class ExactTypesTest {

    /** Types that Jackson reads from other JSON types, or fails for with an error of the class. */
    public record Values(
            URI uri,
            Locale locale,
            StringBuilder builder,
            UUID id,
            int[] ints,
            double[] doubles,
            EnumMap<TimeUnit, Integer> times,
            Map<LocalDate, Integer> byDay,
            LocalDate day,
            Instant at,
            Duration took,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Duration waited,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Instant seconds) {}

    @Path("/values")
    public static final class Resource {

        @POST
        @Produces(MediaType.TEXT_PLAIN)
        public String post(final Values values) {
            return values.uri + " " + values.ints.length + " " + values.times + " " + values.day + " " + values.seconds;
        }
    }

    @Test
    void valuesOfAnotherTypeAreRefused() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Resource.class))) {
            final String valid = "{\"uri\":\"/a\",\"locale\":\"de\",\"builder\":\"a\",\"ints\":[1],\"doubles\":[],"
                    + "\"times\":{\"DAYS\":1},\"day\":\"2026-01-31\",\"seconds\":60}";
            assertThat(server.post("/values", valid).body()).isEqualTo("/a 1 {DAYS=1} 2026-01-31 1970-01-01T00:01:00Z");
            for (final String each : List.of(
                    "{'uri':false}",
                    "{'uri':1}",
                    "{'locale':1}",
                    "{'builder':1.5}",
                    "{'ints':'AAA'}",
                    "{'doubles':'AAA'}",
                    "{'times':'AAA'}",
                    "{'times':1}",
                    "{'id':''}",
                    "{'id':1}",
                    "{'day':[2026,1,31]}",
                    "{'at':0}",
                    "{'at':1.5}",
                    "{'took':5}",
                    "{'took':'PT-9223372036854775808S'}",
                    "{'waited':-9223372036854775808}",
                    "{'byDay':{'':1}}")) {
                final var answer = server.post("/values", each.replace('\'', '"'));
                assertThat(answer.status()).as(each).isEqualTo(400);
                assertThat(answer.body()).as(each).containsPattern(" must be | is not valid");
            }
        }
    }

    @Test
    void timesThatAreWrittenAsNumbersAreReadFromNumbers() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(Resource.class),
                binder -> Multibinder.newSetBinder(binder, com.fasterxml.jackson.databind.Module.class)
                        .addBinding()
                        .toInstance(Json.adjust(
                                mapper -> mapper.enable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS))))) {
            assertThat(server.post("/values", "{\"ints\":[],\"day\":[2026,1,31]}")
                            .body())
                    .contains("2026-01-31");
        }
    }
}
