package org.jzenith.core.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.inject.AbstractModule;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.slf4j.LoggerFactory;

final class ObserversTest {

    /** An event of a family that the framework does not know. */
    private record Sold(String article) implements Event {}

    private static JZenith application(final EventObserver<?>... observers) {
        return JZenith.application().withModules(new AbstractModule() {
            @Override
            protected void configure() {
                for (final EventObserver<?> observer : observers) {
                    Observers.binder(binder()).addBinding().toInstance(observer);
                }
            }
        });
    }

    private static RequestEvent answered(final int status) {
        return new RequestEvent.Answered(
                "rest", RequestContext.create("r"), status, 0, null, "GET", null, Duration.ZERO, null);
    }

    @Test
    void aFamilyWithoutObserverHasNoEmitter() {
        try (RunningApplication application = application(
                        EventObserver.of(RequestEvent.class, event -> {}),
                        EventObserver.ofNothing(),
                        EventObserver.ofNothing())
                .run()) {
            final Observers observers = application.get(Observers.class);
            assertThat(observers.of(RequestEvent.class)).isNotNull();
            assertThat(observers.of(WorkEvent.class)).isNull();
            assertThat(observers.of(Sold.class)).isNull();
        }
    }

    @Test
    void anObserverSeesItsFamilyOneRecordOrEverything() {
        final List<Event> family = new CopyOnWriteArrayList<>();
        final List<Event> one = new CopyOnWriteArrayList<>();
        final List<Event> all = new CopyOnWriteArrayList<>();
        final RequestContext request = RequestContext.create("r");
        final RequestEvent matched = new RequestEvent.Matched("rest", request, "/users/{id}", "UserResource.get");
        final RequestEvent answered = answered(200);
        final WorkEvent done = new WorkEvent.Ended(
                Operation.of(Operation.Role.CALL, "redis", "redis.cache", "GET", request, List.of()),
                WorkEvent.Status.COMPLETED,
                Duration.ZERO,
                null,
                List.of());
        try (RunningApplication application = application(
                        EventObserver.of(RequestEvent.class, family::add),
                        EventObserver.of(RequestEvent.Answered.class, one::add),
                        EventObserver.of(Event.class, all::add))
                .run()) {
            final Observers observers = application.get(Observers.class);
            observers.of(RequestEvent.class).emit(matched);
            observers.of(RequestEvent.class).emit(answered);
            observers.of(WorkEvent.class).emit(done);
            observers.of(Sold.class).emit(new Sold("apple"));
        }
        assertThat(family).containsExactly(matched, answered);
        assertThat(one).containsExactly(answered);
        assertThat(all).containsExactly(matched, answered, done, new Sold("apple"));
    }

    @Test
    void eventsAreSeenOnTheThreadWhereTheyHappen() {
        final List<Thread> threads = new CopyOnWriteArrayList<>();
        try (RunningApplication application = application(
                        EventObserver.of(RequestEvent.class, event -> threads.add(Thread.currentThread())))
                .run()) {
            application.get(Observers.class).of(RequestEvent.class).emit(answered(200));
        }
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void anObserverThatThrowsIsLoggedOnceAndTheOthersAreCalled() {
        final List<Event> seen = new CopyOnWriteArrayList<>();
        final ListAppender<ILoggingEvent> log = new ListAppender<>();
        final Logger logger = (Logger) LoggerFactory.getLogger(Observers.class);
        log.start();
        logger.addAppender(log);
        try (RunningApplication application = application(
                        EventObserver.of(RequestEvent.class, event -> {
                            throw new AssertionError("broken");
                        }),
                        EventObserver.of(RequestEvent.class, seen::add))
                .run()) {
            final EventEmitter<RequestEvent> emitter =
                    application.get(Observers.class).of(RequestEvent.class);
            for (int i = 0; i < 9; i++) {
                emitter.emit(answered(200));
            }
        } finally {
            logger.detachAppender(log);
        }
        assertThat(seen).hasSize(9);
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .contains("ObserversTest$$Lambda", " failed.");
    }

    @Test
    void anErrorOfTheJvmIsNotHidden() {
        try (RunningApplication application = application(EventObserver.of(RequestEvent.class, event -> {
                    throw new StackOverflowError();
                }))
                .run()) {
            final EventEmitter<RequestEvent> emitter =
                    application.get(Observers.class).of(RequestEvent.class);
            assertThatThrownBy(() -> emitter.emit(answered(200))).isInstanceOf(StackOverflowError.class);
        }
    }

    @Test
    void aBlockedEventLoopIsAnEvent() throws Exception {
        final List<EventLoopEvent> events = new CopyOnWriteArrayList<>();
        final CountDownLatch seen = new CountDownLatch(1);
        final RequestContext request = RequestContext.create("r-1");
        try (RunningApplication application = application(EventObserver.of(EventLoopEvent.class, event -> {
                    // On a busy machine, other work of an event loop is reported before.
                    if (event instanceof final EventLoopEvent.Blocked blocked && blocked.request() == request) {
                        events.add(event);
                        seen.countDown();
                    }
                }))
                .withConfiguration("jzenith.blocked-threshold", "20ms")
                .run()) {
            application.get(Vertx.class).getOrCreateContext().runOnContext(none -> request.run(() -> await(seen)));
            assertThat(seen.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(events.get(0)).isInstanceOfSatisfying(EventLoopEvent.Blocked.class, blocked -> {
                assertThat(blocked.thread()).startsWith("vert.x-eventloop-thread-");
                assertThat(blocked.duration().toMillis()).isGreaterThanOrEqualTo(20);
                assertThat(blocked.stack()).hasStackTraceContaining("ObserversTest");
            });
        }
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anObserverOfOneKindOfOperationsCostsTheOthersNothing() {
        final List<Event> jobs = new CopyOnWriteArrayList<>();
        final Operation get = Operation.of(Operation.Role.CALL, "redis", "redis.cache", "GET", null, List.of());
        final Operation run = Operation.of(Operation.Role.STEP, "job", "", "report", null, List.of());
        try (RunningApplication application = application(
                        EventObserver.ofKind("job", WorkEvent.class, jobs::add),
                        EventObserver.ofNothing(),
                        EventObserver.ofNothing())
                .run()) {
            final Observers observers = application.get(Observers.class);
            assertThat(observers.ofWork("redis")).isNull();
            observers.of(WorkEvent.class).emit(new WorkEvent.Begun(get));
            observers.of(WorkEvent.class).emit(new WorkEvent.Begun(run));
            observers.ofWork("job").rejected(run, "one is in progress");
        }
        assertThat(jobs).containsExactly(new WorkEvent.Begun(run), new WorkEvent.Rejected(run, "one is in progress"));
    }
}
