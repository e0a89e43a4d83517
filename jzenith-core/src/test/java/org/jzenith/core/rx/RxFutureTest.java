package org.jzenith.core.rx;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.plugins.RxJavaPlugins;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.rx.RxHooks;
import org.slf4j.MDC;

final class RxFutureTest {

    @Test
    void aValueArrives() {
        RxFuture.single(() -> Future.succeededFuture("hello")).test().assertResult("hello");
    }

    @Test
    void aSingleWithoutValueIsAnError() {
        RxFuture.single(() -> Future.<String>succeededFuture()).test().assertFailure(NullPointerException.class);
    }

    @Test
    void nullIsAnEmptyMaybe() {
        RxFuture.maybe(() -> Future.<String>succeededFuture()).test().assertResult();
    }

    @Test
    void aFailureArrives() {
        RxFuture.completable(() -> Future.failedFuture(new IllegalStateException("no")))
                .test()
                .assertFailureAndMessage(IllegalStateException.class, "no");
    }

    @Test
    void aThrowingSupplierIsAnError() {
        RxFuture.single(() -> {
                    throw new IllegalStateException("no");
                })
                .test()
                .assertFailureAndMessage(IllegalStateException.class, "no");
    }

    @Test
    void aSupplierWithoutFutureIsAnError() {
        RxFuture.single(() -> null).test().assertFailure(NullPointerException.class);
    }

    @Test
    void eachSubscriptionStartsTheWorkAnew() {
        final AtomicInteger calls = new AtomicInteger();
        final Single<Integer> work = RxFuture.single(() -> Future.succeededFuture(calls.incrementAndGet()));
        work.test().assertResult(1);
        work.test().assertResult(2);
    }

    @Test
    void aValueThatArrivesAfterDisposeIsGivenBack() {
        final Promise<String> promise = Promise.promise();
        final List<String> givenBack = new ArrayList<>();
        final TestObserver<String> observer =
                RxFuture.single(promise::future, givenBack::add).test();
        observer.dispose();
        promise.complete("connection");
        observer.assertEmpty();
        assertThat(givenBack).containsExactly("connection");
    }

    @Test
    void aValueIsDeliveredOrGivenBackNeverBoth() {
        final List<String> givenBack = new ArrayList<>();
        final TestObserver<String> observer = RxFuture.single(
                        () -> Future.succeededFuture("connection"), givenBack::add)
                .test();
        observer.dispose();
        observer.assertResult("connection");
        assertThat(givenBack).isEmpty();
    }

    @Test
    void theContextOfTheSubscriptionIsThereWhenTheResultArrives() {
        final Promise<String> promise = Promise.promise();
        final TestObserver<String> observer = new TestObserver<>();
        RequestContext.create("r1").run(() -> {
            MDC.put("user", "ann");
            RxFuture.single(promise::future)
                    .map(value -> value + " " + id() + " " + MDC.get("requestId") + " " + MDC.get("user"))
                    .subscribe(observer);
        });
        assertThat(RequestContext.current()).isNull();
        RequestContext.create("r2").run(() -> promise.complete("for"));
        observer.assertResult("for r1 r1 ann");
        assertThat(MDC.get("user")).isNull();
    }

    @Test
    void theContextFollowsRxJavasSchedulers() {
        RxHooks.install();
        final TestObserver<String> observer = new TestObserver<>();
        RequestContext.create("r1")
                .run(() -> Single.fromCallable(RxFutureTest::id)
                        .subscribeOn(Schedulers.io())
                        .observeOn(Schedulers.computation())
                        .map(first -> first + id())
                        .subscribe(observer));
        observer.awaitDone(10, java.util.concurrent.TimeUnit.SECONDS).assertResult("r1r1");
        Single.fromCallable(RxFutureTest::id)
                .subscribeOn(Schedulers.io())
                .test()
                .awaitDone(10, java.util.concurrent.TimeUnit.SECONDS)
                .assertResult("none");
    }

    @Test
    void assemblyHooksAreUntouched() {
        RxHooks.install();
        assertThat(RxJavaPlugins.getOnSingleAssembly()).isNull();
        assertThat(RxJavaPlugins.getOnFlowableAssembly()).isNull();
    }

    private static String id() {
        final RequestContext context = RequestContext.current();
        return context == null ? "none" : context.id();
    }
}
