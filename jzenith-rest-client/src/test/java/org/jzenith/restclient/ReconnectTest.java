package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.sse.InboundSseEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.observe.OutboundEvent;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.UnreadableResponseException;

/** Streams of server-sent events continue after a lost connection; other streams fail. */
final class ReconnectTest {

    private static final String EVENTS = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    /** A service with streams. */
    @Path("/numbers")
    public interface NumbersApi {

        @GET
        @Produces({"text/event-stream", "application/x-ndjson", "application/json"})
        Flowable<Integer> numbers();
    }

    private static Clients clients(final RawPeer peer) {
        return Clients.of(Map.of("url", peer.url(), "retries", 0), NumbersApi.class, RetriesTest.Other.class);
    }

    @Test
    void eventsContinueAfterTheLastId() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    heads.add(each.head());
                    switch (each.number) {
                        case 1 -> {
                            each.send(EVENTS + ": hello\nretry: 1\nid: a\ndata: 1\n\nid:b\r\ndata:2\r\n\r\ndata: 99");
                            each.socket.close();
                        }
                        case 2 -> each.send("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                        case 3 -> {
                            each.send(EVENTS + "id: c\rdata: 3\r\r");
                            each.socket.close();
                        }
                        default -> each.send("HTTP/1.1 204 No Content\r\n\r\n");
                    }
                });
                Clients clients = clients(peer)) {
            assertThat(clients.application()
                            .get(NumbersApi.class)
                            .numbers()
                            .toList()
                            .blockingGet())
                    .isEqualTo(List.of(1, 2, 3));
            assertThat(heads).element(0).asString().doesNotContain("Last-Event-ID");
            assertThat(heads).element(1).asString().contains("Last-Event-ID: b\r\n");
            assertThat(heads).element(3).asString().contains("Last-Event-ID: c\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"caf\u00e9", "5 \u20ac", "\ud83d\ude00"})
    void anIdBeyondAsciiIsSentBackAsUtf8(final String id) throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    heads.add(each.head());
                    each.send(
                            each.number == 1
                                    ? EVENTS + "retry: 1\nid: "
                                            + new String(
                                                    id.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
                                            + "\ndata: 1\n\n"
                                    : "HTTP/1.1 204 No Content\r\n\r\n");
                    each.socket.close();
                });
                Clients clients = clients(peer)) {
            assertThat(clients.application()
                            .get(NumbersApi.class)
                            .numbers()
                            .toList()
                            .blockingGet())
                    .isEqualTo(List.of(1));
            assertThat(new String(
                            String.valueOf(heads.toArray()[1]).getBytes(StandardCharsets.ISO_8859_1),
                            StandardCharsets.UTF_8))
                    .contains("Last-Event-ID: " + id + "\r\n");
        }
    }

    /** A service whose events are read whole. */
    @Path("/events")
    public interface EventsApi {

        @GET
        Flowable<InboundSseEvent> events();
    }

    @Test
    void eventsAreReadWithNameIdCommentAndDelay() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    heads.add(each.head());
                    each.send(
                            each.number > 1
                                    ? "HTTP/1.1 204 No Content\r\n\r\n"
                                    : EVENTS
                                            + "event: sold\nid: 7\nretry: 5\n: by\n: hand\ndata: {\"pieces\":3}\n\nevent: none\n\n"
                                            + "data: a\ndata: b\n\n");
                });
                Clients clients = Clients.of(Map.of("url", peer.url()), EventsApi.class, RetriesTest.Other.class)) {
            final List<InboundSseEvent> events =
                    clients.application().get(EventsApi.class).events().toList().blockingGet();
            assertThat(events).hasSize(2);
            final InboundSseEvent first = events.get(0);
            assertThat(first.getName()).isEqualTo("sold");
            assertThat(first.getId()).isEqualTo("7");
            assertThat(first.getComment()).isEqualTo("by\nhand");
            assertThat(first.getReconnectDelay()).isEqualTo(5);
            assertThat(first.readData(ArticlesApi.Article.class).pieces()).isEqualTo(3);
            assertThat(first.readData(new GenericType<Map<String, Integer>>() {}))
                    .isEqualTo(Map.of("pieces", 3));
            final InboundSseEvent second = events.get(1);
            assertThat(second.getName()).isNull();
            assertThat(second.getComment()).isNull();
            assertThat(second.isReconnectDelaySet()).isFalse();
            assertThat(second.readData()).isEqualTo("a\nb");
            assertThat(heads.peek()).contains("Accept: text/event-stream\r\n");
        }
    }

    @Test
    void anIdThatNoHeaderCanHaveIsIgnored() throws Exception {
        final Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RawPeer peer = new RawPeer(each -> {
                    heads.add(each.head());
                    each.send(
                            each.number > 1
                                    ? "HTTP/1.1 204 No Content\r\n\r\n"
                                    : EVENTS + "retry: 1\nid: a\ndata: 1\n\nid: b\u0001\ndata: 2\n\n");
                });
                Clients clients = clients(peer)) {
            assertThat(clients.application()
                            .get(NumbersApi.class)
                            .numbers()
                            .toList()
                            .blockingGet())
                    .isEqualTo(List.of(1, 2));
            assertThat(heads).element(1).asString().contains("Last-Event-ID: a\r\n");
        }
    }

    @Test
    void eventsContinueWhenTheBreakerHasClosedAgain() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    if (each.number == 1) {
                        each.send(EVENTS + "retry: 1\nid: a\ndata: 1\n\n");
                    } else if (each.number < 5) {
                        each.reset();
                    } else if (each.number == 5) {
                        each.send(EVENTS + "id: b\ndata: 2\n\n");
                    } else {
                        each.send("HTTP/1.1 204 No Content\r\n\r\n");
                    }
                });
                Clients clients = Clients.of(
                        Map.of(
                                "url", peer.url(),
                                "retries", 0,
                                "breaker.enabled", true,
                                "breaker.window", 2,
                                "breaker.minimum-calls", 2,
                                "breaker.trial-calls", 1,
                                "breaker.open-for", "500ms"),
                        NumbersApi.class,
                        RetriesTest.Other.class)) {
            assertThat(clients.application()
                            .get(NumbersApi.class)
                            .numbers()
                            .toList()
                            .blockingGet())
                    .isEqualTo(List.of(1, 2));
            assertThat(clients.events()).anyMatch(OutboundEvent.Rejected.class::isInstance);
        }
    }

    @Test
    void eventsWithoutIdsEndWithTheirConnection() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    each.send(EVENTS + "data: 1\n\n");
                });
                Clients clients = clients(peer)) {
            assertThat(clients.application()
                            .get(NumbersApi.class)
                            .numbers()
                            .toList()
                            .blockingGet())
                    .isEqualTo(List.of(1));
        }
    }

    @Test
    void aBrokenStreamFails() throws Exception {
        for (final String type : List.of("application/json", "application/x-ndjson")) {
            try (RawPeer peer = new RawPeer(each -> {
                        each.head();
                        each.send("HTTP/1.1 200 OK\r\nContent-Type: " + type
                                + "\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n");
                        each.socket.close();
                    });
                    Clients clients = clients(peer)) {
                clients.application()
                        .get(NumbersApi.class)
                        .numbers()
                        .test()
                        .awaitDone(10, TimeUnit.SECONDS)
                        .assertError(RemoteUnavailableException.class);
                ServerAndClientAgreeTest.awaitNoCalls(clients);
            }
        }
    }

    @Test
    void aStreamThatIsNoneFails() throws Exception {
        for (final String body : List.of("[1,2", "{}", "[1]x", "[,]")) {
            try (RawPeer peer = new RawPeer(each -> {
                        each.head();
                        each.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body);
                        each.awaitEnd();
                    });
                    Clients clients = clients(peer)) {
                clients.application()
                        .get(NumbersApi.class)
                        .numbers()
                        .test()
                        .awaitDone(10, TimeUnit.SECONDS)
                        .assertError(UnreadableResponseException.class);
                ServerAndClientAgreeTest.awaitNoCalls(clients);
            }
        }
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    each.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>");
                    each.awaitEnd();
                });
                Clients clients = clients(peer)) {
            clients.application()
                    .get(NumbersApi.class)
                    .numbers()
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(UnreadableResponseException.class);
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    @Test
    void aSilentStreamFails() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    each.send(EVENTS + "data: 1\n\n");
                    each.awaitEnd();
                });
                Clients clients = Clients.of(
                        Map.of("url", peer.url(), "idle-timeout", "1s"), NumbersApi.class, RetriesTest.Other.class)) {
            clients.application()
                    .get(NumbersApi.class)
                    .numbers()
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertValue(1)
                    .assertFailure(RemoteTimeoutException.class, 1);
        }
    }
}
