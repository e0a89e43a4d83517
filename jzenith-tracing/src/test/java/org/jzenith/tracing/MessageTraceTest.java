package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestWebSocket;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** The spans of messages of a WebSocket, and those of resource methods. */
final class MessageTraceTest {

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(SpanResource.class),
                    WebSocketPlugin.create()
                            .at(
                                    "/spans/{room}",
                                    socket -> socket.messages()
                                            .flatMapSingle(message -> Single.fromCallable(() -> Span.current()
                                                            .getSpanContext()
                                                            .getTraceId())
                                                    .subscribeOn(Schedulers.io()))
                                            .map(WebSocketMessage::text)),
                    TracingPlugin.create())
            .withConfiguration("tracing.resource-methods", true)
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Path("/methods")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class SpanResource {

        @GET
        public Single<String> get() {
            return Single.fromCallable(() -> Span.current().getSpanContext().getTraceId())
                    .subscribeOn(Schedulers.io());
        }
    }

    @Test
    void eachMessageIsATraceThatIsLinkedToTheHandshake() {
        final String first;
        final String second;
        try (TestWebSocket socket = APP.http().webSocket("/spans/red")) {
            socket.send("one");
            first = socket.next().text();
            socket.send("two");
            second = socket.next().text();
        }
        assertThat(first).isNotEqualTo(second);
        for (final String traceId : new String[] {first, second}) {
            Collector.await("its span", () -> COLLECTOR.get().tree(traceId).equals("message /spans/{room}"));
            final var message = COLLECTOR.get().trace(traceId).get(0);
            assertThat(message.getLinksCount()).isEqualTo(1);
            final var opened = message.getLinks(0).getSpanId();
            Collector.await(
                    "its handshake",
                    () -> COLLECTOR.get().spans().stream()
                            .filter(span -> span.getSpanId().equals(opened))
                            .anyMatch(span -> Collector.attributes(span)
                                    .get("http.response.status_code")
                                    .equals("101")));
            assertThat(Collector.attributes(message)).containsEntry("messaging.message.body.size", "3");
        }
    }

    @Test
    void aResourceMethodIsASpanBySetting() {
        final String traceId = APP.http().get("/methods").body();
        Collector.await("both spans", () -> COLLECTOR.get().tree(traceId).equals("GET /methods [SpanResource.get]"));
    }
}
