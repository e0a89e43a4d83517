package org.jzenith.core.observe;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.function.LongSupplier;

/**
 * For plugins: the current use of a resource, such as the connections of a pool, and its limit.
 *
 * <pre>{@code
 * Gauge.binder(binder())
 *         .addBinding()
 *         .toInstance(Gauge.of("mail.queue", "messages", queue::size).withLimit(() -> 1_000));
 * }</pre>
 *
 * <p>A {@link #ofTotal total} is a gauge that only grows, such as the number of accepted connections. An {@link #ofAge age} is the time
 * since something started, such as a certificate; its limit is the lifetime.
 *
 * <p>{@link Gauges} has all gauges of the application. The qualifier of a plugin follows the first word of the name: {@code
 * mail.archive.queue}. Thread-safe.
 */
public final class Gauge {

    private enum Kind {
        USE,
        TOTAL,
        AGE
    }

    private final String name;
    private final String unit;
    private final LongSupplier used;
    private final LongSupplier limit;
    private final Kind kind;

    private Gauge(
            final String name, final String unit, final LongSupplier used, final LongSupplier limit, final Kind kind) {
        this.name = name;
        this.unit = unit;
        this.used = used;
        this.limit = limit;
        this.kind = kind;
    }

    /**
     * Returns the gauges of the application, to which a module adds its own.
     *
     * @param binder the binder of the module
     * @return the set of gauges
     */
    public static Multibinder<Gauge> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, Gauge.class);
    }

    /**
     * Creates a gauge without a limit.
     *
     * @param name unique in the application, for example {@code mail.queue}
     * @param unit a plural, for example {@code messages} or {@code bytes}
     * @param used called on any thread, and by many at once: it must be quick and must not block
     * @return a new gauge
     */
    public static Gauge of(final String name, final String unit, final LongSupplier used) {
        return new Gauge(name, unit, used, () -> 0, Kind.USE);
    }

    /**
     * Creates a gauge of a number that only grows, such as the number of events since startup.
     *
     * @param name unique in the application, for example {@code mail.sent}
     * @param unit a plural, for example {@code messages}
     * @param total called on any thread, and by many at once: it must be quick and must not block
     * @return a new gauge
     */
    public static Gauge ofTotal(final String name, final String unit, final LongSupplier total) {
        return new Gauge(name, unit, total, () -> 0, Kind.TOTAL);
    }

    /**
     * Creates a gauge of the seconds since something started. An age is not a resource in use, so a high age does not mean that something
     * is saturated.
     *
     * @param name unique in the application, for example {@code mail.certificate-age}
     * @param age called on any thread, and by many at once: it must be quick and must not block
     * @return a new gauge; its limit is the lifetime, in seconds
     */
    public static Gauge ofAge(final String name, final LongSupplier age) {
        return new Gauge(name, "seconds", age, () -> 0, Kind.AGE);
    }

    /**
     * Adds a limit.
     *
     * @param changed returns the limit, or 0 for no limit; called like the function for the use
     * @return a changed copy
     */
    public Gauge withLimit(final LongSupplier changed) {
        return new Gauge(name, unit, used, changed, kind);
    }

    /**
     * Changes the name.
     *
     * @param changed unique in the application
     * @return a changed copy
     */
    public Gauge withName(final String changed) {
        return new Gauge(changed, unit, used, limit, kind);
    }

    /**
     * Returns the name, which tells gauges apart.
     *
     * @return a value such as {@code rest.requests-in-flight}
     */
    public String name() {
        return name;
    }

    /**
     * Returns the unit of the use and of the limit.
     *
     * @return a value such as {@code requests}
     */
    public String unit() {
        return unit;
    }

    /**
     * Reads the current use. Can be called on any thread and does not wait. The result can be slightly out of date.
     *
     * @return a number of units
     */
    public long used() {
        return used.getAsLong();
    }

    /**
     * Returns true if the number only grows.
     *
     * @return true for a gauge of {@link #ofTotal}, which has no limit
     */
    public boolean isTotal() {
        return kind == Kind.TOTAL;
    }

    /**
     * Returns true if the number is the seconds since something started.
     *
     * @return true for a gauge of {@link #ofAge}
     */
    public boolean isAge() {
        return kind == Kind.AGE;
    }

    /**
     * Reads the limit of the use.
     *
     * @return a number of units; 0 if there is no limit
     */
    public long limit() {
        return limit.getAsLong();
    }
}
