package org.jzenith.http.internal.listener;

import com.google.inject.Inject;
import com.google.inject.Injector;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.ApplicationState;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.http.handler.HttpMount;

/** The listeners of a plugin without Jakarta REST, from its check on. */
final class MountedListeners {

    private volatile @Nullable ListenerGroup listeners;

    @Inject
    MountedListeners() {}

    /** Reads the settings, and reports all mistakes together. */
    void build(final Injector injector, final ListenerSetup setup) {
        final ListenerAssembly assembly =
                new ListenerAssembly(injector, setup, () -> "", List.of(health(injector, setup)));
        listeners = assembly.listeners(new MountsOnly());
    }

    private HttpMount health(final Injector injector, final ListenerSetup setup) {
        final HealthReports reports = new HealthReports(
                injector.getInstance(HealthChecks.class), injector.getInstance(ApplicationState.class));
        final HttpMount mount = HttpMount.at(
                        HealthHandler.PATH,
                        setup.listener().plugin(),
                        new HealthHandler(reports, address -> listeners().showsHealthTo(address)))
                .onListener(setup.listener());
        return injector.getInstance(setup.settings()).health().enabled() ? mount : mount.onNoListener();
    }

    /** Null before they are built. */
    @Nullable
    ListenerGroup listenersIfBuilt() {
        return listeners;
    }

    ListenerGroup listeners() {
        return Objects.requireNonNull(listeners, "The server is not built yet.");
    }
}
