package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.test.internal.log.LogLines;

/** The log of failing calls: operators see which call failed and why, once in ten seconds, and nothing of a body. */
final class FailureWarningTest {

    private static final String SECRET = "hunter2";

    /** A part of a value. */
    public record Item(String name, int pieces) {}

    /** A service whose responses are named by their paths. */
    @Path("/items/{response}")
    public interface ItemApi {

        @GET
        Single<Item> one(@PathParam("response") String response);

        @GET
        @Path("/json")
        Single<JsonObject> json(@PathParam("response") String response);

        @GET
        @Path("/all")
        Flowable<Item> all(@PathParam("response") String response);

        @GET
        @Path("/pieces")
        Flowable<Buffer> pieces(@PathParam("response") String response);
    }

    @Path("/shop")
    public static final class ShopResource {

        private final ItemApi items;

        @Inject
        ShopResource(final ItemApi items) {
            this.items = items;
        }

        @GET
        @Path("{response}")
        @Produces("application/json")
        public Single<Item> one(@PathParam("response") final String response) {
            return items.one(response);
        }
    }

    private LogLines log;

    @BeforeEach
    void listen() {
        log = LogLines.of("org.jzenith").at(Level.DEBUG);
    }

    @AfterEach
    void forget() {
        log.close();
    }

    private static Clients clients(final String url) {
        return clients(url, "20s");
    }

    private static Clients clients(final String url, final String idleTimeout) {
        return Clients.of(
                Map.of("url", url, "retries", 0, "idle-timeout", idleTimeout, "sse-reconnect", false),
                ItemApi.class,
                ShopResource.class);
    }

