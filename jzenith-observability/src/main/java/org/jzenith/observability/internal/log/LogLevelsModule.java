package org.jzenith.observability.internal.log;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.multibindings.ProvidesIntoSet;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.internal.operator.OperatorAccess;

/** Binds what lists and changes levels at {@code /admin/logs}, on a listener of operators only. */
public final class LogLevelsModule extends AbstractModule {

    private static final String PATH = "/admin/logs";

    private final String name;
    private final Function<Injector, Optional<ListenerName>> listener;

    /**
     * Creates it.
     *
     * @param name the name of the plugin
     * @param listener the plugin whose listener serves operators; the main one, which strangers may reach, is not used
     */
    public LogLevelsModule(final String name, final Function<Injector, Optional<ListenerName>> listener) {
        this.name = name;
        this.listener = listener;
    }

    @Override
    protected void configure() {
        bind(LogLevels.class);
    }

    @ProvidesIntoSet
    @Singleton
    HttpMount mount(final Injector injector, final Provider<LogLevels> levels) {
        final HttpMount mount =
                HttpMount.at(PATH, name, new LogLevelsHandler(levels)).protectedBy(OperatorAccess.forPeople());
        return listener.apply(injector)
                .filter(chosen -> !chosen.equals(ListenerName.MAIN))
                .map(mount::onListener)
                .orElseGet(mount::onNoListener);
    }
}
