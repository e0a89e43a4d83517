package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.http.HttpServerOptions;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;

/** An application changes options of the HTTP server that no setting changes. */
final class ServerOptionsTest {

    @Path("/text")
    public static final class TextResource {

        @GET
        public String text() {
            return "x".repeat(10_000);
        }
    }

    @Test
    void eachChangeSeesTheSettingsAndTheChangesBefore() {
        final List<Integer> seen = new ArrayList<>();
        final RestApi plugin = RestPlugin.withResources(TextResource.class)
                .withServerOptions(options -> {
                    seen.add(options.getMaxInitialLineLength());
                    options.setMaxInitialLineLength(100);
                })
                .withServerOptions(options -> seen.add(options.getMaxInitialLineLength()))
                .withResources();
        try (RunningServer server = RunningServer.of(plugin, Map.of("rest.max-request-line", 200))) {
            assertThat(seen).containsExactly(200, 100);
            assertThat(server.get("/text?" + "a".repeat(120)).status()).isEqualTo(414);
            assertThat(server.get("/text?" + "a".repeat(20)).status()).isEqualTo(200);
        }
    }

    @Test
    void responsesCanBeCompressed() {
        final RestApi plugin = RestPlugin.withResources(TextResource.class)
                .withServerOptions(options -> options.setCompressionSupported(true));
        try (RunningServer server = RunningServer.of(plugin)) {
            final RunningServer.Answer packed = server.get("/text", "Accept-Encoding", "gzip");
            assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
            assertThat(packed.body().length()).isLessThan(1000);
            assertThat(server.get("/text").body()).hasSize(10_000);
        }
    }

    @Test
    void tlsIsRefused() {
        assertThat(problem(options -> options.setSsl(true)))
                .isEqualTo("withServerOptions(..) enables TLS, but only settings can enable it.\n"
                        + "It comes from withServerOptions(..).\n"
                        + "Set rest.tls.certificate and rest.tls.key instead.");
    }

    @Test
    void aChangeThatFailsFailsTheStart() {
        assertThat(problem(options -> options.setAcceptBacklog(-5).setIdleTimeout(-1)))
                .startsWith("The function passed to withServerOptions(..) failed: java.lang.IllegalArgumentException: ")
                .endsWith("\nIt comes from withServerOptions(..).\n" + "Fix this function.");
    }

    private static String problem(final Consumer<HttpServerOptions> change) {
        final StartException failure = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application("--rest.port=0")
                        .withPlugins(
                                RestPlugin.withResources(TextResource.class).withServerOptions(change))
                        .run()
                        .stop());
        assertThat(failure.problems()).hasSize(1);
        return failure.problems().get(0).toString();
    }
}
