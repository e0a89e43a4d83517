package org.jzenith.core.observe;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * For plugins: the gauges of an application: those of jZenith and the JVM, and those that plugins and modules add with {@code
 * Gauge.binder(binder())}.
 *
 * <p>Injectable, also into observers. Safe for use by many threads.
 */
public final class Gauges {

    private final Provider<Set<Gauge>> bound;

    /**
     * Creates the gauges; called by jZenith.
     *
     * @param bound all bound gauges; requested late, because the measured objects may emit events, and an observer may inject this
     */
    @Inject
    public Gauges(final Provider<Set<Gauge>> bound) {
        this.bound = bound;
    }

    /**
     * Returns all gauges. Called once the application is wired, not in the constructor of an object that it injects.
     *
     * @return ordered by name, always the same
     */
    public List<Gauge> all() {
        return Stream.concat(bound.get().stream(), JvmGauges.all().stream())
                .sorted(Comparator.comparing(Gauge::name))
                .toList();
    }
}
