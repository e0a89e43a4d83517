package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.restclient.ArticlesApi.Article;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.jzenith.test.TestCertificate;

/** Calls through an HTTP proxy, which passes them on, or does not. */
final class ProxyTest {

    private final Queue<String> heads = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder;

    /** Passes a connection on, as small proxies do. */
    private void pass(final RawPeer.Conversation client) throws IOException {
        final String head = client.head();
        if (head.isEmpty()) {
            return;
        }
        heads.add(head);
        client.passOn(head);
    }

    private static Clients clients(final String url, final RawPeer proxy, final Map<String, ?> settings) {
        return clients(ArticlesApi.class, ArticlesResource.class, url, proxy, settings);
    }

    private static Clients clients(
            final Class<?> api,
            final Class<?> resource,
            final String url,
            final RawPeer proxy,
            final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>(Map.of(
                "url",
                url,
                "proxy",
                "localhost:" + proxy.port(),
                "pool-size",
                1,
                "retries",
                0,
                "connect-timeout",
                "20s",
                "request-timeout",
                "20s"));
        all.putAll(settings);
        return Clients.of(all, api, resource);
    }

    private static RemoteCallException fail(final Clients clients) throws InterruptedException {
        final Throwable error = clients.articles().find("1").ignoreElement().blockingGet(10, TimeUnit.SECONDS);
        assertThat(error).isInstanceOf(RemoteCallException.class);
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        return (RemoteCallException) error;
    }

    /** Settings of a server with a certificate, which clients trust by {@code authority.pem}. */
    private Map<String, Object> tls(final String name) {
        final TestCertificate authority = TestCertificate.authority("Test");
        authority.server(name).writeKeystore(folder.resolve("server.p12"), "secret");
        authority.writeCertificate(folder.resolve("authority.pem"));
        return Map.of(
                "url", "http://localhost:1",
                "rest.tls.keystore", folder.resolve("server.p12"),
                "rest.tls.keystore-password", "secret");
    }

    private Map<String, Object> trusting(final boolean http2) {
        return Map.of("tls.trusted-certificates", folder.resolve("authority.pem"), "http2", http2);
    }

    @Test
    void plainRequestsArePassedOn() throws Exception {
        try (Clients server = Clients.of(Map.of("url", "http://localhost:1"));
                RawPeer proxy = new RawPeer(this::pass);
                Clients clients = clients(server.application().uri().toString(), proxy, Map.of())) {
            assertThat(clients.articles().find("1").blockingGet()).isEqualTo(new Article("1", "Tea pot", 3));
            assertThat(clients.articles().create(new Article("2", "Cup", 1)).blockingGet())
                    .isEqualTo(new Article("2", "Cup", 2));
            assertThat(heads.peek()).startsWith("GET " + server.application().uri() + "/articles/1 HTTP/1.1\r\n");
        }
    }

    /** Docker Compose names hosts with underscores; a proxy gets the ASCII form of international names. */
    @Test
    void aServiceMayHaveEveryHost() throws Exception {
        for (final String host : new String[] {"my_service", "b\u00fccher.example"}) {
            final String sent = host.equals("my_service") ? host : "xn--bcher-kva.example";
            final String article = "{\"id\":\"1\",\"name\":\"Tea pot\",\"pieces\":3}";
            try (RawPeer proxy = new RawPeer(client -> {
                        for (String head = client.head(); !head.isEmpty(); head = client.head()) {
                            heads.add(head);
                            client.send(
                                    head.contains("/found ")
                                            ? "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                                                    + article.length() + "\r\n\r\n" + article
                                            : "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: http://" + sent
                                                    + "/found\r\n\r\n");
                        }
                    });
                    Clients clients = clients("http://" + host, proxy, Map.of("redirects", 1))) {
                assertThat(clients.articles().find("1").blockingGet()).isEqualTo(new Article("1", "Tea pot", 3));
                assertThat(heads.poll()).startsWith("GET http://" + sent + "/articles/1 HTTP/1.1\r\n");
                assertThat(heads.poll()).startsWith("GET http://" + sent + "/found HTTP/1.1\r\n");
            }
        }
    }

