package org.jzenith.observability.admin;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.observability.profile.Profiler;
import org.jzenith.observability.recent.RecentActivity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records the application from before its listeners open until they are closed, and serves the page. */
public final class OperatorsPagePlugin implements Plugin {

    private static final Logger LOGGER = LoggerFactory.getLogger(OperatorsPagePlugin.class);

    /** The name of the plugin, which is that of all its parts. */
    static final String NAME = "admin";

    /** Creates it. */
    public OperatorsPagePlugin() {
        // its settings say all
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(AdminConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AdminModule());
    }

    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final List<String> listeners = injector.getInstance(Endpoints.class).listeners();
            final String chosen =
                    injector.getInstance(AdminConfiguration.class).listener().orElse("");
            if (!chosen.isEmpty() && !listeners.contains(chosen)) {
                throw new StartException(
                        List.of(StartProblem.of("No plugin '" + chosen + "' of the application opens a listener.")
                                .from(injector.getInstance(Configuration.class)
                                        .origin("admin.listener")
                                        .orElse("admin.listener"))
                                .remedy("Set admin.listener to one of these plugins, or remove it: "
                                        + String.join(", ", listeners) + ".")),
                        false);
            }
        });
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final AdminConfiguration settings = injector.getInstance(AdminConfiguration.class);
            final Endpoints endpoints = injector.getInstance(Endpoints.class);
            if (AdminModule.listener(settings, endpoints).isPresent()) {
                injector.getInstance(RecentActivity.class)
                        .begin(
                                injector.getInstance(Gauges.class),
                                injector.getInstance(Vertx.class),
                                injector.getInstance(HealthChecks.class),
                                settings.path() + "/*");
                injector.getInstance(AdminData.class).begin();
            } else if (settings.enabled()) {
                LOGGER.info(
                        "No listener serves {}. Add RestPlugin.named(\"admin\"), or set admin.listener to one of these"
                                + " plugins: {}.",
                        settings.path(),
                        String.join(", ", endpoints.listeners()));
            }
        });
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> {
            injector.getInstance(AdminData.class).close();
            injector.getInstance(Profiler.class).close();
        });
    }
}
