package org.jzenith.sql.driver;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * A database product, such as MySQL, as {@code DatabasePlugin} brings it into an application. Stateless and safe for use by
 * many threads.
 *
 * @param <C> the settings
 */
public interface DatabaseProduct<C extends SqlConfiguration> {

    /**
     * Returns the name of the product, for messages.
     *
     * @return a value such as {@code MySQL}
     */
    String name();

    /**
     * Returns the name of the plugin without qualifier, which is the prefix of the settings.
     *
     * @return a value such as {@code mysql}
     */
    String prefix();

    /**
     * Returns the settings. The interface overrides {@link SqlConfiguration#port}, {@link SqlConfiguration#database} and {@link
     * SqlConfiguration#username} with the defaults of this product.
     *
     * @return a {@code @ConfigMapping} interface with the {@link #prefix}
     */
    Class<C> configuration();

    /**
     * Returns the format of the URLs in which an operator may write the address.
     *
     * @return the format for reading them
     */
    UrlFormat url();

    /**
     * Creates the driver. It opens no connection yet.
     *
     * @param name the name of the plugin, with its qualifier; {@link SqlDriver#prefix} returns it
     * @param vertx the application's Vert.x
     * @param address the server
     * @param settings numbers and time limits
     * @return a new driver
     */
    SqlDriver driver(String name, Vertx vertx, DatabaseAddress address, C settings);

    /**
     * Creates the JDBC data source with which Flyway runs the migrations.
     *
     * @param address the server
     * @param settings time limits
     * @return a new data source, which opens a connection for each call
     */
    DataSource migrationSource(DatabaseAddress address, C settings);

    /**
     * Returns Flyway's settings for this product.
     *
     * @return names such as {@code flyway.oracle.sqlplus}, with their values
     */
    default Map<String, String> flywaySettings() {
        return Map.of();
    }

    /**
     * Ends the statements of migrations that take too long, on a thread that may block.
     *
     * @param source the data source that the migrations use
     * @return sentences on what they were waiting for, without SQL values; empty if that is not known
     */
    default List<String> endMigrations(final DataSource source) {
        return List.of();
    }

    /**
     * Describes the useless remains of a failed migration in the schema, such as invalid indexes. Called on a thread that may block.
     *
     * @param source the data source that the migrations use
     * @return sentences that also say how to remove it; empty for nothing
     */
    default List<String> leftByMigrations(final DataSource source) {
        return List.of();
    }

    /**
     * Returns true if the server rolls back schema changes of a failed migration.
     *
     * @return false if each such statement commits
     */
    boolean hasTransactionalDdl();
}
