package org.jzenith.core.rx.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.reactivex.plugins.RxJavaPlugins;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class RxHooksTest {

    @BeforeEach
    @AfterEach
    void asInAFreshJvm() {
        RxJavaPlugins.setScheduleHandler(null);
        RxJavaPlugins.setErrorHandler(null);
        RxJavaPlugins.setOnBeforeBlocking(null);
        RxJavaPlugins.setFailOnNonBlockingScheduler(false);
    }

    @Test
    void aBlockingCallElsewhereIsNobodysBusiness() {
        RxHooks.install();
        RxJavaPlugins.setFailOnNonBlockingScheduler(true);
        assertThat(Single.just(1).subscribeOn(Schedulers.io()).blockingGet()).isEqualTo(1);
    }

    @Test
    void whoeverForbidsBlockingStaysInForce() {
        final AtomicInteger asked = new AtomicInteger();
        RxJavaPlugins.setOnBeforeBlocking(() -> asked.incrementAndGet() > 0);
        RxHooks.install();
        RxHooks.install();
        RxJavaPlugins.setFailOnNonBlockingScheduler(true);
        assertThatThrownBy(() -> Single.never().blockingGet()).isInstanceOf(IllegalStateException.class);
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatRxJavasOwnThreadsMayDoIsNotDecidedHere() {
        RxHooks.install();
        assertThat(RxJavaPlugins.isFailOnNonBlockingScheduler()).isFalse();
    }

    @Test
    void aHookThatIsThereAlreadyStaysInForce() throws Exception {
        final AtomicInteger seen = new AtomicInteger();
        RxJavaPlugins.setScheduleHandler(task -> {
            seen.incrementAndGet();
            return task;
        });
        RxHooks.install();
        final CountDownLatch ran = new CountDownLatch(1);
        Schedulers.computation().scheduleDirect(ran::countDown);
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasValue(1);
    }

    @Test
    void installingTwiceWrapsOnce() {
        RxHooks.install();
        final Function<? super Runnable, ? extends Runnable> first = RxJavaPlugins.getScheduleHandler();
        RxHooks.install();
        assertThat(RxJavaPlugins.getScheduleHandler()).isSameAs(first);
    }

    @Test
    void anErrorWithoutSubscriberIsLoggedOnceWithItsOrigin() {
        RxHooks.install();
        final Logger logger = (Logger) LoggerFactory.getLogger(RxHooks.class);
        final ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        try {
            RxJavaPlugins.onError(new IllegalStateException("late"));
        } finally {
            logger.detachAppender(appender);
        }
        assertThat(appender.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getThrowableProxy().getMessage()).contains("late");
        });
    }
}
