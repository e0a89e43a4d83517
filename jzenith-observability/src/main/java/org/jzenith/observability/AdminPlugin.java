package org.jzenith.observability;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import org.jzenith.core.Endpoints;
import org.jzenith.core.Plugin;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.observability.internal.admin.AdminConfiguration;
import org.jzenith.observability.internal.admin.AdminData;
import org.jzenith.observability.internal.admin.AdminModule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a page for operators at {@code /admin}, which shows the last hour of the application:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), RestPlugin.named("admin"), AdminPlugin.create())
 * }</pre>
 *
 * <p>The page is on the listener of {@code RestPlugin.named("admin")}, or on the listener set by {@code admin.listener}. Without
 * either, there is no page, and nothing is recorded. If a plugin such as {@code SecurityPlugin} guards the listener, authenticated
 * clients can open the page; otherwise, only clients on the same machine can. Immutable.
 */
@CheckReturnValue
public final class AdminPlugin implements Plugin {

    private static final Logger LOGGER = LoggerFactory.getLogger(AdminPlugin.class);

    private AdminPlugin() {}

    /**
     * Creates a plugin that is configured by settings.
     *
     * @return a plugin for the page
     */
    public static AdminPlugin create() {
        return new AdminPlugin();
    }

    @Override
    public String name() {
        return AdminModule.PLUGIN;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(AdminConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AdminModule());
    }

    private static ListenerSetting listener(final AdminConfiguration settings) {
        return new ListenerSetting("admin.listener", settings.listener());
    }

    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            final List<StartProblem> problems =
                    listener(injector.getInstance(AdminConfiguration.class)).problems(injector);
            if (!problems.isEmpty()) {
                throw new StartException(problems, false);
            }
        });
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            final AdminConfiguration settings = injector.getInstance(AdminConfiguration.class);
            final Endpoints endpoints = injector.getInstance(Endpoints.class);
            if (AdminModule.listener(settings, endpoints).isPresent()) {
                injector.getInstance(AdminData.class).begin();
            } else if (settings.enabled()) {
                listener(settings).logMissing(LOGGER, settings.path(), endpoints);
            }
        });
    }

    @Override
    public Completable close(final Injector injector) {
        return Completable.fromAction(injector.getInstance(AdminData.class)::close);
    }
}
