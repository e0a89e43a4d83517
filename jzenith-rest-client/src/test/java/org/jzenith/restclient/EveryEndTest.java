package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.observe.OutboundEvent;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.test.internal.log.LogLines;

/**
 * However a call ends, its place and its permission of the bulkhead are free again, it has one event for its end, nothing is logged, and
 * the next call works: for each kind of result, each response and each way to receive it.
 */
final class EveryEndTest {

    private static final List<String> RESPONSES = List.of(
            "whole",
            "chunked",
            "empty",
            "missing",
            "error",
            "html",
            "reset",
            "reset-in-body",
            "silent",
            "silent-in-body");

    /** A value. */
    public record Item(String id) {}

    /** A service with each kind of result. */
    @Path("/any/{response}")
    public interface AnyApi {

        @GET
        @Path("/json")
        Single<Item> single(@PathParam("response") String response);

        @GET
        @Path("/json")
        Maybe<Item> maybe(@PathParam("response") String response);

        @GET
        @Path("/json")
        Completable completable(@PathParam("response") String response);

        @GET
        @Path("/json")
        Single<Response> response(@PathParam("response") String response);

        @GET
        @Path("/array")
        Flowable<Item> items(@PathParam("response") String response);

        @GET
        @Path("/array")
        Flowable<Buffer> pieces(@PathParam("response") String response);

        @PUT
        @Path("/array")
        @Consumes("application/octet-stream")
        Flowable<Item> both(@PathParam("response") String response, Flowable<Buffer> content);
    }

    private static Map<String, Function<String, Flowable<?>>> calls(final AnyApi api) {
        final Flowable<Buffer> content = Flowable.just(Buffer.buffer("some"), Buffer.buffer("thing"));
        final Map<String, Function<String, Flowable<?>>> all = new LinkedHashMap<>();
        all.put("single", response -> api.single(response).toFlowable());
        all.put("maybe", response -> api.maybe(response).toFlowable());
        all.put("completable", response -> api.completable(response).toFlowable());
        all.put("response", response -> api.response(response).toFlowable());
        all.put("items", api::items);
        all.put("pieces", api::pieces);
        all.put("both", response -> api.both(response, content));
        all.put(
                "failing upload",
                response -> api.both(response, content.concatWith(Flowable.error(new IOException("no more")))));
        return all;
    }

    private static Map<String, Function<Flowable<?>, TestSubscriber<?>>> subscribers() {
        final Map<String, Function<Flowable<?>, TestSubscriber<?>>> all = new LinkedHashMap<>();
        all.put("all", Flowable::test);
        all.put("first", call -> call.take(1).test());
        all.put("mapped", call -> call.map(EveryEndTest::failed).test());
        all.put("one by one", call -> call.rebatchRequests(1).test());
        all.put("disposed at once", call -> disposed(call, 0));
        all.put("disposed", call -> disposed(call, 2));
        all.put("disposed by a value", call -> {
            final TestSubscriber<Object> subscriber = new TestSubscriber<>();
            call.doOnNext(value -> subscriber.cancel()).subscribe(subscriber);
            subscriber.awaitTerminalEvent(20, TimeUnit.MILLISECONDS);
            subscriber.cancel();
            return subscriber;
        });
        return all;
    }

    private static TestSubscriber<?> disposed(final Flowable<?> call, final long millis) {
        final TestSubscriber<?> subscriber = call.test();
        subscriber.awaitTerminalEvent(millis, TimeUnit.MILLISECONDS);
        subscriber.cancel();
        return subscriber;
    }

    private static Object failed(final Object value) {
        throw new IllegalArgumentException(value.toString());
    }

