package org.jzenith.benchmark.database;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.PostgresqlPlugin;

/** Applications of jZenith that have nothing but a database. */
final class DatabaseClients {

    private DatabaseClients() {}

    /** Starts PostgreSQL, and returns its address as environment variables. */
    static Map<String, String> server(final Cleanup cleanup) {
        return BenchmarkDatabase.start(cleanup).environment();
    }

    /**
     * Starts an application.
     *
     * @param cleanup stops it
     * @param address the settings of the database, as environment variables
     * @param settings further settings
     */
    static RunningApplication start(
            final Cleanup cleanup, final Map<String, String> address, final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>();
        all.put("postgresql.migrations.enabled", false);
        address.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value));
        all.putAll(settings);
        return start(cleanup, PostgresqlPlugin.create(), all);
    }

    /**
     * Starts an application.
     *
     * @param cleanup stops it
     * @param database its only plugin
     * @param settings its settings, with the address of the database
     */
    static RunningApplication start(final Cleanup cleanup, final PluginSource database, final Map<String, ?> settings) {
        JZenith application = JZenith.application().withPlugins(database);
        for (final Map.Entry<String, ?> setting : settings.entrySet()) {
            application = application.withConfiguration(setting.getKey(), setting.getValue());
        }
        final RunningApplication running = application.run();
        cleanup.add(running, running::stop);
        return running;
    }
}
