package org.jzenith.benchmark.baseline;

import io.opentelemetry.api.trace.Span;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An access log in the formats of jZenith's, written by one thread to a file. Safe for use by many event loops. */
final class AccessLines implements Feature {

    private static final int CAPACITY = 8192;
    private static final int BATCH = 512;
    private static final long PAUSE_NANOS = 20_000_000;

    private static final DateTimeFormatter COMMON = DateTimeFormatter.ofPattern(
                    "dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneId.systemDefault());
    private static final DateTimeFormatter JSON =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private record Entry(
            long millis,
            long nanos,
            String id,
            @Nullable Span span,
            String client,
            @Nullable VerifiedUser user,
            String method,
            String target,
            String route,
            String version,
            int status,
            long bytes,
            @Nullable String referer,
            @Nullable String userAgent) {}

    private final ArrayBlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final boolean json;
    private final String output;
    private long second = -1;
    private String time = "";

    private AccessLines(final boolean json, final String output) {
        this.json = json;
        this.output = output;
    }

    /** Starts the thread, or returns null if there is no log. */
    static @Nullable AccessLines of(final Settings settings) {
        if (settings.accessLog().equals("off")) {
            return null;
        }
        final AccessLines lines = new AccessLines(settings.accessLog().equals("json"), settings.accessLogFile());
        final Thread thread = new Thread(lines::run, "access-lines");
        thread.setDaemon(true);
        thread.start();
        return lines;
    }

    @Override
    public boolean apply(final Exchange exchange) {
        exchange.atEnd(this::add);
        return true;
    }

    /** Drops the line if too many wait. */
    private void add(final Exchange exchange) {
        final HttpServerRequest request = exchange.request();
        waiting.offer(new Entry(
                System.currentTimeMillis(),
                System.nanoTime() - exchange.begun(),
                exchange.id(),
                exchange.span(),
                request.remoteAddress().hostAddress(),
                exchange.user(),
                request.method().name(),
                request.uri(),
                exchange.route(),
                request.version() == HttpVersion.HTTP_2 ? "HTTP/2" : "HTTP/1.1",
                request.response().getStatusCode(),
                request.response().bytesWritten(),
                request.headers().get(HttpHeaders.REFERER),
                request.headers().get(HttpHeaders.USER_AGENT)));
    }

    /** One write for a batch. */
    private void run() {
        final List<Entry> batch = new ArrayList<>(BATCH);
        final StringBuilder lines = new StringBuilder();
        try (OutputStream file = new FileOutputStream(output, true)) {
            while (true) {
                waiting.drainTo(batch, BATCH);
                if (batch.isEmpty()) {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                    continue;
                }
                lines.setLength(0);
                for (final Entry entry : batch) {
                    if (json) {
                        json(lines, entry);
                    } else {
                        common(lines, entry);
                    }
                    lines.append('\n');
                }
                file.write(lines.toString().getBytes(StandardCharsets.ISO_8859_1));
                batch.clear();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String time(final Entry entry, final DateTimeFormatter format) {
        final long now = entry.millis / 1000;
        if (now != second) {
            second = now;
            time = format.format(Instant.ofEpochSecond(now));
        }
        return time;
    }

    private void common(final StringBuilder line, final Entry entry) {
        line.append(entry.client)
                .append(" - ")
                .append(entry.user == null ? "-" : entry.user.name())
                .append(" [")
                .append(time(entry, COMMON))
                .append("] \"")
                .append(entry.method)
                .append(' ')
                .append(entry.target)
                .append(' ')
                .append(entry.version)
                .append("\" ")
                .append(entry.status)
                .append(' ');
        if (entry.bytes == 0) {
            line.append('-');
        } else {
            line.append(entry.bytes);
        }
    }

    private void json(final StringBuilder line, final Entry entry) {
        line.append("{\"time\":\"")
                .append(time(entry, JSON))
                .append('.')
                .append(Long.toString(1000 + entry.millis % 1000), 1, 4)
                .append("Z\",\"plugin\":\"rest\"");
        text(line, "requestId", entry.id);
        text(
                line,
                "trace_id",
                entry.span == null ? null : entry.span.getSpanContext().getTraceId());
        text(
                line,
                "span_id",
                entry.span == null ? null : entry.span.getSpanContext().getSpanId());
        text(line, "client", entry.client);
        text(line, "user", entry.user == null ? null : entry.user.name());
        text(line, "method", entry.method);
        text(line, "target", entry.target);
        text(line, "route", entry.route.isEmpty() ? null : entry.route);
        text(line, "version", entry.version);
        line.append(",\"status\":").append(entry.status).append(",\"bytes\":").append(entry.bytes);
        line.append(",\"durationMs\":").append(Math.round(entry.nanos / 1e3) / 1e3);
        text(line, "referer", entry.referer);
        text(line, "userAgent", entry.userAgent);
        line.append('}');
    }

    private static void text(final StringBuilder line, final String name, final @Nullable String value) {
        if (value == null) {
            return;
        }
        line.append(",\"").append(name).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            final char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                line.append(c);
            } else {
                line.append(String.format("\\u%04x", (int) c));
            }
        }
        line.append('"');
    }
}
