package org.jzenith.docs;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jzenith.core.Plugin;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.http.handler.HttpMount;

/** Serves metrics at {@code /metrics}, on the listener of {@code RestPlugin}. */
final class MetricsPlugin implements Plugin {

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                bind(Metrics.class).in(Singleton.class);
                Observers.binder(binder()).addBinding().to(Metrics.class);
                final Provider<Metrics> metrics = getProvider(Metrics.class);
                HttpMount.binder(binder())
                        .addBinding()
                        .toInstance(HttpMount.at(
                                "/metrics",
                                name(),
                                exchange -> () -> exchange.response()
                                        .send(
                                                "text/plain",
                                                Buffer.buffer(metrics.get().text()))));
            }
        });
    }
}

// region metrics
/** The gauges, and the number and time of the responses. */
final class Metrics implements EventObserver<RequestEvent> {

    private final Gauges gauges;
    private final LongAdder responses = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    @Inject
    Metrics(final Gauges gauges) {
        this.gauges = gauges;
    }

    @Override
    public Class<RequestEvent> events() {
        return RequestEvent.class;
    }

    @Override
    public void observe(final RequestEvent event) {
        // At the first event of a request this is the time now, and later still the same.
        final long begun = event.request().scoped(this, System::nanoTime);
        if (event instanceof RequestEvent.Answered) {
            responses.increment();
            nanos.add(System.nanoTime() - begun);
        }
    }

    String text() {
        return gauges.all().stream()
                        .map(each -> each.name() + " " + each.used() + " of " + each.limit() + " " + each.unit() + "\n")
                        .collect(Collectors.joining())
                + responses.sum() + " responses in " + TimeUnit.NANOSECONDS.toMicros(nanos.sum()) + " µs\n";
    }
}
// endregion
