package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.WebTarget;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jboss.resteasy.rxjava2.SingleRxInvoker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;

/** Headers that all calls of a client send. */
final class DefaultHeadersTest {

    private static final String SECRET = "hunter2";

    /** The service. */
    @Path("/work")
    public interface WorkApi {

        @GET
        @Produces("text/plain")
        Single<String> get(@HeaderParam("X-Api-Key") String key);
    }

    private final Queue<String> heads = new ConcurrentLinkedQueue<>();
    private RawPeer peer;

    @BeforeEach
    void listen() throws IOException {
        peer = new RawPeer(each -> {
            for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                heads.add(head);
                each.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok");
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
    }

    private Clients clients(final Map<String, ?> settings, final RestClient client) {
        final Map<String, Object> all = new HashMap<>(Map.of("url", peer.url()));
        all.putAll(settings);
        return Clients.of(all, client, RetriesTest.Other.class);
    }

    private static RestClient client() {
        return RestClientPlugin.of(WorkApi.class, "stock");
    }

    private String head(final Clients clients, final String key) {
        assertThat(clients.application().get(WorkApi.class).get(key).blockingGet())
                .isEqualTo("ok");
        return heads.remove();
    }

    @Test
    void parametersWinOverSettingsAndTheseOverCode() {
        try (Clients clients = clients(
                Map.of("headers.x-api-key", SECRET, "headers.User-Agent", "shop/1"),
                client().withHeader("X-Api-Key", "code").withHeader("X-Shop", "tea"))) {
            assertThat(head(clients, null))
                    .contains("X-Api-Key: " + SECRET + "\r\n", "User-Agent: shop/1\r\n", "X-Shop: tea\r\n")
                    .doesNotContain("code");
            assertThat(head(clients, "own"))
                    .contains("X-Api-Key: own\r\n", "X-Shop: tea\r\n")
                    .doesNotContain(SECRET, "code");
        }
    }

    /** A variable such as REST_CLIENT_STOCK_HEADERS_X_API_KEY creates the key with dots. */
    @Test
    void dotsAreHyphens() {
        try (Clients clients = clients(Map.of("headers.x.api.key", SECRET), client())) {
            assertThat(head(clients, null)).contains("x-api-key: " + SECRET + "\r\n");
        }
    }

    @Test
    void theClientOfJakartaRestSendsThemToo() {
        try (Clients clients = clients(
                Map.of("headers.X-Api-Key", SECRET),
                RestClientPlugin.standard("stock").withHeader("X-Shop", "tea"))) {
            final WebTarget target = clients.application()
                    .get(WebTarget.class, "stock")
                    .path("work")
                    .register((ClientRequestFilter)
                            request -> request.getHeaders().add("X-Api-Key", "second"));
            assertThat(target.request()
                            .header("x-shop", "milk")
                            .rx(SingleRxInvoker.class)
                            .get(String.class)
                            .blockingGet())
                    .isEqualTo("ok");
            assertThat(heads.remove())
                    .containsIgnoringCase("X-Api-Key: " + SECRET + "\r\n")
                    .containsIgnoringCase("x-shop: milk\r\n")
                    .containsIgnoringCase("second")
                    .doesNotContain("tea");
        }
    }

    @Test
    void valuesAreSecrets() {
        try (Clients clients = clients(Map.of("headers.X-Name", SECRET), client().withHeader("X-Other", SECRET))) {
            assertThat(clients.application().get(Configuration.class).explain())
                    .contains("rest-client.stock.headers.X-Name = ****")
                    .doesNotContain(SECRET);
        }
        assertThat(client().withHeader("X-Other", SECRET).plugin().toString()).doesNotContain(SECRET);
    }

    private String problems(final Map<String, ?> settings, final RestClient client) {
        final StartException refused = catchThrowableOfType(
                StartException.class, () -> clients(settings, client).close());
        return String.join(
                "\n", refused.problems().stream().map(Object::toString).toList());
    }

    @Test
    void headersOfTheClientItselfAreRefused() {
        assertThat(problems(
                        Map.of("headers.traceparent", "00-1", "headers.X-Request-Deadline", "1"),
                        client().withHeader("host", "stock").withHeader("Accept", "text/html")))
                .contains(
                        "The default header 'host' cannot be set for all calls, because the client sets it itself.",
                        "The default header 'Accept' cannot be set",
                        "Set the media types with @Produces.",
                        "The default header 'traceparent' cannot be set",
                        "The default header 'X-Request-Deadline' cannot be set",
                        "rest-client.stock.headers.traceparent");
    }

    @Test
    void namesAndValuesThatCannotBeSentAreRefused() {
        assertThat(problems(
                        Map.of("headers.X-Api-Key", SECRET + "\u20ac"),
                        client().withHeader("X Shop", "tea").withHeader("X-Line", SECRET + "\r\nX-Evil: 1")))
                .contains(
                        "The default header 'X Shop' is not a valid header name.",
                        "The default header 'X-Line' has a value that a header cannot contain.",
                        "The default header 'X-Api-Key' has a value that a header cannot contain.")
                .doesNotContain(SECRET);
    }

    @Test
    void twoValuesOfOneHeaderAreRefused() {
        assertThat(problems(Map.of("headers.X-Api-Key", SECRET, "headers.x-api-key", "other"), client()))
                .contains(
                        "has two values.",
                        "rest-client.stock.headers.X-Api-Key",
                        "rest-client.stock.headers.x-api-key",
                        "Remove one of the keys.")
                .doesNotContain(SECRET);
    }

    /** The value of a setting can be in any source, for example that of another key. */
    @Test
    void aValueCanReferToAnotherKey() {
        try (Clients clients = clients(
                Map.of("headers.X-Api-Key", "${rest-client.stock.headers.X-Name}", "headers.X-Name", SECRET),
                client())) {
            assertThat(head(clients, null)).contains("X-Api-Key: " + SECRET + "\r\n");
        }
    }
}
