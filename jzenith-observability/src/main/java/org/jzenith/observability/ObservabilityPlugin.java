package org.jzenith.observability;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.observability.metrics.MetricsPlugin;

/**
 * Measures an application, and serves the metrics at {@code /metrics} for Prometheus:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), RestPlugin.named("admin"), ObservabilityPlugin.create())
 * }</pre>
 *
 * <p>The metrics are on the listener of {@code RestPlugin.named("admin")}, or on the one that {@code metrics.listener} names;
 * without either they are served nowhere. The same listener changes the levels of loggers at {@code /admin/logs}.
 * Inject Micrometer's {@code MeterRegistry} for meters of your own. Immutable.
 */
@CheckReturnValue
public final class ObservabilityPlugin implements PluginSource {

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
    public Plugin plugin() {
        return new MetricsPlugin();
    }
}
