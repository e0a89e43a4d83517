package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** Metrics that are pushed to a collector. */
final class OtlpTest {

    private static RunningApplication start(final String endpoint) {
        return JZenith.application()
                .withPlugins(RestPlugin.create(), ObservabilityPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .withConfiguration("metrics.otlp-endpoint", endpoint)
                .run();
    }

    private static boolean pushes() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("otlp-metrics"));
    }

    @Test
    void theLastValuesArePushedWhenTheApplicationStops() throws IOException {
        final List<String> pushed = new CopyOnWriteArrayList<>();
        final HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            pushed.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        final RunningApplication application =
                start("http://localhost:" + collector.getAddress().getPort() + "/v1/metrics");
        assertThat(pushes()).isTrue();
        application.stop();
        collector.stop(0);
        assertThat(String.join("", pushed))
                .contains("http.server.active_requests", "jvm.memory.used", "jzenith.event_loop.lag");
        Exposition.await("the thread has ended", () -> !pushes());
    }

    @Test
    void aCollectorThatIsAwayDelaysNothing() throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        final RunningApplication application = start("http://localhost:" + port + "/v1/metrics");
        assertThat(new Exposition(application).series()).isPositive();
        application.stop();
        Exposition.await("the thread has ended", () -> !pushes());
    }
}
