package org.jzenith.core.work;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextElements;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.OutboundHeaders;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * Runs work that is not a request, such as jobs or messages, on one event loop. Each run has a request context with its own id,
 * deadline, identity and trace; a blocked event loop is reported with the name of the work.
 *
 * <pre>{@code
 * WorkRunner runner = WorkRunner.of(injector, loop, 100);
 * runner.run(Work.of("message", "orders").withHeaders(message.headers()), orders.handle(message))
 * }</pre>
 *
 * <p>A plugin calls {@link #stop} when the stop is announced, and {@link #drain} to wait for runs in progress. Safe for use by
 * many threads.
 */
@CheckReturnValue
public final class WorkRunner {

    private final EventLoopContext loop;
    private final int most;
    private final ContextElements elements;
    private final @Nullable EventEmitter<WorkEvent> events;
    private final Set<OutboundHeaders> outbound;
    private final RunsInProgress inProgress;
    private final AtomicLong runs = new AtomicLong();
    private final String idPart =
            "-" + Integer.toHexString(ThreadLocalRandom.current().nextInt() | Integer.MIN_VALUE) + "-";
    private volatile @Nullable Long stopBegan;

    /** Names the work for reports of blocked event loops. */
    private record Description(String description) implements ThreadLocalAccessor {

        @Override
        public void enter() {}

        @Override
        public void leave() {}
    }

    private WorkRunner(final Injector injector, final EventLoopContext loop, final int most) {
        this.loop = loop;
        this.most = most;
        this.elements = injector.getInstance(ContextElements.class);
        this.events = injector.getInstance(Observers.class).of(WorkEvent.class);
        this.outbound = injector.getInstance(Key.get(new TypeLiteral<Set<OutboundHeaders>>() {}));
        this.inProgress = new RunsInProgress(most);
    }

    /**
     * Creates a runner without runs.
     *
     * @param injector the application's objects
     * @param loop runs start on this event loop; see {@link EventLoopContext#onEach}
     * @param most the maximum number of runs in progress
     * @return a new runner
     */
    public static WorkRunner of(final Injector injector, final EventLoopContext loop, final int most) {
        return new WorkRunner(injector, loop, most);
    }

    /**
     * Runs work at each subscription.
     *
     * @param work describes the work
     * @param what the work, which is subscribed to on the event loop of this runner, in the context of the run; must not block
     * @return ends with the run, in the request context of the subscriber. It ends on the event loop that has subscribed; if the subscriber
     *     was not on an event loop, on that of the run. Disposing it disposes the run. It fails with the work's error, or with a {@link
     *     java.util.concurrent.TimeoutException} after the time limit. If the stop of the application disposes the run, it fails with a
     *     {@link java.util.concurrent.CancellationException}. If the run does not start, it fails with an {@link IllegalStateException}:
     *     too many runs are in progress, the condition is false, or the application is stopping
     */
    public Completable run(final Work work, final Completable what) {
        return Completable.defer(() -> {
            final WorkRun run = new WorkRun(work, context(work), loop, events, inProgress::remove);
            return RxFuture.completable(() -> submit(run, work, what)).doOnDispose(run::dispose);
        });
    }

    private RequestContext context(final Work work) {
        final String id = work.id();
        final RequestContext context = elements.create(
                id == null ? work.name() + idPart + runs.incrementAndGet() : id,
                new Description(work.kind() + " " + work.name()));
        context.setWork(work.toString());
        if (work.identity() != null) {
            context.setIdentity(work.identity());
        }
        return context;
    }

    private Future<Void> submit(final WorkRun run, final Work work, final Completable what) {
        if (inProgress.isStopped()) {
            // At once, because the event loops may have ended.
            return Future.failedFuture(new IllegalStateException(stops(work)));
        }
        loop.runLater(() -> start(run, work, what));
        return run.result();
    }

    private void start(final WorkRun run, final Work work, final Completable what) {
        if (run.isEnded()) {
            return;
        }
        if (inProgress.isFull()) {
            run.skip(
                    most == 1
                            ? "A run of " + work + " is in progress, and only one may run at a time."
                            : most + " runs of " + work + " are in progress, which is the limit.");
        } else if (inProgress.add(run)) {
            run.start(what);
        } else {
            run.refuse(stops(work));
        }
    }

    private static String stops(final Work work) {
        return "The application is stopping, so " + work + " does not run.";
    }

    /**
     * Returns trace headers for a message that the current work or request sends, so that another process can continue the trace.
     *
     * @return a new map; empty if nothing traces the application
     */
    public Map<String, String> outboundHeaders() {
        final Map<String, String> headers = new HashMap<>();
        outbound.forEach(each -> each.addTo(headers::put));
        return headers;
    }

    /** Stops accepting runs. Called when the stop of the application is announced. */
    public void stop() {
        stopBegan = System.nanoTime();
        inProgress.stop();
    }

    /**
     * Returns true if no further run starts.
     *
     * @return true after {@link #stop} and {@link #drain}
     */
    public boolean isStopped() {
        return inProgress.isStopped();
    }

    /**
     * Stops accepting runs, waits for those in progress, and disposes the remaining ones at the time limit. As for requests, the drain time
     * starts at the end of the stop delay. If there was no stop delay, or an interrupt has ended it, the drain time starts now.
     *
     * @param stopDelay {@code jzenith.stop-delay}
     * @param drainTimeout {@code jzenith.drain-timeout}
     * @return completes when no run is in progress
     */
    public Completable drain(final Duration stopDelay, final Duration drainTimeout) {
        return Completable.defer(() -> {
            inProgress.stop();
            final Long began = stopBegan;
            final long drain = NanoTime.of(drainTimeout);
            final long left = began == null ? drain : drain + NanoTime.of(stopDelay) - (System.nanoTime() - began);
            return inProgress
                    .whenIdle()
                    .timeout(
                            Math.max(0, Math.min(left, drain)),
                            TimeUnit.NANOSECONDS,
                            Completable.fromAction(inProgress::dispose));
        });
    }
}
