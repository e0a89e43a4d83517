package org.acme.database;

import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.JZenith;
import org.jzenith.mysql.embedded.MariadbServer;
import org.jzenith.sql.plugin.DatabasePlugin;

/** One server for the whole test run; each database is fresh. */
public final class AcmeServer {

    private static final MariadbServer SERVER = MariadbServer.start();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private AcmeServer() {}

    /** The name of a new, empty database. */
    static String freshDatabase() {
        final String name = "acme_" + NUMBER.incrementAndGet();
        SERVER.createDatabase(name);
        return name;
    }

    /** A recipe of an application on a new database, with few connections and no migrations of its own. */
    public static JZenith application() {
        return on(DatabasePlugin.create(new AcmeProduct()), freshDatabase());
    }

    /** Returns the application with a plugin that may have a qualifier. */
    static JZenith on(final DatabasePlugin plugin, final String database) {
        return JZenith.application()
                .withPlugins(plugin)
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration(plugin.name() + ".host", SERVER.host())
                .withConfiguration(plugin.name() + ".port", SERVER.port())
                .withConfiguration(plugin.name() + ".username", SERVER.username())
                .withConfiguration(plugin.name() + ".password", SERVER.password())
                .withConfiguration(plugin.name() + ".database", database)
                .withConfiguration(plugin.name() + ".pool.size", 3);
    }
}
