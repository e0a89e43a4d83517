package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The failures of another service in the application's own responses, and the headers that travel on. */
final class OwnServerTest {

    private static final Queue<String> HEADS = new ConcurrentLinkedQueue<>();
    private static final RawPeer PEER;

    static {
        try {
            PEER = new RawPeer(OwnServerTest::answer);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(final RawPeer.Conversation peer) throws IOException {
        for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            HEADS.add(head);
            final String path = head.split(" ")[1];
            switch (path) {
                case "/stock/silent" -> peer.awaitEnd();
                case "/stock/reset" -> {
                    peer.reset();
                    return;
                }
                case "/stock/fine" ->
                    peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nfine");
                default -> {
                    final String body = "{\"title\":\"secret words\",\"detail\":\"of theirs\",\"code\":7}";
                    peer.send("HTTP/1.1 " + path.substring(7)
                            + " Error\r\nWWW-Authenticate: Basic\r\nContent-Type: application/problem+json\r\n"
                            + "Content-Length: " + body.length() + "\r\n\r\n" + body);
                }
            }
        }
    }

    /** The other service. */
    @Path("/stock/{id}")
    public interface StockApi {

        @GET
        @Produces("text/plain")
        Maybe<String> find(@PathParam("id") String id);
    }

    @Path("/shop/{id}")
    @Produces("text/plain")
    public static final class ShopResource {

        private final StockApi stock;
        private final StockApi plain;
        private final StockApi hasty;

        @Inject
        ShopResource(final StockApi stock, @Named("plain") final StockApi plain, @Named("hasty") final StockApi hasty) {
            this.stock = stock;
            this.plain = plain;
            this.hasty = hasty;
        }

        @GET
        public Maybe<String> get(@PathParam("id") final String id) {
            return stock.find(id);
        }

        @GET
        @Path("/plain")
        public Maybe<String> byClientWithDefaults(@PathParam("id") final String id) {
            return plain.find(id);
        }

        @GET
        @Path("/hasty")
        public Maybe<String> byImpatientClient(@PathParam("id") final String id) {
            return hasty.find(id);
        }

        @GET
        @Path("/all")
        public Single<String> twice(@PathParam("id") final String id) {
            return stock.find(id).concatWith(stock.find(id)).toList().map(String::valueOf);
        }
    }

    @Order(1)
    @RegisterExtension
    static final JZenithExtension SHOP = JZenithExtension.of(() -> JZenith.application()
            .withoutConfigurationFiles()
            .withPlugins(
                    RestPlugin.withResources(ShopResource.class),
                    RestClientPlugin.of(StockApi.class, "stock"),
                    RestClientPlugin.of(StockApi.class, "plain").withNamedBinding(),
                    RestClientPlugin.of(StockApi.class, "hasty").withNamedBinding())
            .withConfiguration("rest-client.hasty.url", PEER.url())
            .withConfiguration("rest-client.hasty.request-timeout", "500ms")
            .withConfiguration("rest-client.plain.url", PEER.url())
            .withConfiguration("rest-client.stock.url", PEER.url())
            .withConfiguration("rest-client.stock.request-timeout", "9s")
            .withConfiguration("rest-client.stock.retries", 0)
            .withConfiguration("rest-client.stock.forward-token", true)
            .withConfiguration("rest.request-timeout", "30s"));

    @BeforeEach
    void forget() {
        HEADS.clear();
    }

    private static TestResponse get(final String id) {
        return SHOP.http()
                .withHeader("X-Request-Id", "shop-17")
                .withHeader("Authorization", "Bearer abc")
                .withHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .get("/shop/" + id);
    }

    @Test
    void statusesOfTheOtherServiceBecome502WithoutItsWords() {
        for (final int status : new int[] {400, 401, 403, 409, 500, 503}) {
            final TestResponse response = get(String.valueOf(status));
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.body()).doesNotContain("secret", "theirs");
            assertThat(response.header("WWW-Authenticate")).isEmpty();
        }
        assertThat(get("404").status()).isEqualTo(404);
        assertThat(get("404").body()).doesNotContain("secret", "theirs");
    }

    @Test
    void silenceBecomes504AndABrokenConnection502() {
        assertThat(get("silent/hasty").status()).isEqualTo(504);
        assertThat(get("reset").status()).isEqualTo(502);
    }

    @Test
    void requestIdDeadlineTraceAndTokenTravelOn() {
        assertThat(get("fine").body()).isEqualTo("fine");
        assertThat(HEADS.peek())
                .contains(
                        "X-Request-Id: shop-17\r\n",
                        "Authorization: Bearer abc\r\n",
                        "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n")
                .containsPattern("X-Request-Deadline: \\d{1,4}\r\n");
    }

    @Test
    void withoutTheSettingTheTokenDoesNotTravelOn() {
        assertThat(get("fine/plain").body()).isEqualTo("fine");
        assertThat(HEADS.peek()).contains("X-Request-Id: shop-17\r\n").doesNotContain("Authorization", "abc");
    }

    @Test
    void laterCallsOfARequestHaveTheHeadersToo() {
        assertThat(get("fine/all").body()).isEqualTo("[fine, fine]");
        assertThat(HEADS).hasSize(2).allSatisfy(head -> assertThat(head).contains("Bearer abc", "shop-17"));
    }

    @Test
    void othersTokensAreNotSent() {
        assertThat(SHOP.http()
                        .withHeader("Authorization", "Basic YTpi")
                        .get("/shop/fine")
                        .status())
                .isEqualTo(200);
        assertThat(HEADS.peek()).doesNotContain("Authorization");
    }
}
