package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The mistakes in resources, in settings and in the options of the server are one report. */
final class OneReportTest {

    @Path("/wrong")
    public static final class WrongResource {

        @GET
        public Callable<String> get() {
            return () -> "never";
        }
    }

    @Test
    void resourcesSettingsAndOptionsOfTheServerAreCheckedTogether() {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application(
                                "--rest.port=0",
                                "--rest.trusted-proxies=nowhere",
                                "--rest.health.details-for=nobody",
                                "--rest.max-buffered-responses=1")
                        .withPlugins(RestPlugin.withResources(WrongResource.class)
                                .withServerOptions(options -> options.setSsl(true)))
                        .run()
                        .stop());
        assertThat(failure.problems())
                .extracting(StartProblem::what)
                .satisfiesExactly(
                        proxy -> assertThat(proxy).startsWith("An address in rest.trusted-proxies is invalid: "),
                        buffer -> assertThat(buffer)
                                .startsWith("The limit for all waiting responses together is only 1 bytes"),
                        health -> assertThat(health).startsWith("An address in rest.health.details-for is invalid"),
                        options -> assertThat(options).contains("enables TLS"),
                        resource -> assertThat(resource).contains("WrongResource.get() returns Callable<String>"));
    }

    public interface Names {}

    /** Needs what is not bound. */
    @Path("/needy")
    public static final class NeedyResource {

        @Inject
        NeedyResource(final Names names) {
            throw new AssertionError(names);
        }

        @GET
        public String get() {
            return "never";
        }
    }

    @Path("/single")
    @Singleton
    public static final class SingleResource {

        @Inject
        SingleResource() {
            throw new AssertionError("A start with mistakes has made a resource.");
        }

        @GET
        public Callable<String> get() {
            return () -> "never";
        }
    }

    private static List<String> problems(final RestApi plugin, final Map<String, Object> settings) {
        return catchThrowableOfType(StartException.class, () -> {
                    final JZenith recipe = JZenith.application().withPlugins(plugin);
                    settings.forEach(recipe::withConfiguration);
                    recipe.run().stop();
                })
                .problems()
                .stream()
                .map(StartProblem::what)
                .toList();
    }

    @Test
    void aMissingBindingDoesNotHideTheMistakesOfResources() {
        assertThat(problems(
                        RestPlugin.withResources(NeedyResource.class, WrongResource.class, SingleResource.class),
                        Map.of()))
                .satisfiesExactlyInAnyOrder(
                        missing -> assertThat(missing).contains("Names is not bound, but needed by"),
                        wrong -> assertThat(wrong).contains("WrongResource.get() returns Callable<String>"),
                        single -> assertThat(single).contains("SingleResource.get() returns Callable<String>"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "admin"})
    void anUnknownKeyHidesNoMistakeAndMakesNoResource(final String qualifier) {
        final RestApi plugin = qualifier.isEmpty() ? RestPlugin.withResources() : RestPlugin.named(qualifier);
        final String prefix = qualifier.isEmpty() ? "rest." : "rest.admin.";
        final Map<String, Object> settings = Map.of(prefix + "prot", 1, prefix + "port", 0);
        assertThat(problems(plugin.withResources(SingleResource.class), settings))
                .satisfiesExactlyInAnyOrder(
                        unknown -> assertThat(unknown).contains("prot (value '1') is not known"),
                        single -> assertThat(single).contains("SingleResource.get() returns Callable<String>"));
        assertThat(problems(plugin.withResources(NeedyResource.class), settings))
                .satisfiesExactlyInAnyOrder(
                        unknown -> assertThat(unknown).contains("prot (value '1') is not known"),
                        missing -> assertThat(missing).contains("Names is not bound, but needed by"));
    }
}
