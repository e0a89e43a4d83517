package org.jzenith.sql.driver;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.List;
import java.util.regex.Pattern;

/**
 * For plugins: migrations of a plugin's own tables. They run after those of the application, in the same steps, and have their own history
 * and version numbers:
 *
 * <pre>{@code
 * PluginMigrations.binder(binder())
 *         .addBinding()
 *         .toInstance(new PluginMigrations("outbox", "postgresql", List.of("org/acme/outbox/migration")));
 * }</pre>
 *
 * <p>They are skipped if the database's {@code migrations.enabled} is false, or the application does not have the libraries of migrations.
 * So the plugin should look for its tables when it starts and, if they are missing, report the statements that create them. The tables may
 * exist already: write {@code CREATE TABLE IF NOT EXISTS} for tables that users may have created themselves.
 *
 * @param name lower-case letters, digits and underscores, unique in the application; the history is the table {@code outbox_history}
 * @param database the name of the plugin of the database, such as {@code postgresql} or {@code postgresql.archive}; startup fails if the
 *     application does not have it
 * @param locations folders with scripts, which must exist, outside of {@code db/migration}; empty for no migrations, for example because a
 *     setting turns the plugin's tables off
 */
public record PluginMigrations(String name, String database, List<String> locations) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9_]+");

    /** The name that would share the application's history. */
    private static final String OF_APPLICATION = "flyway_schema";

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if the name has other characters, or is {@code flyway_schema}, which would share the application's
     *     history
     */
    public PluginMigrations {
        if (!NAME.matcher(name).matches() || name.equals(OF_APPLICATION)) {
            throw new IllegalArgumentException("The migrations of a plugin cannot have the name '" + name
                    + "'. Use lower-case letters, digits and underscores, but not '" + OF_APPLICATION
                    + "', which would share the application's history.");
        }
        locations = List.copyOf(locations);
    }

    /**
     * Returns the migrations of the plugins, to which a module adds its own.
     *
     * @param binder the binder of the module
     * @return the set of migrations
     */
    public static Multibinder<PluginMigrations> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, PluginMigrations.class);
    }
}
