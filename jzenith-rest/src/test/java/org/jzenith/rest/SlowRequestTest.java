package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.test.internal.log.LogLines;

/** The line about a slow request. */
final class SlowRequestTest {

    private static final String MILLIS = "\\d+ ms";

    private static final CountDownLatch CALLED = new CountDownLatch(1);

    @Path("/teas")
    @Produces("text/plain")
    public static final class TeaResource {

        @GET
        @Path("{name}")
        public Single<String> one(@PathParam("name") final String name) {
            if (name.equals("never")) {
                CALLED.countDown();
                return Single.never();
            }
            return Single.timer(5, TimeUnit.MILLISECONDS).map(passed -> name);
        }

        @POST
        public Single<String> post(final String body) {
            return Single.timer(5, TimeUnit.MILLISECONDS).map(passed -> body);
        }
    }

    /** A server for which a request of five milliseconds may be slow. */
    private static RunningServer server(final String limit) {
        return RunningServer.of(RestPlugin.withResources(TeaResource.class), Map.of("rest.slow-request", limit));
    }

    private static RunningServer server() {
        return server("1ms");
    }

    private static ILoggingEvent next(final LogLines log) throws InterruptedException {
        return log.next(event -> event.getLoggerName().equals("org.jzenith.slow"));
    }

    @Test
    void aLineSaysWhereTheTimeWent() throws Exception {
        try (RunningServer server = server();
                LogLines log = LogLines.of("org.jzenith")) {
            assertThat(server.post("/teas", "green", "Content-Type", "text/plain", "X-Request-Id", "tea-1")
                            .status())
                    .isEqualTo(200);
            final ILoggingEvent line = next(log);
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getMDCPropertyMap()).containsEntry("requestId", "tea-1");
            assertThat(line.getFormattedMessage())
                    .matches("POST /teas took " + MILLIS + " with status 200: " + MILLIS + " for the body, " + MILLIS
                            + " in filters and queues, " + MILLIS + " in the resource, " + MILLIS
                            + " to write the response; request tea-1\\.");
        }
    }

    @Test
    void theRouteIsLoggedAndNotThePath() throws Exception {
        try (RunningServer server = server();
                LogLines log = LogLines.of("org.jzenith")) {
            server.get("/teas/secret");
            assertThat(next(log).getFormattedMessage())
                    .startsWith("GET /teas/{name} took ")
                    .doesNotContain("secret", "body");
        }
    }

    @Test
    void aRequestWhoseClientLeavesIsSlowToo() throws Exception {
        try (RunningServer server = server();
                LogLines log = LogLines.of("org.jzenith")) {
            try (RawClient client = RawClient.to(server)) {
                client.send("GET /teas/never HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(CALLED.await(20, TimeUnit.SECONDS)).isTrue();
                server.get("/teas/another"); // takes longer than the limit
            }
            assertThat(log.next(" without a response: ").getFormattedMessage()).startsWith("GET /teas/{name} took ");
        }
    }

    /** Each plugin has a limit of its own, also if the application has none without a name. */
    @Test
    void aNamedPluginHasALimitOfItsOwn() throws Exception {
        for (final boolean alone : List.of(true, false)) {
            final JZenith operators = JZenith.application()
                    .withPlugins(RestPlugin.named("admin").withResources(TeaResource.class))
                    .withConfiguration("jzenith.idle-grace", "0s")
                    .withConfiguration("rest.admin.slow-request", "1ms")
                    .withConfiguration("rest.admin.port", 0);
            final JZenith recipe = alone
                    ? operators
                    : operators
                            .withPlugins(RestPlugin.withResources(TeaResource.class))
                            .withConfiguration("rest.port", 0)
                            .withConfiguration("rest.slow-request", "1h");
            try (RunningApplication application = recipe.run();
                    LogLines log = LogLines.of("org.jzenith")) {
                for (final URI listener : application.endpoints().values()) {
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(listener.resolve("/teas/green"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString());
                }
                assertThat(next(log).getFormattedMessage()).startsWith("GET /teas/{name} took ");
                assertThat(log.warnings()).as("further lines").isEmpty();
            }
        }
    }

    @Test
    void aRequestWithinTheLimitHasNoLine() {
        try (RunningServer server = server("1h");
                LogLines log = LogLines.of("org.jzenith")) {
            assertThat(server.get("/teas/green").status()).isEqualTo(200);
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void aLogThatIsOffObservesNothing() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(TeaResource.class))) {
            final Observers observers = server.application().get(Observers.class);
            assertThat(observers.of(RequestEvent.class)).isNull();
            assertThat(observers.of(WorkEvent.class)).isNull();
        }
    }
}
