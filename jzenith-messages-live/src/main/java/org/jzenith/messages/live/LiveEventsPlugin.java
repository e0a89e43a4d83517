package org.jzenith.messages.live;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Module;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.plugin.BindingRemedies;

/**
 * Adds {@link LiveEvents} to an application that has {@code MessagesPlugin} and {@code RestPlugin}:
 *
 * <pre>{@code
 * JZenith.application(args)
 *         .withPlugins(
 *                 RestPlugin.withResources(OrderResource.class),
 *                 MessagesPlugin.create().publishing(ORDERS),
 *                 LiveEventsPlugin.create())
 *         .run();
 * }</pre>
 */
@CheckReturnValue
public final class LiveEventsPlugin implements Plugin, BindingRemedies {

    private LiveEventsPlugin() {}

    /**
     * Creates the plugin; it has no settings.
     *
     * @return a new plugin
     */
    public static LiveEventsPlugin create() {
        return new LiveEventsPlugin();
    }

    @Override
    public String name() {
        return "live-events";
    }

    @Override
    public Set<String> requires() {
        return Set.of("messages");
    }

    @Override
    public List<Module> modules() {
        return List.of(binder -> binder.bind(LiveEvents.class).in(Singleton.class));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(LiveEvents.class, "Inject the LiveEvents of the plugin.");
    }
}
