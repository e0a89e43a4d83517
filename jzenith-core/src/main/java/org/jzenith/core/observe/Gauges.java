package org.jzenith.core.observe;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * For plugins: the gauges of an application. They include those of jZenith and the JVM, and those that plugins and modules add with {@code
 * Gauge.binder(binder())} or {@link GaugeSource}.
 *
 * <p>Injectable, also into observers. Safe for use by many threads.
 */
public final class Gauges {

    private final Provider<Set<Gauge>> bound;
    private final Provider<Set<GaugeSource>> sources;

    /**
     * Creates the gauges; called by jZenith.
     *
     * @param bound all bound gauges; requested late, because the measured objects can emit events, and an observer can inject these gauges
     * @param sources all bound sources of further gauges
     */
    @Inject
    public Gauges(final Provider<Set<Gauge>> bound, final Provider<Set<GaugeSource>> sources) {
        this.bound = bound;
        this.sources = sources;
    }

    /**
     * Returns all gauges. Call it only once the application is wired, not in the constructor of an injected object.
     *
     * @return ordered by name
     */
    public List<Gauge> all() {
        return Stream.of(
                        bound.get().stream(),
                        sources.get().stream().flatMap(source -> source.gauges().stream()),
                        JvmGauges.all().stream())
                .flatMap(Function.identity())
                .sorted(Comparator.comparing(Gauge::name))
                .toList();
    }
}
