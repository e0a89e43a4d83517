package org.jzenith.http.internal.connection;

import io.netty.util.concurrent.Future;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers items to receivers on one event loop, in the order in which they were added. However many receivers an item is
 * for, it waits here once and costs one task of the event loop, or none if another is on its way. Between parts of the work,
 * the event loop serves others. A receiver that fails does not hold the others. Items are added on any thread.
 *
 * @param <I> the type of the items
 */
public final class DeliveryQueue<I> {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeliveryQueue.class);

    /** The time after which the event loop serves others. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The clock is read once for so many receivers. */
    private static final int RECEIVERS_PER_CHECK = 16;

    private final ScheduledExecutorService eventLoop;
    private final Function<I, Batch<I>> batches;
    private final Queue<I> waiting = new ConcurrentLinkedQueue<>();

    /** The number of items that are being added, queued or delivered; incremented before an item can be delivered. */
    private final AtomicLong unfinished = new AtomicLong();

    /** True while {@link #run}, which alone removes items from the queue, is running or scheduled. */
    private final AtomicBoolean scheduled = new AtomicBoolean();

    private final Runnable run = this::run;
    private @Nullable Batch<I> current;

    /** The items of {@link #current}. */
    private int items;

    /** Its receivers that have been served. */
    private int served;

    /**
     * One item, or several for the same receivers, on the way to them. Called on the event loop, but for {@link #discard}.
     *
     * @param <I> the type of the items
     */
    public interface Batch<I> {

        /**
         * Takes the item that follows, before the first receiver is served.
         *
         * @param following for which no batch is made if it is taken
         * @return false if it needs its own batch
         */
        default boolean join(final I following) {
            return false;
        }

        /**
         * The receivers.
         *
         * @return their number, which does not change any more
         */
        int receivers();

        /**
         * Delivers to a receiver.
         *
         * @param receiver its index
         */
        void deliver(int receiver);

        /**
         * Called when a receiver has failed; the failure has not been logged. Delivery continues with the next receivers.
         *
         * @param receiver its index
         * @param error the failure that {@link #deliver} threw
         */
        void fail(int receiver, Throwable error);

        /** Some receivers have been served, and the event loop may serve others now. */
        default void pause() {}

        /** All receivers have been served. */
        void end();

        /**
         * The event loop has terminated. On any thread.
         *
         * @param served the number of receivers that have been served; the others never are
         */
        void discard(int served);
    }

    /**
     * Creates an empty queue.
     *
     * @param eventLoop the event loop of the receivers
     * @param batches makes the batch that begins with an item; called on the event loop, and on another thread when that has
     *     terminated
     */
    public DeliveryQueue(final ScheduledExecutorService eventLoop, final Function<I, Batch<I>> batches) {
        this.eventLoop = eventLoop;
        this.batches = batches;
    }

    /**
     * Returns true if all items have reached their receivers. Items that the calling thread then delivers directly do not overtake the ones
     * that it has added.
     *
     * @return true if nothing is queued or being delivered
     */
    public boolean isIdle() {
        return unfinished.get() == 0;
    }

    /**
     * Adds an item. If the event loop has terminated, the item is discarded.
     *
     * @param item behind those that were added before
     */
    public void add(final I item) {
        unfinished.incrementAndGet();
        waiting.add(item);
        if (begins()) {
            try {
                eventLoop.execute(run);
            } catch (final RejectedExecutionException e) {
                discard();
            }
        }
    }

    private boolean begins() {
        return !scheduled.get() && scheduled.compareAndSet(false, true);
    }

    /** Returns false if nothing is left; then the next item that is added starts again. */
    private boolean hasWork() {
        if (current != null || !waiting.isEmpty()) {
            return true;
        }
        scheduled.set(false);
        return !waiting.isEmpty() && begins(); // an item may have come meanwhile
    }

    private void run() {
        final long begin = System.nanoTime();
        while (hasWork()) {
            deliverSome();
            if (System.nanoTime() - begin >= TURN_NANOS) {
                goOn();
                return;
            }
        }
    }

    private void deliverSome() {
        Batch<I> batch = current;
        if (batch == null) {
            batch = begin();
            current = batch;
        }
        final int receivers = batch.receivers();
        final int last = Math.min(receivers, served + RECEIVERS_PER_CHECK);
        while (served < last) {
            deliver(batch, served++);
        }
        call(batch, Batch::pause);
        if (served == receivers) {
            finish(batch, Batch::end);
        }
    }

    /** Takes the next items, of which there is one at least. */
    private Batch<I> begin() {
        final Batch<I> batch = batches.apply(waiting.remove());
        items = 1;
        served = 0;
        for (I following = waiting.peek(); following != null && batch.join(following); following = waiting.peek()) {
            waiting.remove();
            items++;
        }
        return batch;
    }

    /** Whatever a receiver throws, even an error, must not end the deliveries of its event loop. */
    private static void deliver(final Batch<?> batch, final int receiver) {
        try {
            batch.deliver(receiver);
        } catch (final Throwable e) {
            call(batch, failed -> failed.fail(receiver, e));
        }
    }

    private static <D extends Batch<?>> void call(final D batch, final Consumer<D> step) {
        try {
            step.accept(batch);
        } catch (final Throwable e) {
            LOGGER.warn("Completing a broadcast failed.", LogText.escape(e));
        }
    }

    private void finish(final Batch<I> batch, final Consumer<Batch<I>> step) {
        call(batch, step);
        current = null;
        unfinished.addAndGet(-items);
    }

    /** A timer that is due runs after the event loop has read from its connections; a task might run before. */
    private void goOn() {
        try {
            if (eventLoop.schedule(run, 0, TimeUnit.NANOSECONDS) instanceof final Future<?> next) {
                next.addListener(done -> {
                    if (done.isCancelled()) { // an event loop of Netty cancels its timers when it terminates
                        discard();
                    }
                });
            }
        } catch (final RejectedExecutionException e) {
            discard();
        }
    }

    /** The event loop has terminated, and the connections with it. */
    private void discard() {
        while (hasWork()) {
            final Batch<I> batch = current == null ? begin() : current;
            finish(batch, rest -> rest.discard(served));
        }
    }
}
