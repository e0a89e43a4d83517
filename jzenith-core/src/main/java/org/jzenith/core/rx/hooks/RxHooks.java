package org.jzenith.core.rx.hooks;

import io.reactivex.functions.BooleanSupplier;
import io.reactivex.functions.Consumer;
import io.reactivex.functions.Function;
import io.reactivex.plugins.RxJavaPlugins;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.EventLoopThread;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs three hooks of RxJava, of which the JVM has one each: scheduled tasks run in the request context of the thread
 * that scheduled them, errors without a subscriber are logged, and a blocking call on an event loop of an application
 * fails if RxJava checks it. RxJava checks it only after {@link RxJavaPlugins#setFailOnNonBlockingScheduler}, which
 * jZenith does not call, because it also changes RxJava's own threads for the whole JVM.
 *
 * <p>All are stateless, shared by all applications of the JVM, keep a hook that is there already, and do nothing for
 * tasks outside a request. Assembly and subscription hooks are never touched.
 */
public final class RxHooks {

    private static final Logger LOGGER = LoggerFactory.getLogger(RxHooks.class);

    private RxHooks() {}

    /** Puts the hooks in place unless they are there already. Safe for use by many threads. */
    public static synchronized void install() {
        if (RxJavaPlugins.isLockdown()) {
            LOGGER.warn("RxJava's plugins are locked, so request contexts do not follow RxJava's schedulers.");
            return;
        }
        final @Nullable Function<? super Runnable, ? extends Runnable> schedule = RxJavaPlugins.getScheduleHandler();
        if (!(schedule instanceof PropagateContext)) {
            RxJavaPlugins.setScheduleHandler(new PropagateContext(schedule));
        }
        final @Nullable BooleanSupplier blocking = RxJavaPlugins.getOnBeforeBlocking();
        if (!(blocking instanceof RejectOnEventLoop)) {
            RxJavaPlugins.setOnBeforeBlocking(new RejectOnEventLoop(blocking));
        }
        if (RxJavaPlugins.getErrorHandler() == null) {
            RxJavaPlugins.setErrorHandler(new LogUndeliverable());
        }
    }

    private static final class PropagateContext implements Function<Runnable, Runnable> {

        private final @Nullable Function<? super Runnable, ? extends Runnable> before;

        PropagateContext(final @Nullable Function<? super Runnable, ? extends Runnable> before) {
            this.before = before;
        }

        @Override
        public Runnable apply(final Runnable task) throws Exception {
            return RequestContext.wrap(before == null ? task : before.apply(task));
        }
    }

    private static final class RejectOnEventLoop implements BooleanSupplier {

        private final @Nullable BooleanSupplier before;

        RejectOnEventLoop(final @Nullable BooleanSupplier before) {
            this.before = before;
        }

        @Override
        public boolean getAsBoolean() throws Exception {
            if (EventLoopThread.isCurrent()) {
                throw new IllegalStateException("A blocking call of RxJava on the event loop "
                        + Thread.currentThread().getName()
                        + " would block everything else on it. Return the Single (Maybe, Flowable ..) instead of"
                        + " waiting for it, or annotate the method with @Blocking.");
            }
            return before != null && before.getAsBoolean();
        }
    }

    private static final class LogUndeliverable implements Consumer<Throwable> {

        @Override
        public void accept(final Throwable error) {
            LOGGER.warn(
                    "An error has no subscriber, because its subscriber has disposed or terminated.",
                    LogText.escape(error));
        }
    }
}
