package org.jzenith.observability.metrics;

import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.observability.log.LogLevels;
import org.jzenith.observability.log.LogLevelsModule;
import org.jzenith.observability.meter.ApplicationMeters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the application from before its listeners open until they are closed. */
public final class MetricsPlugin implements Plugin {

    private static final Logger LOGGER = LoggerFactory.getLogger(MetricsPlugin.class);

    /** The name of the plugin, which is that of all its parts. */
    static final String NAME = "observability";

    /** Creates it. */
    public MetricsPlugin() {
        // its settings say all
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(MetricsConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(
                new MetricsModule(),
                new LogLevelsModule(
                        NAME,
                        injector -> MetricsModule.listener(
                                injector.getInstance(MetricsConfiguration.class),
                                injector.getInstance(Endpoints.class))));
    }

    @Override
    public List<CommandLineOption> commandLineOptions() {
        return List.of(
                new CommandLineOption(
                        "metrics-rules",
                        "print alerts for Prometheus and exit",
                        injector -> AlertRules.text(
                                injector.getInstance(MetricsConfiguration.class).objective())),
                new CommandLineOption(
                        "metrics-dashboard",
                        "print a dashboard for Grafana and exit",
                        injector -> GrafanaDashboard.text()));
    }

    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final MetricsConfiguration settings = injector.getInstance(MetricsConfiguration.class);
            final Configuration configuration = injector.getInstance(Configuration.class);
            final List<String> listeners = injector.getInstance(Endpoints.class).listeners();
            final String chosen = settings.listener().orElse("");
            final List<StartProblem> problems = new ArrayList<>();
            if (!chosen.isEmpty() && !listeners.contains(chosen)) {
                problems.add(StartProblem.of("No plugin '" + chosen + "' of the application opens a listener.")
                        .from(configuration.origin("metrics.listener").orElse("metrics.listener"))
                        .remedy("Set metrics.listener to one of these plugins, or remove it: "
                                + String.join(", ", listeners) + "."));
            }
            if (settings.otlpEndpoint().isPresent() && !isOtlpAvailable()) {
                problems.add(StartProblem.of("The library that pushes metrics by OTLP is not on the class path.")
                        .from(configuration.origin("metrics.otlp-endpoint").orElse("metrics.otlp-endpoint"))
                        .remedy("Add the dependency io.micrometer:micrometer-registry-otlp, or remove the setting."));
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    private static boolean isOtlpAvailable() {
        try {
            Class.forName("io.micrometer.registry.otlp.OtlpMeterRegistry", false, MetricsPlugin.class.getClassLoader());
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final MetricsConfiguration settings = injector.getInstance(MetricsConfiguration.class);
            if (settings.enabled()) {
                injector.getInstance(ApplicationMeters.class).prepare(injector);
                logMissingListener(settings, injector.getInstance(Endpoints.class));
            }
        });
    }

    private static void logMissingListener(final MetricsConfiguration settings, final Endpoints endpoints) {
        if (MetricsModule.listener(settings, endpoints).isEmpty()) {
            LOGGER.info(
                    "No listener serves {}. Add RestPlugin.named(\"admin\"), or set metrics.listener to one of these"
                            + " plugins: {}.",
                    settings.path(),
                    String.join(", ", endpoints.listeners()));
        }
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(() -> {
            injector.getInstance(LogLevels.class).close();
            if (injector.getInstance(MetricsConfiguration.class).enabled()) {
                injector.getInstance(Scrapes.class).close();
                injector.getInstance(ApplicationMeters.class).close();
            }
        });
    }
}
