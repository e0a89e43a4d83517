package org.jzenith.benchmark.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Somebody who asks for little, again and again, while others press: a page and a small upload in turns. */
final class Probe implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;
    private static final int SMALL = 100;
    private static final int GOOD = 200;
    private static final int INVALID = 400;

    private final Thread thread;
    private final InetSocketAddress address;
    private final int limitMillis;
    private volatile boolean closed;
    private int sent;
    private int answered;
    private long slowestNanos;

    Probe(final InetSocketAddress address, final int limitMillis) {
        this.address = address;
        this.limitMillis = limitMillis;
        this.thread = new Thread(this::run, "probe");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            final long begin = System.nanoTime();
            final boolean good = sent % 2 == 0 ? isGood(address, limitMillis) : takesUploads();
            slowestNanos = Math.max(slowestNanos, System.nanoTime() - begin);
            sent++;
            answered += good ? 1 : 0;
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (final InterruptedException e) {
                return;
            }
        }
    }

    static boolean isGood(final InetSocketAddress address, final int limitMillis) {
        try (Uploader client = new Uploader(address, limitMillis)) {
            return client.get("/plaintext") == GOOD;
        } catch (final IOException e) {
            return false;
        }
    }

    /** A name that is too long is read, looked at and refused: the body was taken. */
    private boolean takesUploads() {
        try (Uploader client = new Uploader(address, limitMillis)) {
            return client.post("/users", SMALL + (1 << 10)) == INVALID;
        } catch (final IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int sent() {
        return sent;
    }

    int answered() {
        return answered;
    }

    long slowestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(slowestNanos);
    }
}
