package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpMethod;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** The Common Log Format, written by a thread to the same file as jZenith's. */
final class AccessLines {

    private static final int CAPACITY = 8192;
    private static final int BATCH = 512;
    private static final long PAUSE_NANOS = 20_000_000;

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneId.systemDefault());

    private record Entry(long millis, String client, HttpMethod method, String target, int status, long bytes) {}

    private final ArrayBlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private long second = -1;
    private String time = "";

    AccessLines() {
        final Thread thread = new Thread(this::run, "access-lines");
        thread.setDaemon(true);
        thread.start();
    }

    /** Drops the line if too many wait. */
    void add(final String client, final HttpMethod method, final String target, final int status, final long bytes) {
        waiting.offer(new Entry(System.currentTimeMillis(), client, method, target, status, bytes));
    }

    private void run() {
        try (OutputStream file = new BufferedOutputStream(new FileOutputStream("/dev/null"))) {
            final List<Entry> batch = new ArrayList<>(BATCH);
            while (true) {
                waiting.drainTo(batch, BATCH);
                for (final Entry entry : batch) {
                    file.write(line(entry).getBytes(StandardCharsets.UTF_8));
                }
                if (batch.isEmpty()) {
                    file.flush();
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                }
                batch.clear();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line(final Entry entry) {
        final long now = entry.millis / 1000;
        if (now != second) {
            second = now;
            time = FORMAT.format(Instant.ofEpochSecond(now));
        }
        return entry.client + " - - [" + time + "] \"" + entry.method.name() + ' ' + entry.target + " HTTP/1.1\" "
                + entry.status + ' ' + entry.bytes + '\n';
    }
}
