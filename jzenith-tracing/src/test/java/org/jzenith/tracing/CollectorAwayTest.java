package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.internal.log.LogLines;

/** An application whose collector does not answer or is named in several ways, and one that is not traced. */
final class CollectorAwayTest {

    @Path("/spans")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class SpanResource {

        @GET
        public Single<String> span() {
            return Single.fromCallable(() -> Span.current().getSpanContext().getTraceId());
        }
    }

    private static RunningApplication start(final Map<String, ?> settings) {
        final JZenith recipe = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(SpanResource.class), TracingPlugin.create())
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s");
        settings.forEach(recipe::withOverridingConfiguration);
        return recipe.run();
    }

    private static String get(final RunningApplication application) throws IOException, InterruptedException {
        final URI uri = application.uri().resolve("/spans");
        final HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static boolean isTracing(final Thread thread) {
        return thread.getName().startsWith("BatchSpanProcessor")
                || thread.getName().contains("jdkhttp");
    }

    private static void awaitNoThreads() {
        Collector.await(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream().noneMatch(CollectorAwayTest::isTracing));
    }

    @Test
    void aCollectorThatIsAwayHarmsNothing() throws IOException, InterruptedException {
        final RunningApplication application = start(Map.of("tracing.endpoint", "http://localhost:" + freePort()));
        assertThat(get(application))
                .isNotEqualTo(Span.getInvalid().getSpanContext().getTraceId());
        application.stop();
        awaitNoThreads();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v1/traces", "/v1/traces/"})
    void theEndpointMayHaveThePathOfSpans(final String path) throws IOException, InterruptedException {
        try (Collector collector = new Collector()) {
            final String base = collector.uri().replaceFirst("/$", "");
            final RunningApplication application = start(Map.of("tracing.endpoint", base + path, "tracing.ratio", 1));
            get(application);
            application.stop();
            assertThat(collector.spans()).isNotEmpty();
        }
    }

    @Test
    void theLogCountsFailedExportsAndNothingElseReportsThem() throws IOException, InterruptedException {
        final List<LogRecord> others = new CopyOnWriteArrayList<>();
        final Handler handler = new Handler() {
            @Override
            public void publish(final LogRecord line) {
                others.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        final Logger root = LogManager.getLogManager().getLogger("");
        root.addHandler(handler);
        final String endpoint = "http://localhost:" + freePort();
        try (LogLines log = LogLines.of("org.jzenith.tracing")) {
            final RunningApplication application = start(Map.of("tracing.endpoint", endpoint));
            assertThat(get(application)).hasSize(32);
            application.stop();
            assertThat(log.messages())
                    .anySatisfy(
                            line -> assertThat(line).startsWith("Spans cannot be sent to " + endpoint + "/v1/traces"));
            assertThat(others).isEmpty();
            awaitNoThreads();
        } finally {
            root.removeHandler(handler);
        }
    }

    @Test
    void aCollectorThatHangsDelaysTheStopByAFewSeconds() throws IOException, InterruptedException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            final RunningApplication application =
                    start(Map.of("tracing.endpoint", "http://localhost:" + silent.getLocalPort()));
            assertThat(get(application))
                    .isNotEqualTo(Span.getInvalid().getSpanContext().getTraceId());
            final long before = System.nanoTime();
            application.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(30));
            awaitNoThreads();
        }
    }

    @Test
    void whatIsTurnedOffLeavesNothing() throws IOException, InterruptedException {
        for (final Map<String, ?> settings : List.of(
                Map.<String, Object>of(), Map.of("tracing.enabled", false, "tracing.endpoint", "http://localhost:1"))) {
            final RunningApplication application = start(settings);
            final Injector injector = application.injector();
            assertThat(injector.getInstance(OpenTelemetry.class)).isSameAs(OpenTelemetry.noop());
            assertThat(get(application))
                    .isEqualTo(Span.getInvalid().getSpanContext().getTraceId());
            assertThat(Thread.getAllStackTraces().keySet()).noneMatch(CollectorAwayTest::isTracing);
            application.stop();
        }
    }
}