    private static void serve(final RawPeer.Conversation peer) throws IOException {
        for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            final String response = head.split("[ /?]+")[2];
            final String text = switch (response) {
                case "malformed" -> "[{\"name\":" + SECRET + "}]";
                case "mistyped" -> "{\"name\":\"a\",\"pieces\":\"" + SECRET + "\"}";
                case "mistyped-in-array" -> "[{\"name\":\"a\",\"pieces\":\"" + SECRET + "\"}]";
                case "problem" -> "{\"title\":\"Broken\",\"detail\":\"" + SECRET + "\"}";
                default -> "{\"title\":\"" + SECRET + "\"}";
            };
            final String type = switch (response) {
                case "html" -> "text/html";
                case "problem" -> "application/problem+json";
                default -> "application/json";
            };
            final String status = response.matches("\\d+") ? response : response.equals("problem") ? "500" : "200";
            final int more = response.equals("silent") ? 1 : 0;
            peer.send("HTTP/1.1 " + status + " Status\r\nContent-Type: " + type + "\r\nContent-Length: "
                    + (text.length() + more) + "\r\n\r\n" + text);
        }
    }

    /** Returns the lines of a logger on a level. */
    private List<String> lines(final String name, final Level wanted) {
        return log.events().stream()
                .filter(event -> event.getLoggerName().equals(name) && event.getLevel() == wanted)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void nothingIsSecret() {
        assertThat(log.events()).allSatisfy(event -> {
            assertThat(event.getFormattedMessage()).doesNotContain(SECRET);
            if (event.getThrowableProxy() != null) {
                assertThat(ThrowableProxyUtil.asString(event.getThrowableProxy()))
                        .doesNotContain(SECRET);
            }
        });
    }

    @Test
    void theWarningSaysWhyACallFailed() {
        try (Clients clients = clients("http://localhost:1")) {
            final ItemApi api = clients.application().get(ItemApi.class);
            assertThat(api.one("1").test().awaitDone(10, TimeUnit.SECONDS).errorCount())
                    .isEqualTo(1);
        }
        assertThat(lines("org.jzenith.restclient", Level.WARN))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("Calls of the client 'stock' fail. To see all reasons, set the log level to DEBUG."
                                + " The call stock: GET /items/{response} cannot reach localhost:1: ")
                        .contains("Connection refused")
                        .contains(". This happened once since"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    one    | 500               | returned the status 500.
                    one    | problem           | returned the status 500 (Broken).
                    one    | 301               | returned the status 301.
                    one    | html              | returned the status 200 and the media type 'text/html' instead of JSON.
                    one    | malformed         | returned JSON that is not a valid Item: The JSON must be an object.
                    one    | mistyped          | returned JSON that is not a valid Item: 'pieces' must be a whole number.
                    json   | malformed         | returned JSON that is not a valid JsonObject: The JSON must be an object.
                    all    | 500               | returned the status 500.
                    all    | malformed         | returned JSON that is not a valid Item: The JSON is malformed at line 1, column 9.
                    all    | mistyped          | returned JSON that is not an array.
                    all    | mistyped-in-array | returned JSON that is not a valid Item: 'pieces' must be a whole number.
                    all    | html              | returned the media type 'text/html' instead of JSON, NDJSON or server-sent events.
                    pieces | 503               | returned the status 503.
                    pieces | silent            | received nothing more of the response for 500 ms.
                    """)
    void operatorsFindEachFailureWithoutItsBody(final String method, final String response, final String reason)
            throws Exception {
        final String message = "GET /items/{response}" + (method.equals("one") ? "" : "/" + method) + " " + reason;
        try (RawPeer peer = new RawPeer(FailureWarningTest::serve);
                Clients clients = clients(peer.url(), response.equals("silent") ? "500ms" : "20s")) {
            final ItemApi api = clients.application().get(ItemApi.class);
            for (int i = 0; i < 3; i++) {
                final Flowable<?> call = switch (method) {
                    case "one" -> api.one(response).toFlowable();
                    case "json" -> api.json(response).toFlowable();
                    case "all" -> api.all(response);
                    default -> api.pieces(response);
                };
                assertThat(call.ignoreElements().blockingGet()).isNotNull();
            }
        }
        assertThat(lines("org.jzenith.restclient", Level.WARN))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("Calls of the client 'stock' fail. To see all reasons, set the log level to DEBUG."
                                + " The call stock: " + message + " This happened once since"));
        assertThat(lines("org.jzenith.restclient", Level.DEBUG).stream().filter(("The call stock: " + message)::equals))
                .hasSize(3);
        nothingIsSecret();
    }

    /** The application may expect such a status. */
    @Test
    void aStatusThatBlamesTheRequestIsNoWarning() throws Exception {
        try (RawPeer peer = new RawPeer(FailureWarningTest::serve);
                Clients clients = clients(peer.url())) {
            assertThat(clients.application()
                            .get(ItemApi.class)
                            .one("409")
                            .ignoreElement()
                            .blockingGet())
                    .isNotNull();
        }
        assertThat(lines("org.jzenith.restclient", Level.WARN)).isEmpty();
        assertThat(lines("org.jzenith.restclient", Level.DEBUG))
                .contains("The call stock: GET /items/{response} returned the status 409.");
    }

    @ParameterizedTest
    @CsvSource({"409, RemoteProblemException", "mistyped, UnreadableResponseException"})
    void aFailureThatReachesAClientIsLoggedUnderItsIdAndCounted(final String response, final String exception)
            throws Exception {
        final HttpResponse<String> told;
        try (RawPeer peer = new RawPeer(FailureWarningTest::serve);
                Clients clients = clients(peer.url())) {
            final HttpRequest request = HttpRequest.newBuilder(
                            URI.create(clients.application().uri() + "/shop/" + response))
                    .build();
            told = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            assertThat(told.statusCode()).isEqualTo(502);
            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(502);
        }
        final String id = new JsonObject(told.body()).getString("id");
        assertThat(lines("org.jzenith.rest.internal.error.Errors", Level.ERROR))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("GET /shop/{response} failed with " + exception + " in ")
                .contains(", path /shop/" + response)
                .contains("the client was told the id " + id);
        assertThat(lines("org.jzenith.rest.internal.error.Errors", Level.ERROR).get(1))
                .contains("1 more time(s)");
        nothingIsSecret();
    }
}
