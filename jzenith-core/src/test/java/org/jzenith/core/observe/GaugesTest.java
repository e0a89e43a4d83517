package org.jzenith.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.observers.TestObserver;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.blocking.Blocking;

final class GaugesTest {

    /** Observers are made before most of what gauges measure. */
    record Metrics(Gauges gauges) implements EventObserver<Event> {

        @Inject
        Metrics {}

        @Override
        public Class<Event> events() {
            return Event.class;
        }

        @Override
        public void observe(final Event event) {}
    }

    private static String read(final Gauges gauges, final String name) {
        return gauges.all().stream()
                .filter(gauge -> gauge.name().equals(name))
                .map(gauge -> gauge.used() + " of " + gauge.limit() + " " + gauge.unit())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void workThatRunsAndWorkThatWaitsAreShown() throws Exception {
        try (RunningApplication application = JZenith.application()
                .withConfiguration("jzenith.blocking-threads", 1)
                .withConfiguration("jzenith.blocking-queue", 5)
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Metrics.class);
                        Observers.binder(binder()).addBinding().to(Metrics.class);
                    }
                })
                .run()) {
            final Gauges gauges = application.get(Metrics.class).gauges();
            assertThat(read(gauges, "jzenith.blocking-threads")).isEqualTo("0 of 1 threads");
            System.gc();
            assertThat(read(gauges, "jvm.heap-after-collection"))
                    .matches("[1-9][0-9]+ of " + Runtime.getRuntime().maxMemory() + " bytes");
            final Blocking blocking = application.get(Blocking.class);
            final CountDownLatch runs = new CountDownLatch(1);
            final CountDownLatch end = new CountDownLatch(1);
            final TestObserver<Void> first = blocking.completable(() -> {
                        runs.countDown();
                        end.await();
                    })
                    .test();
            assertThat(runs.await(20, TimeUnit.SECONDS)).isTrue();
            final TestObserver<Void> second = blocking.completable(() -> {}).test();
            assertThat(read(gauges, "jzenith.blocking-threads")).isEqualTo("1 of 1 threads");
            assertThat(read(gauges, "jzenith.blocking-queue")).isEqualTo("1 of 5 pieces of work");
            end.countDown();
            assertThat(first.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            assertThat(second.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
            assertThat(read(gauges, "jzenith.blocking-queue")).isEqualTo("0 of 5 pieces of work");
        }
    }

    @Test
    void aSourceAddsGauges() {
        try (RunningApplication application = JZenith.application()
                .withModules(binder -> GaugeSource.binder(binder)
                        .addBinding()
                        .toInstance(() -> List.of(
                                Gauge.of("mail.in", "messages", () -> 3),
                                Gauge.ofTotal("mail.sent", "messages", () -> 7))))
                .run()) {
            final Gauges gauges = application.get(Gauges.class);
            assertThat(read(gauges, "mail.in")).isEqualTo("3 of 0 messages");
            assertThat(read(gauges, "mail.sent")).isEqualTo("7 of 0 messages");
        }
    }
}
