package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.response.RemoteProblemException;

/** Arguments with the text of an attacker stay in their places of the request, and secrets stay at their service. */
final class HarmlessRequestTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

    /** A service with arguments in all places. */
    @Path("/files")
    public interface FilesApi {

        @GET
        @Produces("text/plain")
        Single<String> headers(
                @HeaderParam("X-Name") String name,
                @HeaderParam("Authorization") String token,
                @CookieParam("c") String cookie,
                @QueryParam("q") String query);

        @GET
        @Path("/{path: .*}")
        @Produces("text/plain")
        Single<String> read(@PathParam("path") String path);

        @GET
        @Path("/encoded/{path}")
        @Produces("text/plain")
        Single<String> encoded(@PathParam("path") @Encoded String path);

        @GET
        @Path("/two/{a}{b}")
        @Produces("text/plain")
        Single<String> two(@PathParam("a") String a, @PathParam("b") String b);
    }

    private static Clients clients(final String url, final boolean http2) {
        return Clients.of(Map.of("url", url, "http2", http2), FilesApi.class, RetriesTest.Other.class);
    }

    private static FilesApi api(final Clients clients) {
        return clients.application().get(FilesApi.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHeaderCannotBeginAnotherOne(final boolean http2) throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd);
                Clients clients = Clients.of(
                        Map.of("url", peer.url(), "http2", http2, "retries", 0, "connect-timeout", "1s"),
                        FilesApi.class,
                        RetriesTest.Other.class)) {
            for (final String value : new String[] {"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b"}) {
                api(clients)
                        .headers(value, null, null, null)
                        .test()
                        .awaitDone(http2 ? 20 : 10, TimeUnit.SECONDS)
                        .assertNoValues()
                        .assertTerminated();
                assertThat(catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> api(clients).headers(null, null, value + ";x", null)))
                        .hasMessageContaining("cookie");
            }
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    @Test
    void aQueryCannotLeaveItsPlace() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                        heads.add(head);
                        each.send(OK);
                    }
                });
                Clients clients = clients(peer.url(), false)) {
            final String sent =
                    api(clients).headers(null, null, null, "a&b=c#d \r\nX: y").blockingGet();
            assertThat(sent).isEqualTo("ok");
            assertThat(heads.poll()).startsWith("GET /files?q=a%26b%3Dc%23d%20%0D%0AX:%20y HTTP/1.1\r\n");
        }
    }

    @Test
    void aPathCannotBeLeft() throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd);
                Clients clients = clients(peer.url(), false)) {
            for (final String path : new String[] {"..", "a/../../admin", "a/.", "./a"}) {
                assertThat(catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> api(clients).read(path)))
                        .as(path)
                        .hasMessageContaining("dot segment");
            }
            for (final String path : new String[] {"%2e%2E", ".%2e", "%2e"}) {
                assertThat(catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> api(clients).encoded(path)))
                        .as(path)
                        .hasMessageContaining("dot segment");
            }
            assertThat(catchThrowableOfType(
                            IllegalArgumentException.class, () -> api(clients).two(".", ".")))
                    .hasMessageContaining("dot segment");
        }
    }

    @Test
    void aPathMayHaveDots() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                        heads.add(head);
                        each.send(OK);
                    }
                });
                Clients clients = clients(peer.url(), false)) {
            final String sent = api(clients).read("a..b/.c/...").blockingGet();
            assertThat(sent).isEqualTo("ok");
            assertThat(heads.poll()).startsWith("GET /files/a..b/.c/... HTTP/1.1\r\n");
        }
    }

    @Test
    void aTokenIsNotSentToTheHostOfARedirect() throws Exception {
        final Queue<String> elsewhere = new ConcurrentLinkedQueue<>();
        try (RawPeer other = new RawPeer(each -> elsewhere.add(each.head()))) {
            for (final String location : new String[] {
                other.url(),
                "//localhost:" + other.port() + "/files",
                "http://127.0.0.1:" + other.port(),
                "http://localhost:80@localhost:" + other.port() + "/",
                "ftp://localhost/files"
            }) {
                try (RawPeer peer = new RawPeer(each -> {
                            while (!each.head().isEmpty()) {
                                each.send("HTTP/1.1 302 Found\r\nLocation: " + location
                                        + "\r\nContent-Length: 0\r\n\r\n");
                            }
                        });
                        Clients clients = clients(peer.url(), false)) {
                    api(clients)
                            .headers(null, "Bearer secret", "secret", null)
                            .test()
                            .awaitDone(10, TimeUnit.SECONDS)
                            .assertError(error ->
                                    error instanceof RemoteProblemException problem && problem.status() == 302);
                }
            }
            assertThat(elsewhere).isEmpty();
        }
    }
}
