package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Observable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jzenith.core.RunningApplication;
import org.jzenith.observability.internal.meter.ApplicationMeters;

/** The metrics of an application, read without a request, so that reading moves none of them. */
record Exposition(RunningApplication application) {

    String text() {
        return application
                .injector()
                .getInstance(ApplicationMeters.class)
                .exposed()
                .scrape();
    }

    /** Returns the number of time series. */
    long series() {
        return text().lines().filter(line -> !line.startsWith("#")).count();
    }

    /** Returns the sum of the time series of one name that have all of these labels; 0 if there are none. */
    double sum(final String name, final String... labels) {
        return sumIn(text(), name, labels);
    }

    /** Returns the number of durations of a histogram above a bound of its buckets. */
    double longer(final String name, final String bound) {
        final String text = text();
        return sumIn(text, name + "_count") - sumIn(text, name + "_bucket", "le=\"" + bound + "\"");
    }

    private static double sumIn(final String text, final String name, final String... labels) {
        return text.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> Observable.fromArray(labels).all(line::contains).blockingGet())
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Waits until something is true, with a generous limit. */
    static void await(final String meaning, final BooleanSupplier condition) {
        final boolean came = Observable.interval(0, 25, TimeUnit.MILLISECONDS)
                .filter(tick -> condition.getAsBoolean())
                .map(tick -> true)
                .timeout(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS, Observable.just(false))
                .blockingFirst();
        assertThat(came).as(meaning).isTrue();
    }
}
