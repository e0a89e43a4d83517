package org.jzenith.rxjava3;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.http.handler.ListenerName;

/**
 * The plugin for resource methods that return types of other reactive libraries:
 *
 * <pre>{@code
 * JZenith.application()
 *         .withPlugins(RestPlugin.withResources(UserResource.class), RxJava3Plugin.create())
 * }</pre>
 *
 * <p>A {@code Single}, {@code Maybe}, {@code Completable}, {@code Flowable} or {@code Observable} of RxJava 3 behaves like the type of the
 * same name in RxJava 2. A Reactor {@code Mono} behaves like a {@code Maybe}, and every other {@link org.reactivestreams.Publisher} or
 * {@link java.util.concurrent.Flow.Publisher} like a {@code Flowable}. jZenith subscribes in the context of the request. RxJava 3's
 * schedulers carry this context to their threads; other libraries do not.
 *
 * <p>Immutable.
 */
@CheckReturnValue
public final class RxJava3Plugin implements PluginSource {

    private final Set<String> listeners;

    private RxJava3Plugin(final Set<String> listeners) {
        this.listeners = listeners;
    }

    /**
     * Creates the plugin for the resources of the plugin {@code rest}.
     *
     * @return the plugin
     */
    public static RxJava3Plugin create() {
        return new RxJava3Plugin(Set.of(ListenerName.MAIN.plugin()));
    }

    /**
     * Sets the plugins whose resources return these types, instead of {@code rest}.
     *
     * @param plugins the names of the plugins, for example {@code rest} and {@code rest.admin}
     * @return a changed copy
     */
    public RxJava3Plugin onListenersOf(final String... plugins) {
        return new RxJava3Plugin(Set.of(plugins));
    }

    @Override
    public Plugin plugin() {
        return new RxJava3Phases(listeners);
    }
}
