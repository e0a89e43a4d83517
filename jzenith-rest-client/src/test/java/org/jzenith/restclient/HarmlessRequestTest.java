package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.Encoded;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.UnsendableValueException;

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
        @Path("/several")
        @Produces("text/plain")
        Single<String> several(
                @QueryParam("q") List<String> values,
                @HeaderParam("X-Number") Integer[] numbers,
                @CookieParam("c") List<String> cookies);

        @POST
        @Path("/form")
        @Produces("text/plain")
        Single<String> form(@FormParam("f") List<String> values);

        @POST
        @Path("/parts")
        @Produces("text/plain")
        @Consumes(MediaType.MULTIPART_FORM_DATA)
        Single<String> parts(@FormParam("part") List<EntityPart> parts);

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

    /** Nothing is sent, and no stack trace is made for what an attacker repeats. */
    private static void assertRefused(final ThrowingCallable call, final String reason) {
        final UnsendableValueException error = catchThrowableOfType(UnsendableValueException.class, call);
        assertThat(error).hasMessageContaining(reason);
        assertThat(error.getStackTrace()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHeaderCannotBeginAnotherOne(final boolean http2) throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd);
                Clients clients = Clients.of(
                        Map.of("url", peer.url(), "http2", http2, "retries", 0, "connect-timeout", "1s"),
                        FilesApi.class,
                        RetriesTest.Other.class)) {
            for (final String value : new String[] {"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "5 \u20ac"}) {
                assertRefused(() -> api(clients).headers(value, null, null, null), "header 'X-Name'");
                assertRefused(() -> api(clients).headers(null, null, value + ";x", null), "cookie 'c'");
            }
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    private static RawPeer answering(final Queue<String> heads) throws IOException {
        return new RawPeer(each -> {
            for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                each.body(head);
                heads.add(head);
                each.send(OK);
            }
        });
    }

    @Test
    void aQueryCannotLeaveItsPlace() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = answering(heads);
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
                assertRefused(() -> api(clients).read(path), "'.' or '..' segment");
            }
            for (final String path : new String[] {"%2e%2E", ".%2e", "%2e"}) {
                assertRefused(() -> api(clients).encoded(path), "'.' or '..' segment");
            }
            assertRefused(() -> api(clients).two(".", "."), "'.' or '..' segment");
        }
    }

    @Test
    void nothingIsSentForNullInAList() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = answering(heads);
                Clients clients = clients(peer.url(), false)) {
            api(clients)
                    .several(Arrays.asList("a", null, "b"), new Integer[] {null, 1}, Arrays.asList((String) null))
                    .ignoreElement()
                    .blockingAwait();
            assertThat(heads.poll())
                    .startsWith("GET /files/several?q=a&q=b HTTP/1.1\r\n")
                    .contains("\r\nX-Number: 1\r\n")
                    .doesNotContain("Cookie:");
            api(clients).form(Arrays.asList(null, "c")).ignoreElement().blockingAwait();
            assertThat(heads.poll()).contains("Content-Length: 3\r\n");
            api(clients)
                    .parts(Arrays.asList(
                            null, EntityPart.withName("part").content("d").build()))
                    .ignoreElement()
                    .blockingAwait();
            assertThat(heads.poll()).startsWith("POST /files/parts HTTP/1.1\r\n");
        }
    }

    @Test
    void aPathMayHaveDots() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = answering(heads);
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin",
                "../../../admin",
                "../../..",
                "/shop/api/../admin",
                "/shop/api/%2e%2E/admin",
                "/shop/api/..;a/admin",
                "/shop/apis"
            })
    void aRedirectDoesNotLeadAboveTheBase(final String location) throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                        heads.add(head);
                        each.send("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
                    }
                });
                Clients clients = clients(peer.url() + "/shop/api", false)) {
            api(clients)
                    .read("a/b")
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(error -> error instanceof RemoteProblemException problem && problem.status() == 302);
            assertThat(heads).hasSize(1);
        }
    }

    /** The references, with spaces between them, are resolved one after the other (RFC 3986, 5.2.2). */
    @ParameterizedTest
    @CsvSource({
        "../c?d=.., c?d=..",
        "?q=1, a/b?q=1",
        "?q=1 ?r=?, a/b?r=?",
        "'', a/b",
        "'?q=1 ', a/b?q=1",
        "?q=1 #there, a/b?q=1",
        "?q=1 d, a/d"
    })
    void aRedirectBelowTheBaseIsFollowed(final String locations, final String target) throws Exception {
        final String[] all = locations.split(" ", -1);
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                        heads.add(head);
                        each.send(
                                heads.size() <= all.length
                                        ? "HTTP/1.1 302 Found\r\nLocation: " + all[heads.size() - 1]
                                                + "\r\nContent-Length: 0\r\n\r\n"
                                        : OK);
                    }
                });
                Clients clients = clients(peer.url() + "/shop/api", false)) {
            final String followed = api(clients).read("a/b").blockingGet();
            assertThat(followed).isEqualTo("ok");
            assertThat(heads)
                    .element(all.length)
                    .asString()
                    .startsWith("GET /shop/api/files/" + target + " HTTP/1.1\r\n");
        }
    }
}
