package org.jzenith.sql.internal.observe;

import io.reactivex.Flowable;
import io.reactivex.FlowableSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.sql.observe.TransactionEvent;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A transaction that observers see. What they change of the context when it starts holds for its work, and not for its caller.
 *
 * @param <T> the type of its results
 */
final class ObservedTransaction<T> extends Flowable<T> {

    private final Flowable<T> work;
    private final DatabaseEvents database;
    private final @Nullable EventEmitter<TransactionEvent> events;
    private final @Nullable WorkEmitter operations;
    private final LongSupplier ids;

    /** @param ids the source of a new id for each subscription */
    ObservedTransaction(
            final Flowable<T> work,
            final DatabaseEvents database,
            final @Nullable EventEmitter<TransactionEvent> events,
            final @Nullable WorkEmitter operations,
            final LongSupplier ids) {
        this.work = work;
        this.database = database;
        this.events = events;
        this.operations = operations;
        this.ids = ids;
    }

    @Override
    protected void subscribeActual(final Subscriber<? super T> caller) {
        final Run run = new Run(caller);
        ContextSnapshot.runApart(run.outside, () -> {
            run.begin();
            work.subscribe(run);
        });
    }

    /** One subscription. */
    private final class Run implements FlowableSubscriber<T>, Subscription {

        private final Subscriber<? super T> caller;
        private final long id = ids.getAsLong();
        private final @Nullable RequestContext request = RequestContext.current();
        private final Operation operation = Operation.of(
                Operation.Role.SCOPE, "transaction", database.plugin(), "transaction", request, database.attributes());
        private final @Nullable ContextSnapshot outside = ContextSnapshot.capture();
        private final long sinceNanos = System.nanoTime();
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile @Nullable ContextSnapshot inside;
        private volatile @Nullable Subscription upstream;

        Run(final Subscriber<? super T> caller) {
            this.caller = caller;
        }

        void begin() {
            if (events != null) {
                events.emit(new TransactionEvent.Begun(database.plugin(), id, request));
            }
            if (operations != null) {
                operations.begun(operation);
            }
            inside = ContextSnapshot.capture();
        }

        private void end(final TransactionEvent.Status status, final @Nullable Throwable error) {
            if (ended.compareAndSet(false, true)) {
                final Duration duration = Duration.ofNanos(System.nanoTime() - sinceNanos);
                if (events != null) {
                    events.emit(new TransactionEvent.Ended(database.plugin(), id, request, status, error, duration));
                }
                if (operations != null) {
                    operations.ended(operation, outcome(status), duration, error, result(status));
                }
            }
        }

        private static WorkEvent.Status outcome(final TransactionEvent.Status status) {
            return switch (status) {
                case COMMITTED -> WorkEvent.Status.COMPLETED;
                case ROLLED_BACK -> WorkEvent.Status.FAILED;
                case DISPOSED -> WorkEvent.Status.DISPOSED;
            };
        }

        private static List<Attribute> result(final TransactionEvent.Status status) {
            return status == TransactionEvent.Status.COMMITTED
                    ? List.of()
                    : List.of(new Attribute("jzenith.transaction.rolled_back", true));
        }

        @Override
        public void onSubscribe(final Subscription subscription) {
            upstream = subscription;
            ContextSnapshot.runApart(outside, () -> caller.onSubscribe(this));
        }

        @Override
        public void onNext(final T result) {
            ContextSnapshot.runApart(outside, () -> caller.onNext(result));
        }

        @Override
        public void onError(final Throwable error) {
            end(TransactionEvent.Status.ROLLED_BACK, error);
            ContextSnapshot.runApart(outside, () -> caller.onError(error));
        }

        @Override
        public void onComplete() {
            end(TransactionEvent.Status.COMMITTED, null);
            ContextSnapshot.runApart(outside, caller::onComplete);
        }

        @Override
        public void request(final long n) {
            final Subscription subscribed = upstream;
            if (subscribed != null) {
                ContextSnapshot.runApart(inside, () -> subscribed.request(n));
            }
        }

        @Override
        public void cancel() {
            final Subscription subscribed = upstream;
            if (subscribed != null) {
                ContextSnapshot.runApart(inside, subscribed::cancel);
            }
            end(TransactionEvent.Status.DISPOSED, null);
        }
    }
}
