package org.jzenith.core.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.schedulers.Schedulers;
import io.reactivex.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.internal.rx.RxHooks;
import org.slf4j.MDC;

/** Work runs as an identity, and what follows it does not. */
final class RunAsTest {

    private static final Identity ANN = Identity.of("ann", "test");
    private static final Identity BOB = Identity.of("bob", "test");

    @BeforeAll
    static void installHooks() {
        RxHooks.install();
    }

    private static String name() {
        final RequestContext context = RequestContext.current();
        final Identity identity = context == null ? null : context.identity();
        return identity == null ? "nobody" : identity.getName();
    }

    private static Single<String> here() {
        return Single.fromCallable(RunAsTest::name);
    }

    private static Single<String> elsewhere() {
        return here().subscribeOn(Schedulers.computation()).map(name -> name + " " + name());
    }

    /** Subscribes in a request, and waits for the result. */
    private static <T> T in(final RequestContext request, final Single<T> work) {
        final AtomicReference<@Nullable Single<T>> running = new AtomicReference<>();
        request.run(() -> {
            final Single<T> cached = work.cache();
            final Disposable begun = cached.subscribe(value -> {}, error -> {});
            assertThat(begun).isNotNull();
            running.set(cached);
        });
        final Single<T> result = running.get();
        assertThat(result).isNotNull();
        return result.blockingGet();
    }

    @Test
    void eachKindOfWorkRunsAsTheIdentity() {
        final List<String> seen = new ArrayList<>();
        ANN.runAs(Completable.fromAction(() -> seen.add(name()))).blockingAwait();
        assertThat(seen).containsExactly("ann");
        assertThat(ANN.runAs(here()).blockingGet()).isEqualTo("ann");
        ANN.runAs(Maybe.fromCallable(RunAsTest::name)).test().assertResult("ann");
        ANN.runAs(Maybe.empty()).test().assertResult();
        assertThat(ANN.runAs(Flowable.range(1, 2).map(number -> number + name()))
                        .toList()
                        .blockingGet())
                .containsExactly("1ann", "2ann");
        ANN.runAs(Single.error(new IllegalStateException("no"))).test().assertErrorMessage("no");
    }

    @Test
    void whatFollowsTheWorkRunsAsBefore() {
        final Single<String> work = ANN.runAs(elsewhere()).flatMap(name -> here().map(after -> name + " " + after));
        assertThat(work.blockingGet()).isEqualTo("ann ann nobody");
        final RequestContext request = RequestContext.create("1");
        request.setIdentity(BOB);
        assertThat(in(request, work)).isEqualTo("ann ann bob");
        assertThat(in(request, BOB.runAs(work))).isEqualTo("ann ann bob");
        final Single<String> both = BOB.runAs(work).zipWith(here(), (inside, after) -> inside + " and " + after);
        assertThat(in(RequestContext.create("2"), both)).isEqualTo("ann ann bob and nobody");
        assertThat(RequestContext.current()).isNull();
        assertThat(MDC.get(RequestContext.MDC_KEY)).isNull();
    }

    @Test
    void workOfSeveralIdentitiesRunsSideBySide() {
        final List<String> names = List.of("a", "b", "c", "d", "e");
        final Single<List<String>> work = Flowable.range(0, 500)
                .flatMapSingle(number -> {
                    final String name = names.get(number % names.size());
                    return Identity.of(name, "job")
                            .runAs(elsewhere().flatMap(seen -> elsewhere().map(again -> seen + " " + again)))
                            .map(seen -> seen.equals(name + " " + name + " " + name + " " + name) ? "right" : seen);
                })
                .distinct()
                .toList();
        assertThat(in(RequestContext.create("job"), work)).containsExactly("right");
    }

    /** Elements are made in the context of the work, although its subscriber asks for them later. */
    @Test
    void elementsAreAskedForAsTheIdentity() {
        final TestSubscriber<String> subscriber = new TestSubscriber<>(0);
        ANN.runAs(Flowable.range(1, 3).concatMapSingle(number -> here())).subscribe(subscriber);
        final RequestContext other = RequestContext.create("other");
        other.setIdentity(BOB);
        other.run(() -> subscriber.request(1));
        subscriber.request(1);
        subscriber.assertValues("ann", "ann").assertNotComplete().cancel();
    }

    @Test
    void theIdIsThatOfTheRunAndOtherwiseTheName() {
        final Single<String> id = Single.fromCallable(() -> MDC.get(RequestContext.MDC_KEY));
        assertThat(ANN.runAs(id).blockingGet()).isEqualTo("ann");
        assertThat(in(RequestContext.create("job-1"), ANN.runAs(id))).isEqualTo("job-1");
    }

    @Test
    void objectsInRequestScopeBelongToTheIdentity() {
        final Single<Object> object = Single.fromCallable(() -> {
            final RequestContext request = RequestContext.current();
            assertThat(request).isNotNull();
            return request.scoped(request.scopeKey("basket"), Object::new);
        });
        final List<Object> made = in(
                RequestContext.create("job"),
                Single.concat(List.of(object, ANN.runAs(object), BOB.runAs(object), ANN.runAs(object), object))
                        .toList());
        assertThat(made.get(1)).isSameAs(made.get(3)).isNotSameAs(made.get(0)).isNotSameAs(made.get(2));
        assertThat(made.get(0)).isSameAs(made.get(4));
    }
}
