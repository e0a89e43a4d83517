package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Module;
import com.google.inject.TypeLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.validation.constraints.Max;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Providers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.validator.HibernateValidator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.json.internal.configuration.JsonConfiguration;
import org.jzenith.rest.RunningServer.Answer;
import org.jzenith.rest.internal.deployment.HealthResource;

/** An application's own binding replaces the plugin's, or fails the start with an explanation of the fix. */
final class OwnBindingsTest {

    record Parcel(String name) {}

    static final class Counter {

        private final AtomicInteger value = new AtomicInteger();
    }

    @Path("/")
    public static final class CountResource {

        private final Counter counter;

        @Inject
        CountResource(final Counter counter) {
            this.counter = counter;
        }

        @GET
        @Path("count")
        public int count(@QueryParam("step") @Max(5) final int step) {
            return counter.value.addAndGet(step);
        }

        @POST
        @Path("parcel")
        @Consumes("application/json")
        public String parcel(final Parcel parcel) {
            return parcel.name();
        }
    }

    private static Module counters() {
        return binder -> binder.bind(Counter.class).toProvider(Counter::new);
    }

    @Test
    void theScopeThatTheApplicationGivesAResourceCounts() {
        try (RunningServer each = RunningServer.of(RestPlugin.withResources(CountResource.class), counters());
                RunningServer one = RunningServer.of(
                        RestPlugin.withResources(CountResource.class),
                        counters(),
                        binder -> binder.bind(CountResource.class).in(Singleton.class))) {
            assertThat(each.get("/count?step=2").body()
                            + each.get("/count?step=2").body())
                    .isEqualTo("22");
            assertThat(one.get("/count?step=2").body()
                            + one.get("/count?step=2").body())
                    .isEqualTo("24");
        }
    }

    @Test
    void theValidatorFactoryOfTheApplicationChecksRequests() {
        final ValidatorFactory own = Validation.byProvider(HibernateValidator.class)
                .configure()
                .ignoreXmlConfiguration()
                .defaultLocale(Locale.ENGLISH)
                .messageInterpolator(new OwnWords())
                .buildValidatorFactory();
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(CountResource.class),
                counters(),
                binder -> binder.bind(ValidatorFactory.class).toInstance(own))) {
            final Answer answer = server.get("/count?step=6");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("violations").get(0).get("message").asText())
                    .isEqualTo("in own words");
        }
    }

    private static final class OwnWords implements jakarta.validation.MessageInterpolator {

        @Override
        public String interpolate(final String template, final Context context) {
            return "in own words";
        }

        @Override
        public String interpolate(final String template, final Context context, final Locale locale) {
            return "in own words";
        }
    }

    @Test
    void aPluginWithAQualifierHasDefaultsOfItsOwnSettings() throws Exception {
        try (RunningServer server = RunningServer.around(JZenith.application("--rest.port=0", "--rest.admin.port=0")
                .withPlugins(
                        RestPlugin.withResources(CountResource.class),
                        RestPlugin.named("admin").withResources(CountResource.class))
                .withModules(counters())
                .withConfiguration("rest.admin.json.reject-unknown-fields", false)
                .run())) {
            final String json = "{\"name\":\"a\",\"size\":1}";
            assertThat(server.post("/parcel", json).status()).isEqualTo(400);
            assertThat(server.application().get(ObjectMapper.class))
                    .isNotSameAs(server.application().get(ObjectMapper.class, "admin"));
            assertThat(adminParcel(server.application(), json)).isEqualTo("a");
        }
    }

    private static String adminParcel(final RunningApplication application, final String json) throws Exception {
        final URI uri = application.endpoints().get("rest.admin").resolve("/parcel");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(json))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void anObjectMapperOfTheApplicationIsThatOfAllPlugins() {
        final ObjectMapper own = new ObjectMapper();
        try (RunningServer server = RunningServer.around(JZenith.application("--rest.port=0", "--rest.admin.port=0")
                .withPlugins(
                        RestPlugin.withResources(CountResource.class),
                        RestPlugin.named("admin").withResources(CountResource.class))
                .withModules(
                        counters(), binder -> binder.bind(ObjectMapper.class).toInstance(own))
                .run())) {
            assertThat(server.application().get(ObjectMapper.class)).isSameAs(own);
            assertThat(server.application().get(ObjectMapper.class, "admin")).isSameAs(own);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Application.class,
                jakarta.ws.rs.core.Configuration.class,
                UriInfo.class,
                HttpHeaders.class,
                Request.class,
                SecurityContext.class,
                ResourceInfo.class,
                ResourceContext.class,
                Providers.class,
                HealthResource.class,
                JsonConfiguration.class
            })
    <T> void whatThePluginBindsIsReportedWithTheWayToAdjustIt(final Class<T> type) {
        assertThat(problemOf(binder -> binder.bind(type).toProvider(() -> {
                    throw new IllegalStateException();
                })))
                .startsWith("A module of the application binds " + type.getName()
                        + ", which the plugin 'rest' binds already.\n"
                        + "It comes from org.jzenith.rest.OwnBindingsTest.")
                .contains("\nRemove the binding. ")
                .doesNotContain("A test can replace it");
    }

    @Test
    void theSetOfJacksonModulesIsReportedWithTheWayToAddOne() {
        assertThat(problemOf(binder -> binder.bind(new TypeLiteral<Set<com.fasterxml.jackson.databind.Module>>() {})
                        .toInstance(Set.of())))
                .endsWith("Remove the binding. Add an element to the set with Multibinder.newSetBinder(..). To"
                        + " change the ObjectMapper, add the result of Json.adjust(..).");
    }

    private static String problemOf(final Module module) {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application("--rest.port=0")
                        .withPlugins(RestPlugin.withResources())
                        .withModules(module)
                        .run()
                        .stop());
        final List<String> problems =
                failure.problems().stream().map(StartProblem::toString).toList();
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }
}
