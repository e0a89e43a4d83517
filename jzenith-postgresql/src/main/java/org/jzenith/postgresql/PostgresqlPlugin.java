package org.jzenith.postgresql;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.migration.Migrations;
import org.jzenith.sql.connection.DatabaseConnections;

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
 * <p>At start it waits for the database up to {@code postgresql.connect-timeout}, runs the migrations and opens the
 * connections, all before the listeners open. Services inject {@link org.jzenith.sql.SqlClient}, and jOOQ's {@code DSLContext} for
 * building queries.
 */
@CheckReturnValue
public final class PostgresqlPlugin implements Plugin {

    private final String qualifier;

    private PostgresqlPlugin(final String qualifier) {
        this.qualifier = qualifier;
    }

    /**
     * Makes the plugin; everything else is configuration.
     *
     * @return a new plugin
     */
    public static PostgresqlPlugin create() {
        return new PostgresqlPlugin("");
    }

    /**
     * Makes a plugin for a further database of the same application. With the qualifier {@code replica} its settings are
     * {@code postgresql.replica.host} and so on, and services inject {@code @Named("replica") SqlClient}.
     *
     * @param qualifier lower-case letters, digits and hyphens
     * @return a new plugin
     */
    public static PostgresqlPlugin named(final String qualifier) {
        return new PostgresqlPlugin(Objects.requireNonNull(qualifier, "qualifier"));
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? "postgresql" : "postgresql." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public List<Module> modules() {
        return List.of(new PostgresqlModule(name()));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return PostgresqlModule.REMEDIES;
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(PostgresqlConfiguration.class);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(
                () -> DatabaseAddress.of(configuration.get(PostgresqlConfiguration.class), configuration));
    }

    /** Reads the names of the migrations; the database is not asked. */
    @Override
    public Completable check(final Injector injector) {
        return injector.getInstance(Migrations.class).check();
    }

    @Override
    public Completable prepare(final Injector injector) {
        final DatabaseConnections connections = injector.getInstance(DatabaseConnections.class);
        final ConnectProblems problems = new ConnectProblems(
                injector.getInstance(DatabaseAddress.class),
                injector.getInstance(Configuration.class),
                injector.getInstance(PostgresqlConfiguration.class).connectTimeout());
        return connections
                .connectFirst()
                .onErrorResumeNext(error -> Completable.error(problems.of(error)))
                .andThen(injector.getInstance(Migrations.class).run())
                .andThen(connections.open().onErrorResumeNext(error -> Completable.error(problems.of(error))));
    }

    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(DatabaseConnections.class).close();
    }
}
