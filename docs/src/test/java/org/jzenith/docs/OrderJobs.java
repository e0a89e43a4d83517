package org.jzenith.docs;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.JZenith;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.jobs.Jobs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An application with jobs. */
final class OrderJobs {

    private static final Logger LOGGER = LoggerFactory.getLogger("jobs");

    private OrderJobs() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(Jobs.of(
                        Jobs.every(
                                        Duration.ofMinutes(5),
                                        "expire-orders",
                                        OrderService.class,
                                        OrderService::expire)
                                .withTimeout(Duration.ofMinutes(1)),
                        Jobs.cron(
                                        "0 3 * * MON-FRI",
                                        ZoneId.of("Europe/Berlin"),
                                        "report",
                                        ReportService.class,
                                        ReportService::write)
                                .withBlockingWork()))
                .withModules(new OrderModule());
    }
    // endregion

    @Singleton
    static final class OrderService {

        final AtomicInteger expired = new AtomicInteger();

        @Inject
        OrderService() {}

        Completable expire() {
            return Completable.fromAction(expired::incrementAndGet);
        }
    }

    @Singleton
    static final class ReportService {

        @Inject
        ReportService() {}

        Completable write() {
            return Completable.complete();
        }
    }

    static final class OrderModule extends AbstractModule {

        @Override
        protected void configure() {
            bind(OrderService.class);
            bind(ReportService.class);
            Observers.binder(binder())
                    .addBinding()
                    .toInstance(EventObserver.ofKind("job", WorkEvent.Ended.class, OrderJobs::log));
        }
    }

    private static void log(final WorkEvent.Ended event) {
        LOGGER.info(
                "{} {} {} ms", event.name(), event.status(), event.duration().toMillis());
    }
}
