package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.Users;
import org.slf4j.LoggerFactory;

/** The levels of loggers, as an operator changes them. */
final class LogLevelsTest {

    private static final Logger ORDERS = (Logger) LoggerFactory.getLogger("com.example.Orders");

    private RunningApplication application;

    private void start(final JZenith recipe) {
        application = recipe.withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .run();
    }

    private static JZenith shop() {
        return JZenith.application()
                .withPlugins(RestPlugin.create(), RestPlugin.named("admin"), ObservabilityPlugin.create())
                .withConfiguration("rest.admin.port", 0);
    }

    @AfterEach
    void levelsAreBackAtTheStop() {
        application.stop();
        assertThat(ORDERS.getLevel()).isNull();
    }

    private HttpResponse<String> send(final String method, final String path, final String... headers)
            throws IOException, InterruptedException {
        return sendTo("rest.admin", method, path, headers);
    }

    private HttpResponse<String> sendTo(
            final String listener, final String method, final String path, final String... headers)
            throws IOException, InterruptedException {
        final URI uri = application.endpoints().get(listener).resolve(path);
        final HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonObject listed(final String logger) throws IOException, InterruptedException {
        return new JsonObject(send("GET", "/admin/logs").body())
                .getJsonObject("loggers")
                .getJsonObject(logger);
    }

    @Test
    void aLevelIsChangedListedAndChangedBack() throws Exception {
        start(shop());
        assertThat(listed("ROOT").getString("level")).isEqualTo("INFO");
        assertThat(listed("ROOT").containsKey("until")).isFalse();
        final HttpResponse<String> changed = send("PUT", "/admin/logs/com.example.Orders?level=debug&for=1h");
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(ORDERS.getLevel()).isEqualTo(Level.DEBUG);
        assertThat(listed("com.example.Orders").getString("level")).isEqualTo("DEBUG");
        assertThat(listed("com.example.Orders").getInstant("until"))
                .isEqualTo(new JsonObject(changed.body()).getInstant("until"))
                .isAfter(java.time.Instant.now());
        assertThat(send("DELETE", "/admin/logs/com.example.Orders").statusCode())
                .isEqualTo(204);
        assertThat(ORDERS.getLevel()).isNull();
        assertThat(listed("com.example.Orders")).isNull();
    }

    @Test
    void aLevelIsBackAfterItsTimeAlsoIfItWasChangedTwice() throws Exception {
        start(shop());
        send("PUT", "/admin/logs/com.example.Orders?level=DEBUG&for=1h");
        send("PUT", "/admin/logs/com.example.Orders?level=TRACE&for=1ms");
        Exposition.await("the level is back", () -> ORDERS.getLevel() == null);
    }

    @Test
    void theRootLoggerIsOneLoggerHoweverItIsWritten() throws Exception {
        start(shop());
        send("PUT", "/admin/logs/root?level=debug&for=1h");
        send("PUT", "/admin/logs/ROOT?level=trace&for=1h");
        assertThat(listed("ROOT").getString("before")).isEqualTo("INFO");
        send("DELETE", "/admin/logs/Root");
        assertThat(listed("ROOT").getString("level")).isEqualTo("INFO");
    }

    @Test
    void aLevelThatIsStillChangedIsBackAfterTheStop() throws Exception {
        start(shop());
        assertThat(send("PUT", "/admin/logs/com.example.Orders?level=off").statusCode())
                .isEqualTo(200);
        assertThat(ORDERS.getLevel()).isEqualTo(Level.OFF);
    }

    @Test
    void wrongRequestsChangeNothing() throws Exception {
        start(shop());
        assertThat(send("PUT", "/admin/logs/com.example.Orders?level=off", "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(send("PUT", "/admin/logs/com.example.Orders?level=loud").statusCode())
                .isEqualTo(400);
        assertThat(send("PUT", "/admin/logs/com.example.Orders").statusCode()).isEqualTo(400);
        for (final String duration : new String[] {"0s", "-1s", "25h", "short", ""}) {
            assertThat(send("PUT", "/admin/logs/com.example.Orders?level=debug&for=" + duration)
                            .statusCode())
                    .isEqualTo(400);
        }
        assertThat(send("PUT", "/admin/logs/a%0Ab?level=debug").statusCode()).isEqualTo(404);
        assertThat(send("PUT", "/admin/logs").statusCode()).isEqualTo(405);
        assertThat(send("GET", "/admin/logs/com.example.Orders").headers().firstValue("Allow"))
                .contains("PUT, DELETE");
        assertThat(ORDERS.getLevel()).isNull();
    }

    @Test
    void withoutAGuardOnlyClientsOfTheSameMachineChangeLevels() throws Exception {
        start(shop());
        final String change = "/admin/logs/com.example.Orders?level=debug";
        assertThat(send("PUT", change, "X-Forwarded-For", "203.0.113.9").statusCode())
                .isEqualTo(403);
        assertThat(send("PUT", change, "Forwarded", "for=203.0.113.9").statusCode())
                .isEqualTo(403);
        assertThat(send("GET", "/admin/logs", "Forwarded", "for=203.0.113.9").statusCode())
                .isEqualTo(403);
        application.stop();
        start(shop().withConfiguration("rest.admin.trusted-proxies", "127.0.0.1"));
        assertThat(send("PUT", change, "X-Forwarded-For", "203.0.113.9").statusCode())
                .isEqualTo(403);
        assertThat(ORDERS.getLevel()).isNull();
    }

    @Test
    void withAGuardOnlyAuthenticatedClientsChangeLevels() throws Exception {
        start(shop().withPlugins(SecurityPlugin.create().withBasicAuthentication(Users.fromSettings()))
                .withConfiguration("security.deny-by-default", true)
                .withConfiguration(
                        "security.users.ann.password",
                        BcryptFunction.getInstance(Bcrypt.B, 4).hash("secret").getResult()));
        final String change = "/admin/logs/com.example.Orders?level=debug";
        assertThat(send("GET", "/admin/logs").statusCode()).isEqualTo(401);
        final HttpResponse<String> refused = send("PUT", change);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(ORDERS.getLevel()).isNull();
        final String credentials = Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
        assertThat(send("PUT", change, "Authorization", "Basic " + credentials).statusCode())
                .isEqualTo(200);
        assertThat(ORDERS.getLevel()).isEqualTo(Level.DEBUG);
    }

    @Test
    void theMainListenerNeverChangesLevels() throws Exception {
        start(shop());
        assertThat(sendTo("rest", "GET", "/admin/logs").statusCode()).isEqualTo(404);
        application.stop();
        start(shop().withConfiguration("metrics.listener", "rest"));
        assertThat(sendTo("rest", "GET", "/admin/logs").statusCode()).isEqualTo(404);
        assertThat(sendTo("rest.admin", "GET", "/admin/logs").statusCode()).isEqualTo(404);
    }
}
