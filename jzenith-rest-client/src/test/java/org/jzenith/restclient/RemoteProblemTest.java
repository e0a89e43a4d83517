package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The contents of an error response in the exception, and the application's own mapping of it. */
final class RemoteProblemTest {

    private static final String PROBLEM = """
            {"type":"https://stock.example/sold-out","title":"Sold out","detail":"There is no tea pot.",\
            "balance":17,"violations":[{"field":"pieces"}]}""";

    /** 5 KiB. */
    private static final String TEXT = "0123456789abcdef".repeat(320);

    private static final RawPeer PEER;

    static {
        try {
            PEER = new RawPeer(peer -> {
                for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
                    switch (head.split(" ")[1]) {
                        case "/stock/problem" -> send(peer, 409, "application/problem+json", PROBLEM);
                        case "/stock/empty" -> send(peer, 410, "application/json", "");
                        default -> send(peer, 503, "text/plain;charset=UTF-8", TEXT);
                    }
                }
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(final RawPeer.Conversation peer, final int status, final String type, final String body)
            throws IOException {
        peer.send("HTTP/1.1 " + status + " Error\r\nX-Shelf: 4\r\nX-Shelf: 5\r\nContent-Type: " + type
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n");
        peer.send(body.getBytes(StandardCharsets.US_ASCII));
    }

    /** The other service. */
    @Path("/stock/{id}")
    public interface StockApi {

        @GET
        Single<String> get(@PathParam("id") String id);
    }

    @Path("/shop/{id}")
    @Produces("text/plain")
    public static final class ShopResource {

        private final StockApi stock;

        @Inject
        ShopResource(final StockApi stock) {
            this.stock = stock;
        }

        @GET
        public Single<String> get(@PathParam("id") final String id) {
            return stock.get(id);
        }
    }

    @Order(1)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withoutConfigurationFiles()
            .withPlugins(
                    RestPlugin.withResources(ShopResource.class)
                            .withMapping(
                                    RemoteProblemException.class,
                                    problem -> Problem.of(problem.status() == 409 ? 422 : 503)
                                            .withMember("stock", problem.status())),
                    RestClientPlugin.of(StockApi.class, "stock"))
            .withConfiguration("rest-client.stock.url", PEER.url())
            .withConfiguration("rest-client.stock.retries", 0));

    @AfterAll
    static void close() throws IOException {
        PEER.close();
    }

    private static RemoteProblemException fail(final String id) {
        final RemoteProblemException failure = catchThrowableOfType(
                RemoteProblemException.class,
                () -> APP.get(StockApi.class).get(id).blockingGet());
        assertThat(failure).isNotNull();
        return failure;
    }

    @Test
    void aProblemHasItsMembersAndHeaders() {
        final RemoteProblemException failure = fail("problem");
        assertThat(failure.status()).isEqualTo(409);
        assertThat(failure.isClientError()).isTrue();
        assertThat(failure.type()).isEqualTo("https://stock.example/sold-out");
        assertThat(failure.title()).contains("Sold out");
        assertThat(failure.detail()).contains("There is no tea pot.");
        assertThat(failure.members())
                .containsOnlyKeys("type", "title", "detail", "balance", "violations")
                .containsEntry("balance", 17)
                .containsEntry("violations", List.of(Map.of("field", "pieces")));
        assertThat(failure.header("x-shelf")).contains("4");
        assertThat(failure.header("X-SHELF")).contains("4");
        assertThat(failure.header("X-Other")).isEmpty();
        assertThat(failure.text()).isEmpty();
        assertThat(failure).hasMessageContaining("409 (Sold out)");
    }

    @Test
    void ofAnotherBodyTheFirstKibibyteIsKept() {
        final RemoteProblemException failure = fail("text");
        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.isClientError()).isFalse();
        assertThat(failure.text()).isEqualTo(TEXT.substring(0, 1024));
        assertThat(failure.type()).isEqualTo("about:blank");
        assertThat(failure.title()).isEmpty();
        assertThat(failure.detail()).isEmpty();
        assertThat(failure.members()).isEmpty();
        assertThat(failure.header("Content-Type")).contains("text/plain;charset=UTF-8");
    }

    @Test
    void aResponseWithoutABodyHasNoText() {
        final RemoteProblemException failure = fail("empty");
        assertThat(failure.status()).isEqualTo(410);
        assertThat(failure.type()).isEqualTo("about:blank");
        assertThat(failure.text()).isEmpty();
    }

    @Test
    void aMappingOfTheApplicationChangesTheResponse() {
        final TestResponse response = APP.http().get("/shop/problem");
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.body()).contains("\"stock\":409").doesNotContain("Sold out", "tea pot");
        assertThat(APP.http().get("/shop/text").status()).isEqualTo(503);
    }
}
