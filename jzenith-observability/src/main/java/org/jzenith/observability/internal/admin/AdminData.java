package org.jzenith.observability.internal.admin;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.start.BuilderOrigin;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.observability.internal.profile.Profiler;
import org.jzenith.observability.internal.recent.OperatorTables;
import org.jzenith.observability.internal.recent.RecentActivity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the data of the page, on two separate threads: the live data every two seconds while somebody looks, the rest on
 * request. Safe for use by many threads.
 */
public final class AdminData implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(AdminData.class);
    private static final int THREADS = 2;
    private static final int SECONDS_OF_LIVE_DATA = 2;
    private static final int SECONDS_OF_CHECKS = 10;

    private final RecentActivity activity;
    private final Profiler profiler;
    private final Provider<Injector> injector;
    private final String path;
    private final LiveViewers viewers = new LiveViewers();
    private final AtomicInteger seconds = new AtomicInteger();
    private final ScheduledThreadPoolExecutor threads;

    @Inject
    AdminData(
            final RecentActivity activity,
            final Profiler profiler,
            final Provider<Injector> injector,
            final AdminConfiguration settings) {
        this.activity = activity;
        this.profiler = profiler;
        this.injector = injector;
        this.path = settings.path();
        this.threads = new ScheduledThreadPoolExecutor(THREADS, work -> {
            final Thread made = new Thread(work, "jzenith-admin");
            made.setDaemon(true);
            return made;
        });
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Starts to record; called before the listeners open. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the threads
    public void begin() {
        final Injector all = injector.get();
        activity.begin(
                all.getInstance(Gauges.class),
                all.getInstance(Vertx.class),
                all.getInstance(HealthChecks.class),
                all.getInstance(new Key<Set<OperatorTable>>() {}),
                path + "/*");
        threads.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    private void tick() {
        try {
            activity.sample();
            final int now = seconds.getAndIncrement();
            if (!viewers.isEmpty()) {
                if (now % SECONDS_OF_CHECKS == 0) {
                    check();
                }
                if (now % SECONDS_OF_LIVE_DATA == 0) {
                    viewers.send(live().toBuffer());
                }
            }
        } catch (final RuntimeException e) {
            LOGGER.warn("The data of the operators' page cannot be computed.", LogText.escape(e));
        }
    }

    private void check() {
        injector.get().getInstance(Vertx.class).runOnContext(onEventLoop -> activity.check());
    }

    OperatorTables tables() {
        return activity.tables();
    }

    LiveViewers viewers() {
        return viewers;
    }

    Profiler profiler() {
        return profiler;
    }

    /** Runs work that may take long. */
    void execute(final Runnable work) {
        threads.execute(work);
    }

    /** Starts a profile; returns false if one is being recorded. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the threads
    boolean startProfile(final int duration) {
        if (!profiler.tryStart(duration)) {
            return false;
        }
        threads.schedule(profiler::finish, duration, TimeUnit.SECONDS);
        return true;
    }

    /** Returns what changes, and the name of the application. */
    JsonObject live() {
        return activity.json().put("application", application()).put("profile", profiler.json());
    }

    /** Returns the name in traces, or else that of the class that created the application; empty if neither is known. */
    private String application() {
        final Class<?> origin = injector.get().getInstance(BuilderOrigin.class).madeBy();
        return injector.get()
                .getInstance(Configuration.class)
                .value("tracing.service-name")
                .orElse(origin == null ? "" : origin.getSimpleName());
    }

    /** Returns what does not change: the settings, with secrets masked, and the resource methods. */
    JsonObject about() {
        return new JsonObject()
                .put("path", path)
                .put(
                        "configuration",
                        injector.get().getInstance(Configuration.class).explain())
                .put("routes", RouteReport.of(injector.get()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        profiler.close();
    }
}
