package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.OptionalBinder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.ExemplarSource;
import org.jzenith.rest.RestPlugin;

/** The traces that metrics name as examples of their values. */
final class ExemplarTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @Path("/traced")
    public static final class TracedResource {

        @GET
        public String get() {
            return "traced";
        }
    }

    private static String get(final RunningApplication application, final String path, final String accept)
            throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(application.uri().resolve(path))
                                .header("Accept", accept)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void aValueNamesTheTraceOfItsRequest() throws Exception {
        try (RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(TracedResource.class), ObservabilityPlugin.create())
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        OptionalBinder.newOptionalBinder(binder(), ExemplarSource.class)
                                .setBinding()
                                .toInstance(request -> "/traced".equals(request.route())
                                        ? new ExemplarSource.SpanIds(TRACE, SPAN)
                                        : null);
                    }
                })
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .withConfiguration("metrics.listener", "rest")
                .run()) {
            get(application, "/unknown", "text/plain");
            get(application, "/traced", "text/plain");
            final String example = "# {span_id=\"" + SPAN + "\",trace_id=\"" + TRACE + "\"}";
            Exposition.await(
                    "the request is counted",
                    () -> new Exposition(application)
                                    .sum(
                                            "http_server_request_duration_seconds_count",
                                            "http_route=\"/traced\"",
                                            "http_response_status_code=\"2xx\"")
                            == 1);
            assertThat(get(application, "/metrics", "application/openmetrics-text"))
                    .contains(example)
                    .satisfies(text -> assertThat(text.lines().filter(line -> line.contains(example)))
                            .allMatch(line -> line.contains("http_route=\"/traced\"")));
            assertThat(get(application, "/metrics", "text/plain")).doesNotContain(TRACE);
        }
    }
}
