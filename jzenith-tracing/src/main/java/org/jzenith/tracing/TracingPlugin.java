package org.jzenith.tracing;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.tracing.observer.TracesPlugin;

/**
 * Traces requests and what they cause, with OpenTelemetry:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), TracingPlugin.create())
 * }</pre>
 *
 * <p>The setting {@code tracing.endpoint} names the collector; without it nothing is traced. Inject {@code OpenTelemetry} or {@code
 * Tracer} for spans of your own; {@code Span.current()} is the span of the current work on every thread. Immutable.
 */
@CheckReturnValue
public final class TracingPlugin implements PluginSource {

    private TracingPlugin() {}

    /**
     * Creates a plugin that is configured by settings.
     *
     * @return a plugin for traces
     */
    public static TracingPlugin create() {
        return new TracingPlugin();
    }

    @Override
    public Plugin plugin() {
        return new TracesPlugin();
    }
}
