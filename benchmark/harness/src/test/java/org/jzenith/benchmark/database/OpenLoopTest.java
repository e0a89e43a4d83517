package org.jzenith.benchmark.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OpenLoopTest {

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final CountDownLatch ended = new CountDownLatch(1);

    OpenLoopTest() throws IOException {}

    private OpenLoop loadOf(final HttpHandler handler) {
        server.createContext("/", handler);
        server.setExecutor(one);
        server.start();
        return new OpenLoop(server.getAddress(), "/", true);
    }

    private static void answer(final HttpExchange exchange, final int status) throws IOException {
        exchange.sendResponseHeaders(status, 2);
        try (var body = exchange.getResponseBody()) {
            body.write(new byte[] {'o', 'k'});
        }
    }

    @AfterEach
    void stop() {
        ended.countDown();
        server.stop(0);
        one.shutdownNow();
    }

    @Test
    void requestsThatWaitForAnotherCountFromTheTimeAtWhichTheyWereDue() {
        final AtomicInteger requests = new AtomicInteger();
        final OpenLoop.Result result = loadOf(exchange -> {
                    if (requests.incrementAndGet() == 20) {
                        pause(700);
                    }
                    answer(exchange, 200);
                })
                .send(100, 0, 1);

        assertThat(result.good()).isBetween(99L, 101L);
        // Seventy requests were due during the pause. Clients that wait for answers would have seen it once.
        assertThat(result.goodP50()).isGreaterThan(50);
        assertThat(result.goodP99()).isBetween(500.0, 5_000.0);
        assertThat(result.errors() + result.unanswered() + result.unsent()).isZero();
    }

    @Test
    void refusalsAreNoGoodAnswers() {
        final AtomicInteger requests = new AtomicInteger();
        final OpenLoop.Result result = loadOf(
                        exchange -> answer(exchange, requests.incrementAndGet() % 2 == 0 ? 503 : 200))
                .send(100, 0, 1);

        assertThat(result.refused()).isBetween(48L, 52L);
        assertThat(result.good()).isBetween(48L, 52L);
        assertThat(result.inTime()).isLessThanOrEqualTo(result.good());
    }

    @Test
    void refusedConnectionsRestAsTheyAreTold() {
        final Set<Integer> connections = ConcurrentHashMap.newKeySet();
        loadOf(exchange -> {
                    connections.add(exchange.getRemoteAddress().getPort());
                    exchange.getResponseHeaders().set("Retry-After", "60");
                    answer(exchange, 503);
                })
                .send(50, 0, 1);

        assertThat(connections).hasSizeBetween(49, 51);
    }

    @Test
    void requestsWithoutAnAnswerAreCounted() {
        final OpenLoop.Result result = loadOf(exchange -> {
                    try {
                        ended.await();
                    } catch (final InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .send(20, 0, 1);

        assertThat(result.unanswered()).isBetween(19L, 21L);
        assertThat(result.good()).isZero();
    }

    private static void pause(final long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
