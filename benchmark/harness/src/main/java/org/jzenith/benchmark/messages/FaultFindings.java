package org.jzenith.benchmark.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jzenith.benchmark.messages.Http.Reply;
import org.jzenith.benchmark.process.MeasuredServer;

/** FaultFindings during a fault, and the aims that were missed. Safe for use by many threads. */
final class FaultFindings {

    private static final long LIMIT_NANOS = 60_000_000_000L;
    private static final long POLL_MILLIS = 50;

    private final List<String> notes = new ArrayList<>();
    private final List<String> misses = new ArrayList<>();
    private final Map<String, Integer> replies = new TreeMap<>();
    private String orderedSince = "";

    synchronized void note(final String text) {
        notes.add(text);
    }

    synchronized void require(final boolean met, final String otherwise) {
        if (!met && !misses.contains(otherwise)) {
            misses.add(otherwise);
        }
    }

    /** Counts what an instance without its server replies to a request that needs it, and to one that does not. */
    synchronized void without(final Reply needs, final Reply rest) {
        final String title = needs.body().replaceAll("(?s).*\"title\" *: *\"([^\"]*)\".*", "$1");
        replies.merge(needs.status() == 503 ? "503" : needs.status() + " " + title, 1, Integer::sum);
        require(needs.status() != Http.HUNG && rest.status() != Http.HUNG, "a request hung");
        require(needs.status() == 503, "a request without the server got " + needs.status());
        require(rest.status() == 200, "a request that needs no server got " + rest.status());
    }

    /** Measures the time until something is so. */
    void timed(final String name, final BooleanSupplier condition) {
        final long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > LIMIT_NANOS) {
                require(false, "never " + name);
                return;
            }
            MeasuredServer.pause(POLL_MILLIS);
        }
        note(String.format(Locale.ROOT, "%s after %.1f s", name, (System.nanoTime() - begin) / 1e9));
    }

    /** Expects the order of a customer only of the orders since a time of the database. */
    void expectOrderSince(final String time) {
        orderedSince = time;
    }

    /** Returns an empty text if all orders shall be in order. */
    String orderedSince() {
        return orderedSince;
    }

    boolean met() {
        return misses.isEmpty();
    }

    @Override
    public synchronized String toString() {
        final List<String> all = new ArrayList<>(notes);
        if (!replies.isEmpty()) {
            all.add("without the server " + replies);
        }
        misses.forEach(miss -> all.add("**" + miss + "**"));
        return String.join("; ", all).replace('\n', ' ').replace('|', '/');
    }
}
