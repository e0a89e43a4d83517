package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** The ids of a request and of its trace, in the response and in the access log. */
final class RequestIdTest {

    private static final String PARENT = "0af7651916cd43dd8448eb211c80319c";

    @TempDir
    private java.nio.file.Path folder;

    @Path("/span")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class SpanResource {

        @GET
        public String span() {
            return Span.current().getSpanContext().getTraceId() + " "
                    + Span.current().getSpanContext().getSpanId();
        }
    }

    private RunningApplication start(final boolean isTraceId) {
        return JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(SpanResource.class), TracingPlugin.create())
                .withOverridingConfiguration("tracing.endpoint", "http://localhost:1")
                .withOverridingConfiguration("rest.trace-id-as-request-id", isTraceId)
                .withOverridingConfiguration("rest.access-log.format", "json")
                .withOverridingConfiguration("rest.access-log.output", folder.resolve("access.log"))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .run();
    }

    private static HttpResponse<String> get(final RunningApplication application, final String... headers)
            throws IOException, InterruptedException {
        final HttpRequest request = HttpRequest.newBuilder(application.uri().resolve("/span"))
                .headers(headers)
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String id(final HttpResponse<String> response) {
        return response.headers().firstValue("X-Request-Id").orElseThrow();
    }

    @Test
    void theAccessLogHasTheIdsOfTraceAndSpan() throws IOException, InterruptedException {
        final String body;
        try (RunningApplication application = start(false)) {
            final HttpResponse<String> response = get(application, "X-Request-Id", "a");
            assertThat(id(response)).isEqualTo("a");
            body = response.body();
        }
        final List<String> ids = List.of(body.split(" ", -1));
        assertThat(Files.readString(folder.resolve("access.log")))
                .contains("\"trace_id\":\"" + ids.get(0) + "\",\"span_id\":\"" + ids.get(1) + "\"");
    }

    @Test
    void bySettingTheRequestIdIsTheTraceId() throws IOException, InterruptedException {
        try (RunningApplication application = start(true)) {
            final HttpResponse<String> first = get(application, "X-Request-Id", "a");
            assertThat(id(first)).hasSize(32).isEqualTo(first.body().substring(0, 32));
            final HttpResponse<String> second =
                    get(application, "traceparent", "00-" + PARENT + "-b7ad6b7169203331-01", "X-Request-Id", "a");
            assertThat(id(second)).isEqualTo(PARENT);
            assertThat(second.body()).startsWith(PARENT);
            final HttpResponse<String> invalid =
                    get(application, "traceparent", "00-" + "0".repeat(32) + "-b7ad6b7169203331-01");
            assertThat(id(invalid))
                    .isNotEqualTo("0".repeat(32))
                    .isEqualTo(invalid.body().substring(0, 32));
        }
    }
}
