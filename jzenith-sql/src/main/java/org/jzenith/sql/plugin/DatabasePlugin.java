package org.jzenith.sql.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.migration.Migrations;
import org.jzenith.sql.statement.DatabaseConnections;

/**
 * Brings a database into an application.
 *
 * <p>At start it waits for the database up to {@code connect-timeout}, runs the migrations, checks the policies for rows and opens the
 * connections, all before the listeners open. Services inject {@link SqlClient}, and jOOQ's {@code DSLContext} for building queries.
 */
@CheckReturnValue
public final class DatabasePlugin implements Plugin, BindingRemedies, ConfigurationChecker {

    private final DatabaseProduct<?> product;
    private final String qualifier;

    private DatabasePlugin(final DatabaseProduct<?> product, final String qualifier) {
        this.product = Objects.requireNonNull(product, "product");
        this.qualifier = Objects.requireNonNull(qualifier, "qualifier");
    }

    /**
     * Creates the plugin for a database; everything else is configuration.
     *
     * @param product the database product
     * @return a new plugin
     */
    public static DatabasePlugin create(final DatabaseProduct<?> product) {
        return new DatabasePlugin(product, "");
    }

    /**
     * Creates a plugin for a further database of the same application. The qualifier follows the prefix of its settings, and services
     * inject its {@link SqlClient} with the qualifier as {@code @Named}.
     *
     * @param product the database product
     * @param qualifier lower-case letters, digits and hyphens
     * @return a new plugin
     */
    public static DatabasePlugin named(final DatabaseProduct<?> product, final String qualifier) {
        return new DatabasePlugin(product, qualifier);
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? product.prefix() : product.prefix() + "." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public List<Module> modules() {
        return List.of(new DatabaseModule<>(product, name()));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        final String adjusted = "The settings of " + product.prefix() + " adjust it.";
        return Map.of(
                SqlClient.class,
                adjusted
                        + " A further plugin made by named(..) brings a further database; its SqlClient has the name as"
                        + " @Named.",
                DSLContext.class,
                "Its SqlClient renders all statements with its own settings. Give a DSLContext for another purpose a name"
                        + " with @Named.",
                SqlDriver.class,
                adjusted);
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(product.configuration());
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> AddressSettings.read(product, configuration));
    }

    /** Reads the names of the migrations; the database is not asked. */
    @Override
    public Completable check(final Injector injector) {
        return injector.getInstance(Migrations.class).check();
    }

    /** Opens the connections and migrates the schema. Meanwhile it loads jOOQ, if the application uses it. */
    @Override
    public Completable prepare(final Injector injector) {
        final long start = System.nanoTime();
        final DatabaseConnections connections = injector.getInstance(DatabaseConnections.class);
        final ConnectProblems problems = new ConnectProblems(
                product,
                injector.getInstance(SqlDriver.class),
                injector.getInstance(DatabaseAddress.class),
                injector.getInstance(Configuration.class));
        final Completable database = connections
                .connectFirst()
                .onErrorResumeNext(error -> Completable.error(problems.of(error)))
                .andThen(injector.getInstance(Migrations.class).run(start))
                .andThen(connections.checkPolicies())
                .andThen(connections.open().onErrorResumeNext(error -> Completable.error(problems.of(error))));
        return usesJooq(injector) ? database.mergeWith(loadJooq(injector)) : database;
    }

    /** The injector of a plugin with a qualifier does not tell what the application injects. */
    private boolean usesJooq(final Injector injector) {
        return !qualifier.isEmpty() || JooqClasses.areUsed(injector);
    }

    private static Completable loadJooq(final Injector injector) {
        final SqlClient client = injector.getInstance(SqlClient.class);
        final Vertx vertx = injector.getInstance(Vertx.class);
        return RxFuture.completable(() -> vertx.executeBlocking(() -> JooqClasses.load(client), false));
    }

    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(DatabaseConnections.class).close();
    }
}
