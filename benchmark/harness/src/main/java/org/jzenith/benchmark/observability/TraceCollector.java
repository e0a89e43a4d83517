package org.jzenith.benchmark.observability;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jzenith.benchmark.process.BenchmarkException;

/** A collector of OpenTelemetry that accepts everything and keeps nothing. */
final class TraceCollector implements AutoCloseable {

    private static final int OK = 200;

    private final HttpServer server;

    TraceCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (final IOException e) {
            throw new BenchmarkException("The collector of the traces cannot listen.", e);
        }
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(OK, -1);
            }
        });
        server.start();
    }

    /** Returns the value of {@code tracing.endpoint}. */
    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