    private static void serve(final RawPeer.Conversation peer) throws IOException, InterruptedException {
        for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            peer.body(head);
            final String[] path = head.split(" ")[1].split("/");
            final String json =
                    path[3].equals("json") ? "{\"id\":\"a\"}" : "[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"c\"}]";
            final int half = json.length() / 2;
            final String ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
            final String sized = ok + "Content-Length: " + json.length() + "\r\n\r\n";
            switch (path[2]) {
                case "whole" -> peer.send(sized + json);
                case "chunked" -> {
                    peer.send(ok + "Transfer-Encoding: chunked\r\n\r\n" + chunk(json.substring(0, half)));
                    peer.send(chunk(json.substring(half)) + chunk(""));
                }
                case "empty" -> peer.send("HTTP/1.1 204 No Content\r\n\r\n");
                case "missing" -> peer.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
                case "error" -> peer.send("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy");
                case "html" ->
                    peer.send(ok.replace("application/json", "text/html") + "Content-Length: 6\r\n\r\n<html>");
                case "reset" -> peer.reset();
                case "silent" -> peer.awaitEnd();
                default -> {
                    peer.send(sized + json.substring(0, half));
                    if (path[2].equals("reset-in-body")) {
                        TimeUnit.MILLISECONDS.sleep(1);
                        peer.reset();
                    } else {
                        peer.awaitEnd();
                    }
                }
            }
        }
    }

    private static String chunk(final String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static Clients clients(final RawPeer peer, final boolean guarded, final String timeout) {
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "url",
                peer.url(),
                "pool-size",
                1,
                "wait-queue",
                0,
                "request-timeout",
                timeout,
                "idle-timeout",
                timeout));
        settings.putAll(
                guarded
                        ? Map.of(
                                "retries",
                                1,
                                "retry-delay",
                                "1ms",
                                "breaker.enabled",
                                true,
                                "breaker.failure-rate",
                                100,
                                "bulkhead.enabled",
                                true,
                                "bulkhead.max-calls",
                                1)
                        : Map.of("retries", 0));
        return Clients.of(settings, AnyApi.class, RetriesTest.Other.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesNothingBehind(final boolean guarded) throws Exception {
        try (LogLines log = LogLines.open()) {
            final int before;
            try (RawPeer peer = new RawPeer(EveryEndTest::serve);
                    Clients clients = clients(peer, guarded, "20s");
                    Clients impatient = clients(peer, guarded, "500ms")) {
                before = log.events().size();
                for (final String call :
                        calls(clients.application().get(AnyApi.class)).keySet()) {
                    for (final String subscriber : subscribers().keySet()) {
                        for (final String response : RESPONSES) {
                            final boolean silent = response.startsWith("silent");
                            if (!silent || mayBeSilent(subscriber, guarded)) {
                                end(silent ? impatient : clients, call, response, subscriber);
                            }
                        }
                    }
                }
            }
            assertThat(log.events().stream().skip(before))
                    .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN)
                            && !line.getLoggerName().equals("org.jzenith.restclient"))
                    .isEmpty();
        }
    }

    private static void end(final Clients clients, final String call, final String response, final String subscriber)
            throws InterruptedException {
        final AnyApi api = clients.application().get(AnyApi.class);
        final String name = call + ", " + response + ", " + subscriber;
        clients.events().clear();
        final TestSubscriber<?> end =
                subscribers().get(subscriber).apply(calls(api).get(call).apply(response));
        assertThat(end.isCancelled() || end.awaitTerminalEvent(10, TimeUnit.SECONDS))
                .as(name)
                .isTrue();
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        awaitEnd(clients);
        assertThat(ends(clients)).as(name).hasSize(1);
        assertThat(api.single("whole")
                        .retry(5, RemoteTimeoutException.class::isInstance)
                        .blockingGet())
                .as(name)
                .isEqualTo(new Item("a"));
    }

    /** A call that fails while it is disposed gives back its place before its event loop has reported the end. */
    private static void awaitEnd(final Clients clients) throws InterruptedException {
        final long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (ends(clients).isEmpty() && System.nanoTime() < until) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** The time limit takes its time, so it ends few calls. */
    private static boolean mayBeSilent(final String subscriber, final boolean guarded) {
        return subscriber.startsWith("disposed") || (guarded && subscriber.equals("all"));
    }

    private static List<OutboundEvent> ends(final Clients clients) {
        return clients.events().stream()
                .filter(event -> event instanceof OutboundEvent.Answered
                        || event instanceof OutboundEvent.Failed
                        || event instanceof OutboundEvent.Rejected
                        || event instanceof OutboundEvent.Disposed)
                .toList();
    }
}
