package org.jzenith.benchmark.process;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** A collector of OpenTelemetry that accepts everything and keeps nothing. It counts the spans of one trace. */
public final class TraceCollector implements AutoCloseable {

    private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

    /** The value of the header {@code traceparent} that makes a request part of the counted trace, which is sampled. */
    public static final String TRACEPARENT = "00-" + TRACE_ID + "-b7ad6b7169203331-01";

    /** The bytes of the id, each as a character. */
    private static final Pattern COUNTED = Pattern.compile(
            new String(HexFormat.of().parseHex(TRACE_ID), StandardCharsets.ISO_8859_1), Pattern.LITERAL);

    private static final int OK = 200;

    private final HttpServer server;
    private final Map<String, Integer> spans = new ConcurrentHashMap<>();

    /** Listens on a free port. */
    public TraceCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (final IOException e) {
            throw new BenchmarkException("The collector of the traces cannot listen.", e);
        }
        server.createContext("/", exchange -> {
            try (exchange) {
                final byte[] body = exchange.getRequestBody().readAllBytes();
                final String program = exchange.getRequestURI().getPath().split("/", -1)[1];
                spans.merge(program, countedIn(new String(body, StandardCharsets.ISO_8859_1)), Integer::sum);
                exchange.sendResponseHeaders(OK, -1);
            }
        });
        server.start();
    }

    private static int countedIn(final String body) {
        return (int) COUNTED.matcher(body).results().count();
    }

    /**
     * Returns the value of {@code tracing.endpoint}.
     *
     * @param program the name under which the spans are counted
     * @return a URL
     */
    public String endpoint(final String program) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + '/' + program;
    }

    /**
     * Returns the number of spans of the counted trace.
     *
     * @param program the name in the endpoint
     * @return 0 if there was none
     */
    public int spans(final String program) {
        return spans.getOrDefault(program, 0);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
