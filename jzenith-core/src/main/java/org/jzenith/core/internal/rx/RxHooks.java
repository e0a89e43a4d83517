package org.jzenith.core.internal.rx;

import io.reactivex.functions.BiFunction;
import io.reactivex.functions.Consumer;
import io.reactivex.functions.Function;
import io.reactivex.plugins.RxJavaPlugins;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.EventLoopThread;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.CountedWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs RxJava's hooks, one set for the JVM: scheduled tasks run in the request context of the thread that scheduled
 * them, errors without a subscriber are logged (repetitions are counted), and a blocking call on an event loop of an application
 * fails before it blocks.
 *
 * <p>RxJava's own check of blocking calls is not used, because the switch that it needs, {@link
 * RxJavaPlugins#setFailOnNonBlockingScheduler}, also changes what RxJava's own threads may do, for the whole JVM. A
 * blocking call subscribes with its own observer, so the hooks for subscriptions see it.
 *
 * <p>All are shared by all applications of the JVM, keep a hook that is there already, and change nothing
 * for tasks outside a request and for other threads. Assembly hooks are never touched.
 */
public final class RxHooks {

    private static final Logger LOGGER = LoggerFactory.getLogger(RxHooks.class);

    private RxHooks() {}

    /** Puts the hooks in place unless they are there already. Safe for use by many threads. */
    public static synchronized void install() {
        if (RxJavaPlugins.isLockdown()) {
            LOGGER.warn("RxJava's plugins are locked. Request contexts do not follow RxJava's schedulers, and blocking"
                    + " calls on an event loop do not fail at once.");
            return;
        }
        final @Nullable Function<? super Runnable, ? extends Runnable> schedule = RxJavaPlugins.getScheduleHandler();
        if (!(schedule instanceof PropagateContext)) {
            RxJavaPlugins.setScheduleHandler(new PropagateContext(schedule));
        }
        rejectBlockingCalls();
        if (RxJavaPlugins.getErrorHandler() == null) {
            RxJavaPlugins.setErrorHandler(new LogUndeliverable());
        }
    }

    private static void rejectBlockingCalls() {
        RxJavaPlugins.setOnSingleSubscribe(RejectBlocking.after(RxJavaPlugins.getOnSingleSubscribe()));
        RxJavaPlugins.setOnMaybeSubscribe(RejectBlocking.after(RxJavaPlugins.getOnMaybeSubscribe()));
        RxJavaPlugins.setOnCompletableSubscribe(RejectBlocking.after(RxJavaPlugins.getOnCompletableSubscribe()));
        RxJavaPlugins.setOnFlowableSubscribe(RejectBlocking.after(RxJavaPlugins.getOnFlowableSubscribe()));
        RxJavaPlugins.setOnObservableSubscribe(RejectBlocking.after(RxJavaPlugins.getOnObservableSubscribe()));
    }

    private record PropagateContext(@Nullable Function<? super Runnable, ? extends Runnable> before)
            implements Function<Runnable, Runnable> {

        @Override
        public Runnable apply(final Runnable task) throws Exception {
            return RequestContext.wrap(before == null ? task : before.apply(task));
        }
    }

    /**
     * Sees each subscription: on an event loop of an application, one that a blocking call makes fails.
     *
     * @param <T> the type that is subscribed to
     * @param <O> its type of observers
     */
    private static final class RejectBlocking<T, O> implements BiFunction<T, O, O> {

        private static final ClassValue<Boolean> BLOCKING = new ClassValue<>() {
            @Override
            protected Boolean computeValue(final Class<?> observer) {
                final String name = observer.getName();
                return name.startsWith("io.reactivex.internal.") && name.contains(".Blocking");
            }
        };

        private final @Nullable BiFunction<? super T, ? super O, ? extends O> before;

        private RejectBlocking(final @Nullable BiFunction<? super T, ? super O, ? extends O> before) {
            this.before = before;
        }

        @SuppressWarnings("unchecked") // RxJava's types of hooks differ in their wildcards alone
        static <T, O> BiFunction<T, O, O> after(final @Nullable BiFunction<? super T, ? super O, ? extends O> before) {
            return before instanceof RejectBlocking ? (BiFunction<T, O, O>) before : new RejectBlocking<T, O>(before);
        }

        @Override
        public O apply(final T source, final O observer) throws Exception {
            if (BLOCKING.get(observer.getClass()) && EventLoopThread.isCurrent()) {
                throw new IllegalStateException("A blocking call of RxJava on the event loop "
                        + Thread.currentThread().getName()
                        + " would block everything else on that event loop. Return the Single (Maybe, Flowable ..)"
                        + " instead, or annotate the method with @io.smallrye.common.annotation.Blocking.");
            }
            return before == null ? observer : before.apply(source, observer);
        }
    }

    private static final class LogUndeliverable implements Consumer<Throwable> {

        private final CountedWarning errors = new CountedWarning(
                LOGGER, "An error was not delivered, because its subscriber has already disposed or terminated.");

        @Override
        public void accept(final Throwable error) {
            errors.add(error);
        }
    }
}
