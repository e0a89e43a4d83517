package org.jzenith.messages.sql;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.mysql.MysqlPlugin;
import org.jzenith.mysql.embedded.MariadbServer;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** A database product with one real server for the whole test run. */
enum TestDatabase {
    POSTGRESQL("postgresql", PostgresqlPlugin::create, () -> Postgresql.SERVER),
    MARIADB("mysql", MysqlPlugin::create, () -> Mariadb.SERVER);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String settings;
    private final Supplier<PluginSource> plugin;
    private final Supplier<DatabaseServer> server;

    TestDatabase(final String settings, final Supplier<PluginSource> plugin, final Supplier<DatabaseServer> server) {
        this.settings = settings;
        this.plugin = plugin;
        this.server = server;
    }

    private static final class Postgresql {

        static final PostgresqlServer SERVER = PostgresqlServer.start();
    }

    private static final class Mariadb {

        static final MariadbServer SERVER = MariadbServer.start();
    }

    /** Creates a database, and returns its name. */
    synchronized String create() {
        final String name = "messages_" + NUMBER.incrementAndGet();
        server.get().createDatabase(name);
        return name;
    }

    /** Returns a recipe of an application on a database. */
    JZenith application(final String database) {
        return with(JZenith.application(), database);
    }

    /** Adds a database to an application. */
    JZenith with(final JZenith application, final String database) {
        JZenith with = application.withPlugins(plugin.get());
        for (final Map.Entry<String, Object> each : address(database).entrySet()) {
            with = with.withConfiguration(each.getKey(), each.getValue());
        }
        return with;
    }

    /** Returns the address of a database, as arguments of an application. */
    List<String> arguments(final String database) {
        return address(database).entrySet().stream()
                .map(each -> "--" + each.getKey() + "=" + each.getValue())
                .toList();
    }

    private Map<String, Object> address(final String database) {
        return Map.of(
                settings + ".host", server.get().host(),
                settings + ".port", server.get().port(),
                settings + ".username", server.get().username(),
                settings + ".password", server.get().password(),
                settings + ".database", database);
    }
}
