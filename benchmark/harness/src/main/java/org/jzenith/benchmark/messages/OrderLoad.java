package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Clients that place orders one after another, each customer in turn, at a rate. */
final class OrderLoad {

    private static final int CLIENTS = 12;

    private final int port;
    private final int customers;
    private final int items;
    private final long intervalNanos;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong placed = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong hung = new AtomicLong();
    private volatile boolean ended;

    /**
     * Begins.
     *
     * @param port of the address of all instances
     * @param customers the number of customers
     * @param items the number of orders in a request
     * @param perSecond the number of orders in a second, if they are answered fast enough
     */
    OrderLoad(final int port, final int customers, final int items, final int perSecond) {
        this.port = port;
        this.customers = customers;
        this.items = items;
        this.intervalNanos = TimeUnit.SECONDS.toNanos(1) * items / perSecond;
        final long begin = System.nanoTime();
        for (int i = 0; i < CLIENTS; i++) {
            final Thread thread = new Thread(() -> send(begin), "client " + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void send(final long begin) {
        while (!ended) {
            final long number = sent.getAndIncrement();
            for (long left = begin + number * intervalNanos - System.nanoTime();
                    left > 0 && !ended;
                    left = begin + number * intervalNanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            final int status = Http.post(
                            port, "/orders/customer-" + number % customers + "?items=" + items, Probes.HUNG_MILLIS)
                    .status();
            if (status == 200 || status == 201 || status == 204) {
                placed.incrementAndGet();
            } else {
                (status == Http.HUNG ? hung : failed).incrementAndGet();
            }
        }
    }

    /** Returns the number of requests that succeeded. */
    long placed() {
        return placed.get();
    }

    /** Returns the number of requests with another status, or whose connection ended. */
    long failed() {
        return failed.get();
    }

    /** Returns the number of requests without an answer. */
    long hung() {
        return hung.get();
    }

    /** Returns the number of orders that were acknowledged. */
    long orders() {
        return placed.get() * items;
    }

    /** Sends no more, and waits for the answers. */
    void end() {
        ended = true;
        for (final Thread thread : threads) {
            try {
                thread.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
