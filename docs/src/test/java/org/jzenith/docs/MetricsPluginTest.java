package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** The plugin of docs/observers.md that shows gauges and the time of requests. */
final class MetricsPluginTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
            JZenith.application().withPlugins(RestPlugin.withResources(HelloResource.class), new MetricsPlugin()));

    @Path("/hello")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class HelloResource {

        @GET
        public String hello() {
            return "Hello";
        }
    }

    @Test
    void gaugesAndTheTimeOfRequestsAreShown() {
        assertThat(APP.http().get("/hello").body()).isEqualTo("Hello");
        assertThat(APP.http().get("/metrics").body())
                .containsPattern("(?m)^rest\\.connections [1-9]\\d* of \\d+ connections$")
                .contains("\njzenith.blocking-threads 0 of ", "\nrest.requests-in-flight ")
                .containsPattern("\n[1-9]\\d* responses in [1-9]\\d* µs\n$");
    }
}
