package org.jzenith.rest.internal.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The validator for the first patch is created at start, not on the event loop that receives the patch. */
final class FirstPatchTest {

    private static final Logger LOGGER = LoggerFactory.getLogger(FirstPatchTest.class);

    public record Name(String name) {}

    private static final Name PRESENT = new Name("Ann");

    @Path("/")
    public static final class Merge {

        @PATCH
        public Name change(final MergePatch patch) {
            return patch.applyTo(PRESENT, Name.class);
        }
    }

    @Path("/")
    public static final class MergeLater {

        @PATCH
        public Single<Name> change(final Single<MergePatch> patch) {
            return patch.map(received -> received.applyTo(PRESENT, Name.class));
        }
    }

    @Path("/")
    public static final class Json {

        @PATCH
        public Name change(final JsonPatch patch) {
            return patch.applyTo(PRESENT, Name.class);
        }
    }

    @Path("/")
    public static final class OptionalJson {

        @PATCH
        public Name change(final Optional<JsonPatch> patch) {
            return patch.orElseThrow().applyTo(PRESENT, Name.class);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Merge.class, MergeLater.class, Json.class, OptionalJson.class})
    void theFirstPatchMakesNoValidator(final Class<?> resource) {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(resource))) {
            assertThat(server.application().get(Validators.OfApplication.class).isCreated())
                    .isTrue();
            final boolean isJson = resource.getSimpleName().endsWith("Json");
            final long begin = System.nanoTime();
            final Answer answer = server.send(
                    "PATCH",
                    "/",
                    isJson ? "[{\"op\":\"replace\",\"path\":\"/name\",\"value\":\"Ben\"}]" : "{\"name\":\"Ben\"}",
                    "Content-Type",
                    isJson ? JsonPatch.MEDIA_TYPE : MergePatch.MEDIA_TYPE);
            LOGGER.info(
                    "The first patch of {} took {} ms.",
                    resource.getSimpleName(),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            assertThat(answer.body()).isEqualTo("{\"name\":\"Ben\"}");
        }
    }
}
