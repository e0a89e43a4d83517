package org.jzenith.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.MDC;

/** Work that is no request. */
final class WorkRunnerTest {

    private static final Work MESSAGE = Work.of("message", "orders");

    private final List<WorkEvent> events = new CopyOnWriteArrayList<>();
    private RunningApplication application;
    private EventLoopContext loop;
    private WorkRunner runner;

    @BeforeEach
    void start() {
        application = JZenith.application()
                .withModules(binder -> {
                    Observers.binder(binder).addBinding().toInstance(EventObserver.of(WorkEvent.class, events::add));
                    OutboundHeaders.binder(binder).addBinding().toInstance(new OutboundHeaders() {
                        @Override
                        public void addTo(final Operation call, final BiConsumer<String, String> headers) {}

                        @Override
                        public void addTo(final BiConsumer<String, String> headers) {
                            headers.accept("current", String.valueOf(RequestContext.current()));
                        }
                    });
                })
                .run();
        loop = EventLoopContext.onEach(application.get(Vertx.class)).get(0);
        runner = WorkRunner.of(application.injector(), loop, 1);
    }

    @AfterEach
    void stop() {
        application.stop();
    }

    private static Throwable await(final Completable run) {
        return run.blockingGet(20, TimeUnit.SECONDS);
    }

    @Test
    void aRunHasTheContextThatItsDescriptionAsksFor() {
        final Identity ann = Identity.of("ann", "message");
        final Work work = MESSAGE.withId("message-17")
                .withIdentity(ann)
                .withTimeout(Duration.ofMinutes(1))
                .withHeaders(Map.of("Traceparent", "00-1"));
        final AtomicBoolean seen = new AtomicBoolean();
        assertThat(await(runner.run(work, Completable.fromAction(() -> {
                    final RequestContext context = RequestContext.current();
                    assertThat(context.description()).isEqualTo("message orders, request message-17");
                    assertThat(context.identity()).isSameAs(ann);
                    assertThat(MDC.get(RequestContext.MDC_KEY)).isEqualTo("message-17");
                    assertThat(RequestDeadline.current().remaining()).isPositive();
                    assertThat(RequestDeadline.current().isNone()).isFalse();
                    assertThat(loop.isInThread()).isTrue();
                    assertThat(runner.outboundHeaders()).containsEntry("current", context.toString());
                    seen.set(true);
                }))))
                .isNull();
        assertThat(seen).isTrue();
        assertThat(events.get(0)).isInstanceOfSatisfying(WorkEvent.Begun.class, begun -> {
            assertThat(begun.kind() + " " + begun.name()).isEqualTo("message orders");
            assertThat(begun.operation().headers().get("traceparent")).isEqualTo("00-1");
        });
        assertThat(events.get(1))
                .isInstanceOfSatisfying(
                        WorkEvent.Ended.class,
                        ended -> assertThat(ended.status()).isEqualTo(WorkEvent.Status.COMPLETED));
    }

    @Test
    void aRunWithoutAnIdGetsOneAndHasNeitherIdentityNorDeadline() {
        final CompletableFuture<RequestContext> seen = new CompletableFuture<>();
        assertThat(await(runner.run(MESSAGE, Completable.fromAction(() -> seen.complete(RequestContext.current())))))
                .isNull();
        assertThat(seen.join().id()).matches("orders-[0-9a-f]{8}-\\d+");
        assertThat(seen.join().identity()).isNull();
        assertThat(seen.join().deadline().isNone()).isTrue();
    }

