package org.jzenith.observability;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.CommandLineOption;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.observability.internal.log.LogLevels;
import org.jzenith.observability.internal.log.LogLevelsModule;
import org.jzenith.observability.internal.meter.ApplicationMeters;
import org.jzenith.observability.internal.metrics.AlertRules;
import org.jzenith.observability.internal.metrics.GrafanaDashboard;
import org.jzenith.observability.internal.metrics.MetricsConfiguration;
import org.jzenith.observability.internal.metrics.MetricsModule;
import org.jzenith.observability.internal.metrics.Scrapes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures an application, and serves the metrics at {@code /metrics} for Prometheus:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), RestPlugin.named("admin"), ObservabilityPlugin.create())
 * }</pre>
 *
 * <p>The metrics are on the listener of {@code RestPlugin.named("admin")}, or on the listener set by
 * {@code metrics.listener}. Without either, they are not served. On the same listener, operators can change log levels at
 * {@code /admin/logs}. Inject Micrometer's {@code MeterRegistry} for your own meters. Immutable.
 */
@CheckReturnValue
public final class ObservabilityPlugin implements Plugin {

    private static final Logger LOGGER = LoggerFactory.getLogger(ObservabilityPlugin.class);

    private ObservabilityPlugin() {}

    /**
     * Creates a plugin that is configured by settings.
     *
     * @return a plugin for metrics
     */
    public static ObservabilityPlugin create() {
        return new ObservabilityPlugin();
    }

    @Override
    public String name() {
        return MetricsModule.PLUGIN;
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
                        name(),
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

    private static ListenerSetting listener(final MetricsConfiguration settings) {
        return new ListenerSetting("metrics.listener", settings.listener());
    }

    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final MetricsConfiguration settings = injector.getInstance(MetricsConfiguration.class);
            final List<StartProblem> problems =
                    new ArrayList<>(listener(settings).problems(injector));
            if (settings.otlpEndpoint().isPresent() && !isOtlpAvailable()) {
                problems.add(StartProblem.of("The library that pushes metrics by OTLP is not on the class path.")
                        .from(injector.getInstance(Configuration.class)
                                .origin("metrics.otlp-endpoint")
                                .orElse("metrics.otlp-endpoint"))
                        .remedy("Add the dependency io.micrometer:micrometer-registry-otlp, or remove the setting."));
            }
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    private static boolean isOtlpAvailable() {
        return MissingPlugins.isPresent("io.micrometer.registry.otlp.OtlpMeterRegistry", ObservabilityPlugin.class);
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final MetricsConfiguration settings = injector.getInstance(MetricsConfiguration.class);
            if (settings.enabled()) {
                injector.getInstance(ApplicationMeters.class).prepare(injector);
                final Endpoints endpoints = injector.getInstance(Endpoints.class);
                if (MetricsModule.listener(settings, endpoints).isEmpty()) {
                    listener(settings).logMissing(LOGGER, settings.path(), endpoints);
                }
            }
        });
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
