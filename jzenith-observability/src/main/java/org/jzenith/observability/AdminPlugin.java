package org.jzenith.observability;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.observability.admin.OperatorsPagePlugin;

/**
 * Serves a page for operators at {@code /admin}, which shows the last hour of the application:
 *
 * <pre>{@code
 * JZenith.application(args).withPlugins(
 *         RestPlugin.withResources(OrderResource.class), RestPlugin.named("admin"), AdminPlugin.create())
 * }</pre>
 *
 * <p>The page is on the listener of {@code RestPlugin.named("admin")}, or on the one that {@code admin.listener} names; without
 * either it is served nowhere, and nothing is recorded. Where a plugin such as {@code SecurityPlugin} guards the listener, the page
 * is for authenticated clients, otherwise for clients on the same machine. Immutable.
 */
@CheckReturnValue
public final class AdminPlugin implements PluginSource {

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
    public Plugin plugin() {
        return new OperatorsPagePlugin();
    }
}
