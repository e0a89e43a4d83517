package org.jzenith.sql.internal.notification;

import io.reactivex.internal.subscriptions.SubscriptionHelper;
import io.reactivex.internal.util.BackpressureHelper;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.notification.SqlNotification;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The notifications that wait for one subscriber, which gets them on its event loop, in the context of its request, as it requests
 * them. When too many wait, the oldest is dropped, and the next element says so. Guarded by its own monitor; the subscriber is called
 * outside of it.
 */
final class NotificationQueue implements Subscription {

    /** All that one transaction sends may arrive at once. */
    private static final int LIMIT = 4_096;

    private final String channel;
    private final Subscriber<? super SqlNotification> subscriber;
    private final EventLoopContext context;
    private final Consumer<NotificationQueue> onCancel;
    private final @Nullable ContextSnapshot snapshot = ContextSnapshot.capture();
    private final ArrayDeque<SqlNotification> waiting = new ArrayDeque<>();
    private long requested;
    private boolean missed;
    private boolean drainScheduled;
    private boolean ended;
    private boolean cancelled;

    NotificationQueue(
            final String channel,
            final Subscriber<? super SqlNotification> subscriber,
            final EventLoopContext context,
            final Consumer<NotificationQueue> onCancel) {
        this.channel = channel;
        this.subscriber = subscriber;
        this.context = context;
        this.onCancel = onCancel;
    }

    String channel() {
        return channel;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    synchronized void add(final SqlNotification notification) {
        if (waiting.size() == LIMIT) {
            waiting.removeFirst();
            missed = true;
        }
        waiting.add(notification);
        scheduleDrain();
    }

    /** Completes the stream after what waits. */
    synchronized void end() {
        ended = true;
        scheduleDrain();
    }

    @Override
    public void request(final long count) {
        if (SubscriptionHelper.validate(count)) {
            synchronized (this) {
                requested = BackpressureHelper.addCap(requested, count);
                scheduleDrain();
            }
        }
    }

    @Override
    public void cancel() {
        synchronized (this) {
            cancelled = true;
            waiting.clear();
        }
        onCancel.accept(this);
    }

    private void scheduleDrain() {
        if (!drainScheduled) {
            drainScheduled = true;
            context.runUnlessTerminated(() -> ContextSnapshot.runIn(snapshot, this::drain));
        }
    }

    private void drain() {
        for (SqlNotification next = next(); next != null; next = next()) {
            subscriber.onNext(next);
        }
        if (isComplete()) {
            subscriber.onComplete();
        }
    }

    /** The next element to deliver now; null for none. */
    private synchronized @Nullable SqlNotification next() {
        drainScheduled = false;
        if (cancelled || requested == 0 || (waiting.isEmpty() && !missed)) {
            return null;
        }
        requested = requested == Long.MAX_VALUE ? requested : requested - 1;
        if (missed) {
            missed = false;
            return new SqlNotification.Missed(channel);
        }
        return waiting.removeFirst();
    }

    private synchronized boolean isComplete() {
        final boolean complete = ended && !cancelled && waiting.isEmpty() && !missed;
        cancelled |= complete;
        return complete;
    }
}
