package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
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
                        proxy -> assertThat(proxy).startsWith("A trusted proxy cannot be read: "),
                        buffer -> assertThat(buffer).startsWith("All waiting responses together may take only 1 bytes"),
                        resource -> assertThat(resource).contains("WrongResource.get() returns Callable<String>"),
                        health -> assertThat(health).startsWith("An address in rest.health.details-for cannot be read"),
                        options -> assertThat(options).contains("switch on TLS"));
    }
}
