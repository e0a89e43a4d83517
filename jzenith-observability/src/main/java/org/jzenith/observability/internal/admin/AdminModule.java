package org.jzenith.observability.internal.admin;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.multibindings.ProvidesIntoSet;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jzenith.core.Endpoints;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.internal.operator.OperatorAccess;
import org.jzenith.observability.internal.profile.Profiler;
import org.jzenith.observability.internal.recent.RecentActivity;

/** Binds the observers, the memory and the handler. */
public final class AdminModule extends AbstractModule {

    /** The name of the plugin, which is that of all its parts. */
    public static final String PLUGIN = "admin";

    /** Creates it. */
    public AdminModule() {
        // its settings say all
    }

    @Override
    protected void configure() {
        bind(RecentActivity.class).toInstance(new RecentActivity());
        bind(AdminData.class).in(Singleton.class);
        bind(Profiler.class).toInstance(new Profiler());
        observe(RequestEvent.Answered.class, RecentActivity::answered);
        observe(RequestEvent.Disposed.class, RecentActivity::disposed);
        observe(WorkEvent.Begun.class, RecentActivity::work);
        observe(WorkEvent.Sent.class, RecentActivity::work);
        observe(WorkEvent.Retried.class, RecentActivity::work);
        observe(WorkEvent.Ended.class, RecentActivity::work);
        observe(WorkEvent.Rejected.class, RecentActivity::work);
        observe(EventLoopEvent.Blocked.class, RecentActivity::blocked);
    }

    private <E extends Event> void observe(final Class<E> events, final BiConsumer<RecentActivity, E> section) {
        final Provider<AdminConfiguration> settings = getProvider(AdminConfiguration.class);
        final Provider<Endpoints> endpoints = getProvider(Endpoints.class);
        final Provider<RecentActivity> activity = getProvider(RecentActivity.class);
        Observers.binder(binder()).addBinding().toProvider(() -> {
            if (listener(settings.get(), endpoints.get()).isEmpty()) {
                return EventObserver.ofNothing();
            }
            final RecentActivity all = activity.get();
            return EventObserver.ofTimed(events, event -> section.accept(all, event));
        });
    }

    @ProvidesIntoSet
    @Singleton
    static HttpMount mount(
            final AdminConfiguration settings, final Endpoints endpoints, final Provider<AdminData> data) {
        final Optional<ListenerName> listener = listener(settings, endpoints);
        final HttpMount mount = HttpMount.at(settings.path(), PLUGIN, new AdminHandler(settings.path(), data))
                .protectedBy(OperatorAccess.forPeople());
        return listener.map(mount::onListener).orElseGet(mount::onNoListener);
    }

    /**
     * Returns the plugin whose listener serves the page; empty if it is turned off. The main listener, which strangers may reach, is never
     * chosen without the setting.
     *
     * @param settings of the page
     * @param endpoints with the names of the listeners
     */
    public static Optional<ListenerName> listener(final AdminConfiguration settings, final Endpoints endpoints) {
        return settings.enabled()
                ? settings.listener()
                        .map(ListenerName::new)
                        .or(() -> Optional.of(ListenerName.ADMIN).filter(ListenerName.all(endpoints)::contains))
                : Optional.empty();
    }
}
