package org.jzenith.rest.internal.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.body.JsonPatch;
import org.jzenith.rest.body.MergePatch;

/** The paths of what is wrong with the elements of a list, a set, a map and an Optional, in each kind of body. */
final class ElementPathTest {

    private static RunningServer server;

    public record Zip(@NotBlank String zip) {}

    /** A constraint of the class, not of a property. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @Constraint(validatedBy = NotTheWordNone.class)
    @interface NotNone {

        String message() default "must not be none";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    public static final class NotTheWordNone implements ConstraintValidator<NotNone, Labelled> {

        @Override
        public boolean isValid(final Labelled value, final ConstraintValidatorContext context) {
            return !value.nick().equals(Optional.of("none"));
        }
    }

    @NotNone
    public record Labelled(
            List<@NotBlank String> tags,
            List<List<@NotBlank String>> rows,
            List<@Valid Zip> zips,
            Set<@NotBlank String> colours,
            Map<@NotBlank String, @NotBlank String> labels,
            Optional<@Size(min = 1) String> nick) {}

    @Path("/")
    public static final class Labels {

        private static final Labelled NONE =
                new Labelled(List.of(), List.of(), List.of(), Set.of(), Map.of(), Optional.empty());

        private final Validator validator;

        @Inject
        Labels(final Validator validator) {
            this.validator = validator;
        }

        @POST
        @Path("valid")
        public String valid(@Valid final Labelled body) {
            return "valid";
        }

        @POST
        @Path("later")
        public Single<String> later(final Single<@Valid Labelled> body) {
            return body.map(Labelled::toString);
        }

        @POST
        @Path("checked")
        public String checked(final Labelled body) {
            final Set<ConstraintViolation<Labelled>> violations = validator.validate(body);
            if (!violations.isEmpty()) {
                throw new ConstraintViolationException(violations);
            }
            return "valid";
        }

        @POST
        @Path("elements")
        public Single<Long> elements(final Flowable<@Valid Labelled> bodies) {
            return bodies.count();
        }

        @PATCH
        @Path("merge")
        @Consumes(MergePatch.MEDIA_TYPE)
        public String merge(final MergePatch patch) {
            return patch.applyTo(NONE, Labelled.class).toString();
        }

        @PATCH
        @Path("json")
        @Consumes(JsonPatch.MEDIA_TYPE)
        public String json(final JsonPatch patch) {
            return patch.applyTo(NONE, Labelled.class).toString();
        }
    }

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Labels.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "tags    | [\"a\",\"\"]               | tags[1]",
                "rows    | [[\"a\"],[\"a\",\"b\",\"\"]] | rows[1][2]",
                "zips    | [{\"zip\":\"a\"},{\"zip\":\"\"}] | zips[1].zip",
                "colours | [\"red\",\"\"]             | colours",
                "labels  | {\"a\":\"x\",\"b\":\"\"}     | labels.b",
                "nick    | \"\"                       | nick",
            })
    void elementsHaveTheSamePathInEachKindOfBody(final String property, final String value, final String path) {
        final String object = "{\"" + property + "\":" + value + "}";
        assertThat(paths(server.post("/valid", object))).containsExactly(path);
        assertThat(paths(server.post("/elements", "[{}," + object + "]"))).containsExactly("[1]." + path);
        assertThat(paths(server.send("PATCH", "/merge", object, "Content-Type", MergePatch.MEDIA_TYPE)))
                .containsExactly(path);
        assertThat(paths(server.send(
                        "PATCH",
                        "/json",
                        "[{\"op\":\"add\",\"path\":\"/" + property + "\",\"value\":" + value + "}]",
                        "Content-Type",
                        JsonPatch.MEDIA_TYPE)))
                .containsExactly(path);
    }

    @Test
    void aKeyOfAMapHasThePathOfItsValue() {
        final String object = "{\"labels\":{\" \":\"x\"}}";
        assertThat(paths(server.post("/valid", object))).containsExactly("labels. ");
        assertThat(paths(server.send("PATCH", "/merge", object, "Content-Type", MergePatch.MEDIA_TYPE)))
                .containsExactly("labels. ");
    }

    @Test
    void aConstraintOfTheClassHasThePathOfTheBodyWhoeverChecksIt() {
        final String object = "{\"nick\":\"none\"}";
        assertThat(paths(server.post("/valid", object))).containsExactly("body");
        assertThat(paths(server.post("/later", object))).containsExactly("body");
        assertThat(paths(server.post("/elements", "[{}," + object + "]"))).containsExactly("[1]");
        assertThat(paths(server.send("PATCH", "/merge", object, "Content-Type", MergePatch.MEDIA_TYPE)))
                .containsExactly("body");
        assertThat(paths(server.send(
                        "PATCH",
                        "/json",
                        "[{\"op\":\"add\",\"path\":\"/nick\",\"value\":\"none\"}]",
                        "Content-Type",
                        JsonPatch.MEDIA_TYPE)))
                .containsExactly("body");
        assertThat(paths(server.post("/checked", object))).containsExactly("body");
    }

    private static List<String> paths(final Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        return StreamSupport.stream(answer.json().get("violations").spliterator(), false)
                .map(each -> each.get("path").asText())
                .toList();
    }
}
