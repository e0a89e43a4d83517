package org.jzenith.tracing.observer;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.tracing.span.Traces;

/** Traces the application from before its listeners open until they are closed. */
@CheckReturnValue
public final class TracesPlugin implements Plugin {

    private static final long SWEEP_MILLIS = 1_000;

    private volatile long timer = -1;

    /** Creates it. */
    public TracesPlugin() {
        // its settings say all
    }

    @Override
    public String name() {
        return "tracing";
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(TracingConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new TracingModule());
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            if (TracingModule.isOn(injector.getInstance(TracingConfiguration.class))) {
                final Traces traces = injector.getInstance(Traces.class);
                traces.start();
                timer = injector.getInstance(Vertx.class).setPeriodic(SWEEP_MILLIS, due -> traces.sweep());
            }
        });
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> {
            if (timer >= 0) {
                injector.getInstance(Vertx.class).cancelTimer(timer);
                injector.getInstance(Traces.class).stop();
            }
        });
    }
}
