package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jzenith.test.internal.log.LogLines;

/** A provider of tokens, a service that accepts them, and a client of both. Nothing secret may be in the log. */
final class TokenPeers implements AutoCloseable {

    static final String SECRET = "hunter2 &";

    /** The service. */
    @Path("/work")
    public interface WorkApi {

        @GET
        @Produces("text/plain")
        Single<String> get();

        @GET
        @Path("/{place}")
        @Produces("text/plain")
        Single<String> at(@PathParam("place") String place);

        @GET
        Single<Response> response();

        @GET
        @Produces("text/plain")
        Single<String> as(@HeaderParam("Authorization") String authorization);

        @POST
        @Consumes("text/plain")
        @Produces("text/plain")
        Single<String> post(String body);

        @POST
        @Consumes("application/octet-stream")
        Completable upload(Flowable<Buffer> body);
    }

    @Path("/shop")
    public static final class ShopResource {

        private final WorkApi work;

        @Inject
        ShopResource(final WorkApi work) {
            this.work = work;
        }

        @GET
        @Produces("text/plain")
        public Single<String> get() {
            final Thread thread = Thread.currentThread();
            return work.get().map(text -> text + (Thread.currentThread() == thread ? "" : " on another thread"));
        }
    }

    private final LogLines log;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final AtomicBoolean refusesNext = new AtomicBoolean();
    private final TokenPeer provider = new TokenPeer();
    private final RawPeer service = new RawPeer(peer -> {
        for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            peer.body(head);
            heads.add(head);
            peer.send("HTTP/1.1 " + status(head) + "\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok");
        }
    });

    TokenPeers() throws IOException {
        log = LogLines.of("org.jzenith").at(Level.DEBUG);
    }

    private String status(final String head) {
        return head.startsWith("GET /work/moved ")
                ? "302 Found\r\nLocation: " + provider.url() + "elsewhere"
                : !refusesNext.getAndSet(false) && provider.accepts(head) ? "200 OK" : "401 Unauthorized";
    }

    /** Refuses the next request, whatever its token is. */
    void refuseNext() {
        refusesNext.set(true);
    }

    TokenPeer provider() {
        return provider;
    }

    /** The heads of the requests to the service. */
    List<String> heads() {
        return heads;
    }

    Clients clients(final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>(Map.of("url", service.url(), "retry-delay", "1ms"));
        all.put("client-credentials.token-url", provider.url() + "token");
        all.put("client-credentials.client-id", "shop:1");
        all.put("client-credentials.client-secret", SECRET);
        all.putAll(settings);
        return Clients.of(all, WorkApi.class, ShopResource.class);
    }

    static WorkApi api(final Clients clients) {
        return clients.application().get(WorkApi.class);
    }

    static <T> TestObserver<T> ended(final Single<T> call) {
        return call.test().awaitDone(30, TimeUnit.SECONDS);
    }

    /** Requests the resource, on a connection of its own, and so on an event loop. */
    static CompletableFuture<HttpResponse<String>> request(final Clients clients, final String id) {
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(clients.application().uri() + "/shop"))
                                .header("X-Request-Id", id)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws IOException {
        log.close();
        service.close();
        provider.close();
        assertThat(log.messages())
                .allSatisfy(message -> assertThat(message).doesNotContain("hunter2", "aHVudGVyMi", TokenPeer.PREFIX));
    }
}
