package org.jzenith.tracing;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import org.jzenith.core.Plugin;
import org.jzenith.tracing.internal.configuration.TracingConfiguration;

/**
 * Traces requests and what they cause, with OpenTelemetry:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), TracingPlugin.create())
 * }</pre>
 *
 * <p>The setting {@code tracing.endpoint} names the collector. Without this setting, tracing is off. Inject {@code OpenTelemetry}
 * or {@code Tracer} for your own spans; {@code Span.current()} is the span of the current work on every thread. Immutable.
 */
@CheckReturnValue
public final class TracingPlugin implements Plugin {

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
        return Completable.fromAction(injector.getInstance(TraceExport.class)::start);
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(injector.getInstance(TraceExport.class)::stop);
    }
}
