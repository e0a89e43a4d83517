package org.jzenith.rest.internal.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.AbstractModule;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestApi;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.jzenith.rest.RunningServer.Answer;

final class ValidationTest {

    private static final String PERSON = "{\"name\":\"Ada\",\"address\":{\"zip\":1234}}";
    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(ValidationResource.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void validBodyPasses() {
        final Answer answer = server.post("/v/t/person", PERSON, "Accept", "text/plain");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("Ada");
    }

    @Test
    void violationsOfABodyAreNamedAsInItsJson() {
        final Answer answer = server.post(
                "/v/t/person",
                "{\"name\":\"\",\"e_mail\":\"too long\",\"address\":{\"zip\":1},"
                        + "\"others\":[{\"zip\":1234},{\"zip\":2}],\"labels\":{\"a\":\"x\"},"
                        + "\"span\":{\"from\":2,\"to\":1}}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(violations(answer))
                .containsExactly(
                        "address.zip: must be greater than or equal to 1000",
                        "e_mail: size must be between 0 and 5",
                        "labels.a: size must be between 2 and 2147483647",
                        "name: must not be blank",
                        "others[1].zip: must be greater than or equal to 1000",
                        "span: must be in order");
    }

    @Test
    void elementsOfAListAreNumbered() {
        assertThat(violations(server.post("/v/t/people", "[" + PERSON + ",{\"name\":\"Bob\"}]")))
                .containsExactly("[1].address: must not be null");
    }

    @Test
    void wholeBodyIsCalledBody() {
        assertThat(violations(server.post("/v/t/span", "{\"from\":2,\"to\":1}")))
                .containsExactly("body: must be in order");
    }

    @Test
    void wholeElementsAreNumbered() {
        assertThat(violations(server.post("/v/t/spans", "[{\"from\":1,\"to\":1},{\"from\":2,\"to\":1}]")))
                .containsExactly("[1]: must be in order");
    }

    @Test
    void elementsOfArraysAreChecked() {
        assertThat(violations(server.post("/v/t/arrays", "{\"words\":[],\"places\":[{\"zip\":1000},{\"zip\":1}]}")))
                .containsExactly("places[1].zip: must be greater than or equal to 1000");
        assertThat(violations(server.post("/v/t/arrays", "{\"words\":[\"a\",\"b\",\"c\"],\"places\":[]}")))
                .containsExactly("words: size must be between 0 and 2");
    }

    @Test
    void atMostAHundredViolationsAreTold() {
        assertThat(violations(server.post(
                        "/v/t/spans", "[{\"from\":2,\"to\":1}" + ",{\"from\":2,\"to\":1}".repeat(200) + "]")))
                .hasSize(100);
    }

    @Test
    void severalParametersTogetherAreCalledParameters() {
        assertThat(server.get("/v/t/ordered?from=1&to=2").body()).isEqualTo("1..2");
        assertThat(violations(server.get("/v/t/ordered?from=2&to=1"))).containsExactly("parameters: must be in order");
    }

    @Test
    void methodsBehindALocatorAreChecked() {
        assertThat(violations(server.get("/v/t/sub?limit=101")))
                .containsExactly("query.limit: must be less than or equal to 100");
    }

    /** A contract whose annotations count. */
    @Path("/contract")
    public interface Contract {
        @GET
        String find(@QueryParam("limit") @Max(100) int limit);
    }

    @Path("/contract")
    public static final class Fulfilled implements Contract {
        @Override
        public String find(final int limit) {
            return "found";
        }
    }

    @Test
    void constraintsOfAnInterfaceCount() {
        try (RunningServer contract = RunningServer.of(RestPlugin.withResources(Fulfilled.class))) {
            assertThat(contract.get("/contract?limit=100").body()).isEqualTo("found");
            assertThat(violations(contract.get("/contract?limit=101")))
                    .containsExactly("query.limit: must be less than or equal to 100");
        }
    }

    @Test
    void parametersAreNamedByTheirPlace() {
        assertThat(violations(server.get("/v/t/all/xxx;m=xxx?q=xxx&list=ok&list=xxx", "X-H", "xxx", "Cookie", "c=xxx")))
                .containsExactly(
                        "cookie.c: size must be between 0 and 2",
                        "header.X-H: size must be between 0 and 2",
                        "matrix.m: size must be between 0 and 2",
                        "path.id: size must be between 0 and 2",
                        "query.list[1]: size must be between 0 and 2",
                        "query.q: size must be between 0 and 2");
    }

    @Test
    void formParametersAreNamedToo() {
        assertThat(violations(server.post("/v/t/form", "f=xxx", "Content-Type", "application/x-www-form-urlencoded")))
                .containsExactly("form.f: size must be between 0 and 2");
    }

    @Test
    void beanParametersAreNamedByTheirPlace() {
        assertThat(violations(server.get("/v/t/paging?limit=101", "X-Offset", "-1")))
                .containsExactly(
                        "header.X-Offset: must be greater than or equal to 0",
                        "query.limit: must be less than or equal to 100");
    }

    @Test
    void fieldsOfTheResourceAreChecked() {
        assertThat(violations(server.get("/v/t/plain?page=10")))
                .containsExactly("query.page: must be less than or equal to 9");
    }

    @Test
    void fieldsAndParametersAreToldTogether() {
        assertThat(violations(server.get("/v/t/all/xxx?page=10")))
                .containsExactly(
                        "path.id: size must be between 0 and 2", "query.page: must be less than or equal to 9");
    }

    @Test
    void wrongResultIsTheServersFault() {
        assertThat(server.get("/v/t/result/1234").status()).isEqualTo(200);
        final Answer answer = server.get("/v/t/result/1");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("zip").doesNotContain("violations");
    }

    @Test
    void bodyThatArrivesInASingleIsCheckedWhenItArrives() {
        assertThat(server.post("/v/t/single", PERSON).body()).isEqualTo("Ada");
        assertThat(violations(server.post("/v/t/single", "{\"name\":\"\",\"address\":{\"zip\":1}}")))
                .containsExactly("address.zip: must be greater than or equal to 1000", "name: must not be blank");
        assertThat(violations(server.post("/v/t/valid-single-list", "[" + PERSON + ",{\"name\":\"Bob\"}]")))
                .containsExactly("[1].address: must not be null");
        assertThat(violations(server.post("/v/t/single-list", "[" + PERSON + ",{\"name\":\"Bob\"}]")))
                .containsExactly("[1].address: must not be null");
    }

    @Test
    void violationIsTheErrorOfTheSingle() {
        assertThat(server.post("/v/t/valid-single", PERSON).body()).isEqualTo("Ada");
        assertThat(server.post("/v/t/valid-single", "{\"name\":\"\",\"address\":{\"zip\":1234}}")
                        .body())
                .isEqualTo("seen: The request is invalid. See 'violations'.");
    }

    @Test
    void resultThatArrivesLaterIsChecked() {
        for (final String path : List.of("single", "maybe", "stage", "future")) {
            assertThat(server.get("/v/t/" + path + "-result/1234").body())
                    .as(path)
                    .isEqualTo("{\"zip\":1234}");
            final Answer answer = server.get("/v/t/" + path + "-result/1");
            assertThat(answer.status()).as(path).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("zip").doesNotContain("violations");
        }
    }

    @Test
    void resourceMethodThatLooksLikeAGetterIsCalledOnce() {
        assertThat(server.get("/v/t/getter").body()).isEqualTo("1");
        assertThat(violations(server.get("/v/t/getter?page=10")))
                .containsExactly("query.page: must be less than or equal to 9");
    }

    @Test
    void messagesFollowAcceptLanguage() {
        assertThat(violations(server.get("/v/t/plain?page=10", "Accept-Language", "xx, fr-CH;q=0.9, en;q=0.8")))
                .containsExactly("query.page: doit être inférieur ou égal à 9");
        assertThat(violations(server.get("/v/t/plain?page=10", "Accept-Language", "pt-BR")))
                .singleElement()
                .asString()
                .startsWith("query.page: deve ser");
        assertThat(violations(server.get("/v/t/plain?page=10", "Accept-Language", "tlh, *;q=0.5")))
                .containsExactly("query.page: must be less than or equal to 9");
        assertThat(violations(server.get("/v/t/plain?page=10", "Accept-Language", "fr;q=0, de;q=0.1")))
                .containsExactly("query.page: muss kleiner-gleich 9 sein");
    }

    @Test
    void languageThatCannotBeReadIsEnglish() {
        final RequestLocale locale = new RequestLocale();

        for (final String header : new String[] {null, "", " ", "@@@ , ;q=", "fr;q=2", "fr,".repeat(100), "../fr"}) {
            assertThat(locale.of(header)).as(header).isEqualTo(Locale.ENGLISH);
        }
        assertThat(locale.of("zh-TW")).isEqualTo(Locale.TAIWAN);
        assertThat(locale.of("de-AT")).isEqualTo(Locale.GERMAN);
    }

    @Test
    void languageOfTheMachineDoesNotCount() {
        final Locale machine = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try (RunningServer german = RunningServer.of(RestPlugin.withResources(ValidationResource.class, Own.class))) {
            assertThat(violations(german.get("/v/t/plain?page=10")))
                    .containsExactly("query.page: must be less than or equal to 9");
            assertThat(violations(german.get("/v/t/plain?page=10", "Accept-Language", "fr")))
                    .containsExactly("query.page: doit être inférieur ou égal à 9");
            assertThat(violations(german.get("/own"))).containsExactly("query.q: must be odd");
            assertThat(violations(german.get("/own", "Accept-Language", "en"))).containsExactly("query.q: must be odd");
            assertThat(violations(german.get("/own", "Accept-Language", "de")))
                    .containsExactly("query.q: muss ungerade sein");
            assertThat(violations(german.get("/own", "Accept-Language", "fr"))).containsExactly("query.q: must be odd");
        } finally {
            Locale.setDefault(machine);
        }
    }

    @Constraint(validatedBy = OddValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface Odd {
        String message() default "{org.jzenith.rest.internal.validation.Odd}";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    /** Injects what Guice knows, if Guice makes it. */
    public static final class OddValidator implements ConstraintValidator<Odd, Integer> {
        private final int divisor;

        public OddValidator() {
            this(2);
        }

        @Inject
        public OddValidator(final Integer divisor) {
            this.divisor = divisor;
        }

        @Override
        public boolean isValid(final Integer value, final ConstraintValidatorContext context) {
            return value % divisor != 0;
        }
    }

    @Path("/own")
    public static final class Own {
        @GET
        public int own(@QueryParam("q") @Odd final int q) {
            return q;
        }
    }

    @Test
    void boundConstraintValidatorIsMadeByGuice() {
        final RestApi plugin = RestPlugin.withResources(Own.class);
        try (RunningServer plain = RunningServer.of(plugin)) {
            assertThat(plain.get("/own?q=3").status()).isEqualTo(200);
        }
        try (RunningServer guice = RunningServer.of(plugin, new AbstractModule() {
            @Override
            protected void configure() {
                bind(Integer.class).toInstance(3);
                bind(OddValidator.class);
            }
        })) {
            assertThat(guice.get("/own?q=3").status()).isEqualTo(400);
            assertThat(guice.get("/own?q=4").status()).isEqualTo(200);
        }
    }

    @Test
    void validatorCanBeInjected() {
        assertThat(server.application().get(Validator.class).validate(new ValidationResource.Address(1)))
                .singleElement()
                .satisfies(violation ->
                        assertThat(violation.getMessage()).isEqualTo("must be greater than or equal to 1000"));
        assertThat(server.application().get(ValidatorFactory.class))
                .isSameAs(server.application().get(ValidatorFactory.class));
    }

    @Test
    void methodWithoutConstraintsIsNotValidatable() throws Exception {
        final ResourceValidator validator =
                new ResourceValidator(() -> server.application().get(Validator.class), type -> true, type -> true);

        assertThat(validator.isMethodValidatable(ValidationResource.class.getMethod("plain")))
                .isFalse();
        assertThat(validator.isMethodValidatable(ValidationResource.class.getMethod("result", int.class)))
                .isTrue();
        assertThat(validator.isMethodValidatable(ValidationResource.class.getMethod("people", List.class)))
                .isTrue();
        assertThat(validator.isMethodValidatable(ValidationResource.class.getMethod("singleResult", int.class)))
                .isTrue();
        assertThat(validator.isValidatable(ValidationResource.class)).isTrue();
        assertThat(validator.isValidatable(Own.class)).isFalse();
    }

    @Path("/stream")
    public static final class Streaming {
        @GET
        public Flowable<@Valid String> stream() {
            return Flowable.empty();
        }
    }

    @Test
    void constraintOnElementsOfAStreamFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(Streaming.class)))
                .hasStackTraceContaining("Flowable");
    }

    @Path("/got")
    public static final class Got {
        @GET
        public Single<@NotBlank String> get() {
            return Single.just("got");
        }
    }

    @Test
    void aMethodNamedGetMayHaveConstraintsOnTheElementsOfItsResult() {
        try (RunningServer got = RunningServer.of(RestPlugin.withResources(Got.class))) {
            assertThat(got.get("/got").body()).isEqualTo("got");
        }
    }

    static List<String> violations(final Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        return StreamSupport.stream(answer.json().path("violations").spliterator(), false)
                .map(each -> each.path("path").textValue() + ": "
                        + each.path("message").textValue())
                .toList();
    }
}
