package org.jzenith.observability.internal.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.observability.internal.meter.ApplicationMeters;

/**
 * Writes the metrics on its own thread, one response at a time. Requests that arrive meanwhile share the next one. Safe for use
 * by many threads.
 */
public final class Scrapes implements AutoCloseable {

    private static final int OK = 200;
    private static final int INITIAL_SIZE = 32 * 1024;

    private final PrometheusMeterRegistry registry;
    private final ThreadPoolExecutor thread;

    /** The requests without a response. */
    private final Map<ExpositionFormat, List<Exchange>> waiting = new EnumMap<>(ExpositionFormat.class);

    @Inject
    Scrapes(final ApplicationMeters meters) {
        this.registry = meters.exposed();
        this.thread = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            final Thread made = new Thread(work, "jzenith-metrics");
            made.setDaemon(true);
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /** Sends the metrics to a client, later. */
    void send(final ExpositionFormat format, final Exchange exchange) {
        synchronized (waiting) {
            final List<Exchange> same = waiting.computeIfAbsent(format, first -> new ArrayList<>());
            same.add(exchange);
            if (same.size() > 1) {
                return;
            }
        }
        thread.execute(() -> send(format));
    }

    private void send(final ExpositionFormat format) {
        final List<Exchange> all;
        synchronized (waiting) {
            all = waiting.remove(format);
        }
        if (all == null) {
            return;
        }
        try {
            final Buffer content = write(format);
            final ResponseHead head =
                    ResponseHead.of(OK, Map.of("Content-Type", format.contentType(), "Cache-Control", "no-store"));
            all.forEach(exchange -> exchange.execute(() -> exchange.response().send(head, content.slice())));
        } catch (final IOException | RuntimeException e) {
            all.forEach(exchange -> exchange.execute(() -> exchange.fail(e)));
        }
    }

    private Buffer write(final ExpositionFormat format) throws IOException {
        final ByteArrayOutputStream text = new ByteArrayOutputStream(INITIAL_SIZE);
        registry.scrape(text, format.contentType());
        return Buffer.buffer(text.toByteArray());
    }

    /** Ends the thread. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
