package org.jzenith.postgresql;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jzenith.core.PluginSource;
import org.jzenith.sql.plugin.DatabasePlugin;

/**
 * Brings a PostgreSQL database into an application:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(PostgresqlPlugin.create())
 *        .withConfiguration("postgresql.database", "shop")
 *        .run();
 * }</pre>
 *
 * <p>At startup it waits up to {@code postgresql.connect-timeout} for the database, runs the migrations and opens the connections. Only
 * then do the listeners open. Services inject {@link org.jzenith.sql.Database}, and {@link org.jzenith.sql.jooq.Jooq} for queries that jOOQ
 * builds.
 */
@CheckReturnValue
public final class PostgresqlPlugin {

    private PostgresqlPlugin() {}

    /**
     * Creates the plugin; everything else is configuration.
     *
     * @return a new plugin
     */
    public static PluginSource create() {
        return DatabasePlugin.create(new PostgresqlProduct());
    }

    /**
     * Creates a plugin for a further database of the same application. With the qualifier {@code replica} its settings are {@code
     * postgresql.replica.host} and so on, and services inject {@code @Named("replica") Database}.
     *
     * @param qualifier lower-case letters, digits and hyphens
     * @return a new plugin
     */
    public static PluginSource named(final String qualifier) {
        return DatabasePlugin.named(new PostgresqlProduct(), qualifier);
    }
}
