package org.jzenith.mysql;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.PluginSource;
import org.jzenith.sql.plugin.DatabasePlugin;

/**
 * Brings a MariaDB or MySQL database into an application:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(MysqlPlugin.create())
 *        .withConfiguration("mysql.database", "shop")
 *        .run();
 * }</pre>
 *
 * <p>At startup it waits up to {@code mysql.connect-timeout} for the database, runs the migrations and opens the connections. Only then do
 * the listeners open. Services inject {@link org.jzenith.sql.Database}. Parameters in statements are {@code ?}.
 */
@CheckReturnValue
public final class MysqlPlugin {

    private MysqlPlugin() {}

    /**
     * Creates the plugin; everything else is configuration.
     *
     * @return a new plugin
     */
    public static PluginSource create() {
        return DatabasePlugin.create(new MysqlProduct());
    }

    /**
     * Creates a plugin for a further database of the same application. With the qualifier {@code archive} its settings are {@code
     * mysql.archive.host} and so on, and services inject {@code @Named("archive") Database}.
     *
     * @param qualifier lower-case letters, digits and hyphens
     * @return a new plugin
     */
    public static PluginSource named(final String qualifier) {
        return DatabasePlugin.named(new MysqlProduct(), qualifier);
    }
}
