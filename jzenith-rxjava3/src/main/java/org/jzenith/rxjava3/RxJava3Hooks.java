package org.jzenith.rxjava3;

import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.CountedWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs hooks of RxJava 3: scheduled tasks run in the request context of the thread that scheduled them, and errors without a subscriber
 * are logged (repetitions are counted). The JVM has one hook of each kind, so its applications share them. Existing hooks are kept.
 */
final class RxJava3Hooks {

    private static final Logger LOGGER = LoggerFactory.getLogger(RxJava3Hooks.class);

    private RxJava3Hooks() {}

    static synchronized void install() {
        if (RxJavaPlugins.isLockdown()) {
            LOGGER.warn("The plugins of RxJava 3 are locked, so jZenith cannot carry request contexts across its "
                    + "schedulers.");
            return;
        }
        final Function<? super Runnable, ? extends Runnable> before = RxJavaPlugins.getScheduleHandler();
        if (!(before instanceof PropagateContext)) {
            RxJavaPlugins.setScheduleHandler(new PropagateContext(before));
        }
        if (RxJavaPlugins.getErrorHandler() == null) {
            RxJavaPlugins.setErrorHandler(
                    new CountedWarning(
                            LOGGER,
                            "An error was not delivered, because its subscriber has already disposed or "
                                    + "terminated.")::add);
        }
    }

    private record PropagateContext(@Nullable Function<? super Runnable, ? extends Runnable> before)
            implements Function<Runnable, Runnable> {

        @Override
        public Runnable apply(final Runnable task) throws Throwable {
            return RequestContext.wrap(before == null ? task : before.apply(task));
        }
    }
}
