package org.jzenith.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.HttpPlugin;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.redis.error.RedisUnavailableException;
import org.jzenith.redis.message.RedisMessage;
import org.jzenith.test.internal.fault.UnreliableProxy;
import org.jzenith.test.internal.log.LogLines;

/** Applications that work without Redis, as clients see them: {@code redis.required} is false. */
@Tag("full")
final class OptionalServerTest {

    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable RedisServer server;
    private UnreliableProxy proxy;
    private LogLines log;
    private @Nullable RunningApplication application;

    @TempDir
    Path directory;

    /** The password is that of the directory, so a server that starts later has it, too. */
    @BeforeEach
    void begin() {
        server = RedisServer.startIn(directory);
        proxy = new UnreliableProxy(server.port());
        log = LogLines.of("org.jzenith.redis");
    }

    @AfterEach
    void stop() {
        log.close();
        if (application != null) {
            application.close();
        }
        proxy.close();
        server.close();
    }

    private void killServer() {
        proxy.shut();
        server.close();
    }

    private void startServer() {
        server = RedisServer.startIn(directory);
        proxy.reopen(server.port());
    }

    private JZenith recipe() {
        return JZenith.application()
                .withPlugins(HttpPlugin.create(), RedisPlugin.create())
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/value", "test", exchange -> () -> answer(exchange))))
                .withConfiguration("rest.port", 0)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.health.details-for", "127.0.0.1,::1")
                .withConfiguration("redis.required", false)
                .withConfiguration("redis.port", proxy.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("redis.connect-timeout", "200ms")
                .withConfiguration("redis.command-timeout", "300ms");
    }

    @SuppressWarnings("CheckReturnValue") // the response ends it
    private void answer(final Exchange exchange) {
        application
                .get(RedisClient.class)
                .get("a")
                .defaultIfEmpty("none")
                .subscribe(
                        value -> exchange.execute(() -> exchange.response().send("text/plain", Buffer.buffer(value))),
                        error -> exchange.execute(() -> exchange.response()
                                .sendProblem(error instanceof RedisUnavailableException ? 503 : 500, null)));
    }

    private HttpResponse<String> get(final String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(application.uri().resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void awaitHealth(final String text) throws IOException, InterruptedException {
        HttpResponse<String> ready = get("/health/ready");
        while (!ready.body().contains(text)) {
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            ready = get("/health/ready");
        }
        assertThat(ready.statusCode()).isEqualTo(200);
    }

    @Test
    void theApplicationStartsWithoutTheServerAndUsesItWhenItIsThere() throws Exception {
        killServer();
        application = recipe().run();

        assertThat(log.warnings())
                .singleElement()
                .asString()
                .contains("Cannot reach Redis at localhost:" + proxy.port(), "redis.required is false");
        final HttpResponse<String> ready = get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body())
                .startsWith("{\"status\":\"DEGRADED\"")
                .contains(
                        "{\"name\":\"redis\",\"status\":\"DEGRADED\",\"reason\":\"Redis at localhost:" + proxy.port());
        assertThat(get("/value").statusCode()).isEqualTo(503);
        assertThatThrownBy(() -> application.get(RedisClient.class).get("a").blockingGet())
                .isInstanceOf(RedisUnavailableException.class);
        final TestSubscriber<RedisMessage> messages =
                application.get(RedisClient.class).messages("prices").test();

        startServer();
        awaitHealth("{\"name\":\"redis\",\"status\":\"UP\"");
        HttpResponse<String> value = get("/value");
        while (value.statusCode() == 503) {
            value = get("/value");
        }
        assertThat(value.body()).isEqualTo("none");
        messages.awaitCount(1);
        messages.cancel();
    }

    @Test
    void aServerThatGoesAwayLeavesTheApplicationReady() throws Exception {
        application = recipe().run();
        awaitHealth("{\"status\":\"UP\"");
        killServer();
        awaitHealth("{\"status\":\"DEGRADED\"");
        assertThat(get("/value").statusCode()).isEqualTo(503);
        startServer();
        awaitHealth("{\"status\":\"UP\"");
    }

    @Test
    void aFrozenServerNeitherStopsTheStartNorTheHealth() throws Exception {
        proxy.freeze();
        application = recipe().run();
        awaitHealth("{\"status\":\"DEGRADED\"");
        proxy.thaw();
        awaitHealth("{\"status\":\"UP\"");
    }

    @Test
    void eachServerWithANameDecidesForItself() throws Exception {
        killServer();
        final JZenith recipe = recipe().withPlugins(RedisPlugin.named("sessions"))
                .withConfiguration("redis.port", 1)
                .withConfiguration("redis.sessions.port", proxy.port())
                .withConfiguration("redis.sessions.connect-timeout", "200ms")
                .withConfiguration("redis.sessions.password", server.password());
        assertThatThrownBy(recipe::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("With redis.sessions.required=false, the application starts without it.");
        application = recipe.withConfiguration("redis.sessions.required", false).run();
        assertThat(get("/health/ready").body())
                .contains(
                        "{\"name\":\"redis\",\"status\":\"DEGRADED\"",
                        "{\"name\":\"redis.sessions\",\"status\":\"DEGRADED\"");
        startServer();
        awaitHealth("{\"name\":\"redis.sessions\",\"status\":\"UP\"");
        assertThat(get("/health/ready").body()).contains("{\"name\":\"redis\",\"status\":\"DEGRADED\"");
    }

    @Test
    void aServerThatIsRequiredIsNamedWithTheSettingThatChangesThat() {
        killServer();
        assertThatThrownBy(
                        () -> recipe().withConfiguration("redis.required", true).run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("With redis.required=false, the application starts without it.");
    }

    @Test
    void aWrongPasswordFailsTheStart() {
        assertThatThrownBy(() -> recipe().withConfiguration("redis.password", "wrong")
                        .withConfiguration("redis.connect-timeout", "10s")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("WRONGPASS");
    }

    @Test
    void aWrongPasswordOfAServerThatComesLaterIsNamed() throws Exception {
        killServer();
        application = recipe().withConfiguration("redis.password", "wrong")
                .withConfiguration("jzenith.event-loops", 1)
                .run();
        startServer();
        awaitHealth("WRONGPASS");
        assertThat(log.warnings()).hasSize(2).last().asString().contains("cannot be used", "WRONGPASS");
    }
}
