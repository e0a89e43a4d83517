package org.jzenith.dev.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The objects that survive restarts. Thread-safe. */
final class KeptResources implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");

    private final Map<String, AutoCloseable> kept = new LinkedHashMap<>();
    private boolean ended;

    synchronized <T extends AutoCloseable> T keep(final String key, final Class<T> type, final Supplier<T> start) {
        if (ended) {
            throw new IllegalStateException("The development mode has ended, so " + key + " does not start.");
        }
        final AutoCloseable known = kept.get(key);
        if (type.isInstance(known)) {
            return type.cast(known);
        }
        if (known != null) { // of a class of an earlier start
            close(key, known);
        }
        final T started = start.get();
        kept.put(key, started);
        return started;
    }

    synchronized boolean isEmpty() {
        return kept.isEmpty();
    }

    synchronized Set<String> keys() {
        return new LinkedHashSet<>(kept.keySet());
    }

    /** Closes all, and keeps nothing from then on. */
    @Override
    public synchronized void close() {
        ended = true;
        discard();
    }

    /** Closes all, the last first. */
    synchronized void discard() {
        final List<Map.Entry<String, AutoCloseable>> last = new ArrayList<>(kept.entrySet());
        Collections.reverse(last);
        last.forEach(entry -> close(entry.getKey(), entry.getValue()));
        kept.clear();
    }

    private static void close(final String key, final AutoCloseable resource) {
        try {
            resource.close();
        } catch (final Exception | Error e) {
            LOGGER.warn("{} cannot be closed.", key, e);
        }
    }
}