    @Test
    void tlsGoesThroughATunnelAndVerifiesTheServicesName() throws Exception {
        for (final boolean http2 : new boolean[] {false, true}) {
            try (Clients server = Clients.of(tls("localhost"));
                    RawPeer proxy = new RawPeer(this::pass);
                    Clients clients =
                            clients("https://localhost:" + server.application().port(), proxy, trusting(http2))) {
                assertThat(clients.articles().find("1").blockingGet()).isEqualTo(new Article("1", "Tea pot", 3));
                assertThat(heads.peek())
                        .startsWith("CONNECT localhost:" + server.application().port() + " HTTP/1.1\r\n");
            }
            heads.clear();
        }
        try (Clients server = Clients.of(tls("other.example"));
                RawPeer proxy = new RawPeer(this::pass);
                Clients clients =
                        clients("https://localhost:" + server.application().port(), proxy, trusting(false))) {
            assertThat(fail(clients)).isInstanceOf(RemoteUnavailableException.class);
        }
    }

    @Test
    void aProxyThatRefusesOrIsSilentFailsTheCall() throws Exception {
        for (final String answer : new String[] {
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
            "<html>",
            ""
        }) {
            try (RawPeer proxy = new RawPeer(each -> {
                        each.head();
                        each.send(answer);
                        each.awaitEnd();
                    });
                    Clients clients = clients("https://stock.example", proxy, Map.of("connect-timeout", "400ms"))) {
                final RemoteCallException failure = fail(clients);
                assertThat(failure)
                        .as(answer)
                        .isInstanceOfAny(RemoteUnavailableException.class, RemoteTimeoutException.class);
                assertThat(failure.isUnsent()).isTrue();
            }
        }
    }

    @Test
    void htmlOfAProxyIsNoResultOfTheService() throws Exception {
        for (final int status : new int[] {200, 407, 502}) {
            try (RawPeer proxy = new RawPeer(each -> {
                        while (!each.head().isEmpty()) {
                            each.send("HTTP/1.1 " + status
                                    + " X\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>");
                        }
                    });
                    Clients clients = clients("http://stock.example", proxy, Map.of())) {
                assertThat(fail(clients))
                        .isInstanceOf(status == 200 ? UnreadableResponseException.class : RemoteProblemException.class);
            }
        }
    }

    /** The proxy is silent on the second connection, which begins when the time for connections has passed once already. */
    @Test
    void connectTimeoutHoldsForACallThatHasWaitedForItsPlace() throws Exception {
        final Class<?> api = CancellationTest.CallsApi.class;
        final Class<?> resource = CancellationTest.CallsResource.class;
        final Map<String, Object> settings = new HashMap<>(Map.of("connect-timeout", "1s"));
        final Map<String, Object> ofServer = tls("localhost");
        settings.putAll(trusting(false));
        try (Clients server = Clients.of(ofServer, api, resource);
                RawPeer proxy = new RawPeer(each -> {
                    if (each.number == 1) {
                        pass(each);
                    }
                    each.awaitEnd();
                });
                Clients clients = clients(
                        api,
                        resource,
                        "https://localhost:" + server.application().port(),
                        proxy,
                        settings)) {
            final CancellationTest.CallsApi calls = clients.application().get(CancellationTest.CallsApi.class);
            final Disposable first = calls.never().subscribe();
            final TestObserver<String> second = calls.quick().test();
            Completable.timer(1200, TimeUnit.MILLISECONDS).blockingAwait();
            assertThat(heads).hasSize(1);
            first.dispose();
            second.awaitDone(10, TimeUnit.SECONDS).assertError(RemoteTimeoutException.class);
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }
}