    @Test
    void aConditionIsAskedInTheContextOfTheRunAndKeepsItFromBeginning() {
        final CompletableFuture<RequestContext> asked = new CompletableFuture<>();
        final Single<Boolean> condition = Single.fromCallable(() -> {
            asked.complete(RequestContext.current());
            return false;
        });
        final AtomicBoolean worked = new AtomicBoolean();
        assertThat(await(runner.run(
                        MESSAGE.withId("message-18").withCondition(condition),
                        Completable.fromAction(() -> worked.set(true)))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The condition of the message 'orders' is false, so the work does not start.");
        assertThat(asked.join().id()).isEqualTo("message-18");
        assertThat(worked).isFalse();
        assertThat(events).isEmpty();
    }

    @Test
    void aRefusalIsAskedAfterTheConditionAndIsAnEvent() {
        final Completable work = Completable.error(new AssertionError("It has begun."));
        final Maybe<String> refusal = Maybe.just("Another instance has it.").delay(1, TimeUnit.MILLISECONDS);
        assertThat(await(runner.run(MESSAGE.withCondition(Single.just(true)).withRefusal(refusal), work)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Another instance has it.");
        assertThat(events)
                .singleElement()
                .isInstanceOfSatisfying(
                        WorkEvent.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo("Another instance has it."));
        assertThat(await(runner.run(
                        MESSAGE.withCondition(Single.just(false)).withRefusal(Maybe.error(new AssertionError())),
                        work)))
                .hasMessageContaining("is false");
        assertThat(await(runner.run(MESSAGE.withRefusal(Maybe.empty()), Completable.complete())))
                .isNull();
    }

    @Test
    void aConditionThatIsDecidedOnAnotherThreadLetsTheRunBeginOnItsEventLoop() {
        final AtomicBoolean onLoop = new AtomicBoolean();
        assertThat(await(runner.run(
                        MESSAGE.withCondition(Single.just(true).delay(1, TimeUnit.MILLISECONDS)),
                        Completable.fromAction(() -> onLoop.set(loop.isInThread())))))
                .isNull();
        assertThat(onLoop).isTrue();
    }

    @Test
    void aConditionThatFailsOrIsNotDecidedInTimeFailsTheRun() {
        final Completable work = Completable.error(new AssertionError("It has begun."));
        assertThat(await(runner.run(MESSAGE.withCondition(Single.error(new IllegalStateException("no lock"))), work)))
                .hasMessage("no lock");
        final AtomicBoolean disposed = new AtomicBoolean();
        final Single<Boolean> never = Single.<Boolean>never().doOnDispose(() -> disposed.set(true));
        assertThat(await(runner.run(MESSAGE.withCondition(never).withTimeout(Duration.ofMillis(20)), work)))
                .isInstanceOf(TimeoutException.class);
        assertThat(disposed).isTrue();
        assertThat(events.stream()
                        .filter(WorkEvent.Ended.class::isInstance)
                        .map(event -> ((WorkEvent.Ended) event).status()))
                .containsExactly(WorkEvent.Status.FAILED, WorkEvent.Status.TIMED_OUT);
    }

    @Test
    void aRunThatWaitsForItsConditionIsInProgressAndDisposedAtTheEndOfTheDrainTime() {
        final CompletableFuture<Throwable> ended = new CompletableFuture<>();
        final CompletableFuture<Void> asked = new CompletableFuture<>();
        final Single<Boolean> condition = Single.<Boolean>never().doOnSubscribe(begun -> asked.complete(null));
        assertThat(runner.run(MESSAGE.withCondition(condition), Completable.complete())
                        .subscribe(() -> ended.complete(null), ended::complete))
                .isNotNull();
        asked.join();
        assertThat(await(runner.run(MESSAGE, Completable.complete())))
                .hasMessage("A run of the message 'orders' is in progress, and only one may run at a time.");
        assertThat(await(runner.drain(Duration.ZERO, Duration.ofMillis(20)))).isNull();
        assertThat(ended.join()).isInstanceOf(CancellationException.class);
        assertThat(events).singleElement().isInstanceOfSatisfying(WorkEvent.Rejected.class, rejected -> {
            assertThat(rejected.kind() + " " + rejected.name()).isEqualTo("message orders");
            assertThat(rejected.reason()).contains("only one may run");
        });
        assertThat(await(runner.run(MESSAGE, Completable.complete())))
                .hasMessage("The application is stopping, so the message 'orders' does not run.");
    }
}
