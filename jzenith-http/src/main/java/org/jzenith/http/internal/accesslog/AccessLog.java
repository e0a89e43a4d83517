package org.jzenith.http.internal.accesslog;

import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.configuration.HttpConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each request. Event loops hand over what they know of a request and go on; a thread formats the lines
 * and writes those that have come together at once. If that thread does not keep up, requests are left out and counted.
 * Safe for use by many threads.
 */
public final class AccessLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(AccessLog.class);

    /** Characters of a text of a client; the rest is not logged. */
    private static final int LONGEST = 1024;

    /** Characters of lines that are written at once, or a line more. */
    private static final int WRITE_CHARACTERS = 64 * 1024;

    /**
     * The thread looks for requests in this interval: to wake it for each one would cost the event loop 5 us. A burst wakes
     * it earlier.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The number of intervals without a request after which the thread sleeps until the next one. */
    private static final int IDLE_PAUSES = 100;

    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * A finished request.
     *
     * @param endMillis the time at which it ended
     * @param nanos its duration; 0 if the format omits it
     * @param id the request id
     * @param traceId the id of its trace; null if it is not traced, or if the format omits it
     * @param spanId the id of its span; null without one, or if the format omits it
     * @param client the client's address; empty if it has none
     * @param user the user's name; null if unknown
     * @param method the HTTP method
     * @param target path and query as the client sent them; null if they could not be read
     * @param version the HTTP version, such as {@code HTTP/1.1}
     * @param route the path template; null if no route matched
     * @param status the response status; 0 if no response was sent
     * @param bytes the length of the content
     * @param aborted true if it ended without a complete response
     * @param error the type of the exception for which the server has aborted it; null if the client has left
     * @param referer the {@code Referer} header; null if the format omits it
     * @param userAgent the {@code User-Agent} header; null if the format omits it
     */
    public record Entry(
            long endMillis,
            long nanos,
            String id,
            @Nullable String traceId,
            @Nullable String spanId,
            String client,
            @Nullable String user,
            String method,
            @Nullable String target,
            String version,
            @Nullable String route,
            int status,
            long bytes,
            boolean aborted,
            @Nullable String error,
            @Nullable String referer,
            @Nullable String userAgent) {

        /** Shortens what a client has sent. */
        public Entry {
            target = shortened(target);
            referer = shortened(referer);
            userAgent = shortened(userAgent);
        }

        /** The length of the client's texts. */
        int characters() {
            return length(target) + length(referer) + length(userAgent);
        }

        private static int length(final @Nullable String text) {
            return text == null ? 0 : text.length();
        }

        private static @Nullable String shortened(final @Nullable String text) {
            return text == null || text.length() <= LONGEST ? text : text.substring(0, LONGEST);
        }
    }

    private final boolean headers;
    private final boolean times;
    private final LineFormat format;
    private final LineOutput output;

    /** The output, if it takes events; null if it takes lines. */
    private final @Nullable LoggerOutput events;

    private final double sample;
    private final PathRule[] excluded;
    private final EntryQueue waiting = new EntryQueue();
    private final AtomicLong dropped = new AtomicLong();
    private final CompletableSubject ended = CompletableSubject.create();
    private final Thread thread;
    private boolean started;
    private volatile boolean sleeping;
    private volatile boolean closed;

    private AccessLog(final HttpConfiguration.AccessLog settings, final String plugin) {
        this.headers = settings.format() != HttpConfiguration.AccessLog.Format.COMMON;
        this.output = LineOutput.of(settings.output(), plugin);
        this.events = output instanceof final LoggerOutput logger ? logger : null;
        this.times = settings.format() == HttpConfiguration.AccessLog.Format.JSON || events != null;
        this.format = LineFormat.of(
                settings.format(),
                plugin,
                new SecretParameters(Stream.concat(
                                settings.maskedParameters().stream(),
                                settings.moreMaskedParameters().stream().flatMap(List::stream))
                        .toList()));
        this.sample = settings.sample();
        this.excluded =
                settings.exclude().orElse(List.of()).stream().map(PathRule::of).toArray(PathRule[]::new);
        this.thread = new Thread(this::run, "jzenith-access-log-" + plugin);
        thread.setDaemon(true);
    }

    /**
     * The log that settings ask for; {@link #start} opens its output.
     *
     * @param settings the settings of the plugin that responds
     * @param plugin its name
     * @return null if there is none
     */
    public static @Nullable AccessLog of(final HttpConfiguration.AccessLog settings, final String plugin) {
        return settings.format() == HttpConfiguration.AccessLog.Format.OFF ? null : new AccessLog(settings, plugin);
    }

    /**
     * Opens the output and starts the thread. Blocks.
     *
     * @throws IOException if the output cannot be opened; its message is a sentence
     */
    public synchronized void start() throws IOException {
        if (!closed) {
            output.open();
            started = true;
            thread.start();
        }
    }

    /** Returns false if the format leaves out the headers. */
    public boolean hasHeaders() {
        return headers;
    }

    /** Returns true if lines have durations and trace ids, as JSON and the events of a logger do. */
    public boolean hasTimes() {
        return times;
    }

    /**
     * Returns true if a request is logged. Called once for each request.
     *
     * @param target normalised path and query
     * @return false if the path is excluded, the request is not in the sample, or the logger is off
     */
    public boolean logs(final String target) {
        if (!output.isEnabled()) {
            return false;
        }
        for (final PathRule rule : excluded) {
            if (rule.matches(target)) {
                return false;
            }
        }
        return sample >= 1 || ThreadLocalRandom.current().nextDouble() < sample;
    }

    /**
     * Queues an entry; never blocks.
     *
     * @param entry the finished request
     */
    public void add(final Entry entry) {
        final EntryQueue.Result result = waiting.add(entry);
        if (result == EntryQueue.Result.DROPPED) {
            dropped.incrementAndGet();
        } else if (sleeping || result == EntryQueue.Result.URGENT) {
            sleeping = false;
            LockSupport.unpark(thread);
        }
    }

    /**
     * Writes what waits, and ends the thread.
     *
     * @return completes when the last line is written
     */
    public synchronized Completable close() {
        closed = true;
        if (started) {
            LockSupport.unpark(thread);
        } else {
            ended.onComplete();
        }
        return ended;
    }

    private void run() {
        try {
            writeUntilClosed();
        } finally {
            output.close();
            ended.onComplete();
        }
    }

    private void writeUntilClosed() {
        List<Entry> batch = new ArrayList<>();
        final StringBuilder lines = new StringBuilder();
        long reported = System.nanoTime() - REPORT_NANOS;
        int pauses = 0;
        while (true) {
            final boolean last = closed;
            batch = waiting.take(batch);
            write(batch, lines);
            if (dropped.get() > 0 && (last || System.nanoTime() - reported >= REPORT_NANOS)) {
                reported = System.nanoTime();
                report(dropped.getAndSet(0));
            }
            if (!batch.isEmpty()) {
                pauses = 0;
                batch.clear();
            } else if (last) {
                return;
            } else {
                pause(++pauses);
            }
        }
    }

    private void pause(final int pauses) {
        if (pauses < IDLE_PAUSES) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            return;
        }
        sleeping = true;
        if (waiting.isEmpty() && !closed) {
            LockSupport.park(this);
        }
        sleeping = false;
    }

    private void write(final List<Entry> batch, final StringBuilder lines) {
        int count = 0;
        for (final Entry entry : batch) {
            final int start = lines.length();
            try {
                format.append(lines, entry);
                if (events == null) {
                    lines.append('\n');
                    count++;
                } else {
                    events.log(lines.substring(start), entry, format);
                    lines.setLength(start);
                }
            } catch (final RuntimeException e) {
                lines.setLength(start);
                LOGGER.warn("A line of the access log could not be written.", e);
            }
            if (lines.length() >= WRITE_CHARACTERS) {
                write(lines, count);
                count = 0;
            }
        }
        write(lines, count);
    }

    private void write(final StringBuilder lines, final int count) {
        if (count > 0) {
            output.write(lines.toString(), count);
            lines.setLength(0);
        }
    }

    private static void report(final long count) {
        LOGGER.warn(
                "The access log is too slow: it has left out {} requests. Use a faster access-log.output, or set access-log.sample "
                        + "lower.",
                count);
    }
}
