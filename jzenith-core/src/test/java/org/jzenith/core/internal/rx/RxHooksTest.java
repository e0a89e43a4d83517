package org.jzenith.core.internal.rx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.functions.Function;
import io.reactivex.plugins.RxJavaPlugins;
import io.reactivex.schedulers.Schedulers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.context.EventLoopThread;
import org.slf4j.LoggerFactory;

final class RxHooksTest {

    @BeforeEach
    @AfterEach
    void asInAFreshJvm() {
        RxJavaPlugins.setScheduleHandler(null);
        RxJavaPlugins.setErrorHandler(null);
        RxJavaPlugins.setOnSingleSubscribe(null);
        RxJavaPlugins.setOnMaybeSubscribe(null);
        RxJavaPlugins.setOnCompletableSubscribe(null);
        RxJavaPlugins.setOnFlowableSubscribe(null);
        RxJavaPlugins.setOnObservableSubscribe(null);
    }

    @Test
    void aBlockingCallElsewhereIsNobodysBusiness() {
        RxHooks.install();
        assertThat(Single.just(1).subscribeOn(Schedulers.io()).blockingGet()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("blockingCalls")
    void eachBlockingCallOnAnEventLoopFailsBeforeItBlocks(final String name, final Callable<?> call) throws Exception {
        RxHooks.install();
        final ExecutorService eventLoop = Executors.newSingleThreadExecutor();
        try {
            eventLoop.submit(EventLoopThread::attach).get(10, TimeUnit.SECONDS);
            assertThatThrownBy(() -> eventLoop.submit(call).get(10, TimeUnit.SECONDS))
                    .as(name)
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("A blocking call of RxJava on the event loop ")
                    .hasMessageEndingWith(
                            " would block everything else on that event loop. Return the Single (Maybe, Flowable ..) instead, or annotate the method with @io.smallrye.common.annotation.Blocking.");
        } finally {
            eventLoop.shutdown();
        }
    }

    static Stream<Arguments> blockingCalls() {
        return Stream.of(
                call("Single.blockingGet", () -> Single.never().blockingGet()),
                call("Maybe.blockingGet", () -> Maybe.never().blockingGet()),
                call("Maybe.blockingGet(value)", () -> Maybe.never().blockingGet(1)),
                call(
                        "Completable.blockingAwait",
                        Executors.callable(() -> Completable.never().blockingAwait())),
                call(
                        "Completable.blockingAwait(time)",
                        () -> Completable.never().blockingAwait(1, TimeUnit.MINUTES)),
                call("Completable.blockingGet", () -> Completable.never().blockingGet()),
                call("Flowable.blockingFirst", () -> Flowable.never().blockingFirst()),
                call("Flowable.blockingLast", () -> Flowable.never().blockingLast()),
                call("Flowable.blockingSingle", () -> Flowable.never().blockingSingle()),
                call(
                        "Flowable.blockingForEach",
                        Executors.callable(() -> Flowable.never().blockingForEach(each -> {}))),
                call(
                        "Flowable.blockingIterable",
                        () -> Flowable.never().blockingIterable().iterator().hasNext()),
                call(
                        "Flowable.blockingSubscribe",
                        Executors.callable(() -> Flowable.never().blockingSubscribe(each -> {}))),
                call("Observable.blockingFirst", () -> Observable.never().blockingFirst()),
                call("Observable.blockingLast", () -> Observable.never().blockingLast()),
                call("Observable.blockingSingle", () -> Observable.never().blockingSingle()),
                call(
                        "Observable.blockingForEach",
                        Executors.callable(() -> Observable.never().blockingForEach(each -> {}))),
                call(
                        "Observable.blockingSubscribe",
                        Executors.callable(() -> Observable.never().blockingSubscribe(each -> {}))));
    }

    private static Arguments call(final String name, final Callable<?> call) {
        return Arguments.of(name, call);
    }

    @Test
    void hooksForSubscriptionsThatAreThereAlreadyStayInForce() {
        final AtomicInteger seen = new AtomicInteger();
        RxJavaPlugins.setOnSingleSubscribe((source, observer) -> {
            seen.incrementAndGet();
            return observer;
        });
        RxHooks.install();
        final Object first = RxJavaPlugins.getOnSingleSubscribe();
        RxHooks.install();
        assertThat(RxJavaPlugins.getOnSingleSubscribe()).isSameAs(first);
        assertThat(Single.just(1).blockingGet()).isEqualTo(1);
        assertThat(seen).hasValue(1);
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
        assertThat(warnings(() -> RxJavaPlugins.onError(new IllegalStateException("late"))))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.getThrowableProxy().getMessage()).contains("late"));
    }

    @Test
    void repeatedErrorsWithoutSubscriberAreCounted() {
        final List<ILoggingEvent> warnings = warnings(() -> {
            for (int i = 0; i < 1000; i++) {
                RxJavaPlugins.onError(new IOException("late " + i));
            }
            RxJavaPlugins.onError(new TimeoutException("another kind"));
        });
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0).getThrowableProxy().getMessage()).contains("late 0");
        assertThat(warnings.get(1).getThrowableProxy().getMessage()).contains("another kind");
    }

    private static List<ILoggingEvent> warnings(final Runnable work) {
        RxHooks.install();
        final Logger logger = (Logger) LoggerFactory.getLogger(RxHooks.class);
        final ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        try {
            work.run();
        } finally {
            logger.detachAppender(appender);
        }
        return appender.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .toList();
    }
}
