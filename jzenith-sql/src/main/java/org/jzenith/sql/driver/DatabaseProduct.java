package org.jzenith.sql.driver;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.text.SqlLexis;

/**
 * A database product, such as MySQL, that {@code DatabasePlugin} brings into an application. Stateless and safe for use by many threads.
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
     * Returns the servers of the setting {@code hosts}. A product with this setting connects to the first server that has the right role.
     *
     * @param settings the settings
     * @return hosts, with or without a port; empty if they are not set; null, the default, if the product supports one server only
     */
    default @Nullable List<String> hosts(final C settings) {
        return null;
    }

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
     * Returns the libraries that migrations need besides Flyway's core. Applications without migrations start without them.
     *
     * @return the name of a class of each library, and the artifact to add, as {@code groupId:artifactId}
     */
    default Map<String, String> migrationLibraries() {
        return Map.of();
    }

    /**
     * Returns Flyway's settings for this product.
     *
     * @return names such as {@code flyway.oracle.sqlplus}, with their values
     */
    default Map<String, String> flywaySettings() {
        return Map.of();
    }

    /**
     * Ends the statements of migrations that take too long. Called on a thread that may block.
     *
     * @param source the data source that the migrations use
     * @return sentences that say why the statements had to wait, without SQL values; empty if that is not known
     */
    default List<String> endMigrations(final DataSource source) {
        return List.of();
    }

    /**
     * Describes the useless remains of a failed migration in the schema, such as invalid indexes. Called on a thread that may block.
     *
     * @param source the data source that the migrations use
     * @return sentences that name the remains and say how to remove them; empty if there are none
     */
    default List<String> leftByMigrations(final DataSource source) {
        return List.of();
    }

    /**
     * Returns the kinds of migration statements that lock a large table for long. jZenith warns about them.
     *
     * @return a constant; empty if no such statements are known
     */
    default List<LongLock> longLocks() {
        return List.of();
    }

    /**
     * Returns more bindings for the plugin without a qualifier.
     *
     * @return modules, such as one that adds a store of shared state
     */
    default List<Module> modules() {
        return List.of();
    }

    /**
     * Checks the objects that {@link #modules} binds, after the migrations have run and the connections are open.
     *
     * @param injector the application's objects
     * @return completes if they can be used; an error fails startup
     */
    @CheckReturnValue
    default Completable check(final Injector injector) {
        return Completable.complete();
    }

    /**
     * Returns true if the server rolls back schema changes of a failed migration.
     *
     * @return false if each statement that changes the schema commits immediately
     */
    boolean hasTransactionalDdl();

    /**
     * Returns the rules by which the database splits SQL into tokens.
     *
     * @return a constant, the same as the driver's
     */
    SqlLexis lexis();
}
