package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Maybe;
import io.reactivex.schedulers.Schedulers;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.docs.AuthenticationPlugin.Mechanism;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestResponse;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;
import org.jzenith.websocket.WebSocketPlugin;

/** The plugin of docs/extending.md that guards the listener of another with several mechanisms. */
final class AuthenticationPluginTest {

    private static final CountDownLatch ASKED = new CountDownLatch(1);
    private static final CountDownLatch DISPOSED = new CountDownLatch(1);

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(AuthenticationPluginTest::application);

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(WhoResource.class),
                        StaticFiles.of(StaticFiles.at("/files", "classpath:public")),
                        WebSocketPlugin.create().at("/echo", socket -> socket.messages()),
                        new RobotsPlugin(),
                        new AuthenticationPlugin(
                                Mechanism.basic(Map.of("ann", "pass:wörd")),
                                Mechanism.apiKey(AuthenticationPluginTest::userOfKey)));
    }

    /** Looks on another thread, as a query of a database would. */
    private static Maybe<Principal> userOfKey(final String key) {
        return switch (key) {
            case "k1" -> Maybe.<Principal>fromCallable(() -> () -> "bob").subscribeOn(Schedulers.io());
            case "slow" ->
                Maybe.<Principal>never()
                        .doOnSubscribe(asked -> ASKED.countDown())
                        .doOnDispose(DISPOSED::countDown);
            default -> Maybe.<Principal>empty().subscribeOn(Schedulers.io());
        };
    }

    @Path("/who")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class WhoResource {

        @GET
        public String who(@Context final SecurityContext security) {
            return security.getUserPrincipal().getName();
        }
    }

    private static String basic(final String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private static JZenithHttp ann() {
        return APP.http().withHeader("Authorization", basic("ann:pass:wörd"));
    }

    private static JZenithHttp bob() {
        return APP.http().withHeader("X-Api-Key", "k1");
    }

    private static void assertRefused(final TestResponse response) {
        assertThat(response.status()).isEqualTo(401);
        assertThat(response.header("WWW-Authenticate"))
                .contains("Basic realm=\"shop\", charset=\"UTF-8\", ApiKey realm=\"shop\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/who", "/files/index.html", "/robots.txt", "/health"})
    void eachMechanismOpensWhateverAnswers(final String path) {
        assertRefused(APP.http().get(path));
        assertThat(ann().get(path).status()).isEqualTo(200);
        assertThat(bob().get(path).status()).isEqualTo(200);
    }

    @Test
    void eachMechanismOpensWebSockets() {
        assertRefused(catchThrowableOfType(
                        WebSocketRefusedException.class,
                        () -> APP.http().webSocket("/echo").close())
                .response());
        for (final JZenithHttp client : new JZenithHttp[] {ann(), bob()}) {
            try (TestWebSocket socket = client.webSocket("/echo")) {
                socket.send("hello");
                assertThat(socket.next().text()).isEqualTo("hello");
            }
        }
    }

    @Test
    void theUserIsThatOfTheMechanism() {
        assertThat(ann().get("/who").body()).isEqualTo("ann");
        assertThat(bob().get("/who").body()).isEqualTo("bob");
    }

    @Test
    void aPathThatDoesNotExistIsNotToldFromOthers() {
        assertRefused(APP.http().get("/nothing"));
        assertThat(ann().get("/nothing").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann:", "ann", "ann:pass", "bob:pass:wörd", ":", ""})
    void wrongBasicCredentialsAreRefusedEvenWithARightKey(final String credentials) {
        assertRefused(APP.http().withHeader("Authorization", basic(credentials)).get("/who"));
        assertRefused(bob().withHeader("Authorization", basic(credentials)).get("/who"));
        assertRefused(APP.http().withHeader("Authorization", "Basic %%%").get("/who"));
    }

    @Test
    void aWrongKeyIsRefusedEvenWithARightPassword() {
        assertRefused(APP.http().withHeader("X-Api-Key", "k2").get("/who"));
        assertRefused(ann().withHeader("X-Api-Key", "k2").get("/who"));
    }

    @Test
    void aClientThatLeavesEndsTheLookup() throws IOException, InterruptedException {
        try (Socket client = new Socket("localhost", APP.http().uri().getPort())) {
            client.getOutputStream()
                    .write("GET /who HTTP/1.1\r\nHost: a\r\nX-Api-Key: slow\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(ASKED.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(DISPOSED.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
