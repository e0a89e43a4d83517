package org.jzenith.postgresql;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jooq.DSLContext;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.observe.Observers;
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.migration.Migrations;
import org.jzenith.postgresql.pgclient.PgDriver;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.connection.DatabaseConnections;
import org.jzenith.sql.driver.SqlDriver;

/** All bindings of one database. */
final class PostgresqlModule extends AbstractModule {

    /** What an application does instead of binding a type that is bound here. */
    static final Map<Class<?>, String> REMEDIES = Map.of(
            SqlClient.class,
            "The settings of postgresql adjust it. PostgresqlPlugin.named(..) brings a further database; its SqlClient has the"
                    + " name as @Named.",
            DSLContext.class,
            "Its SqlClient renders all statements with its own settings. Give a DSLContext for another purpose a name with"
                    + " @Named.",
            SqlDriver.class,
            "The settings of postgresql adjust it.");

    private final String prefix;

    PostgresqlModule(final String prefix) {
        this.prefix = prefix;
    }

    @Override
    protected void configure() {
        bind(SqlClient.class).in(Singleton.class);
        bind(Migrations.class).in(Singleton.class);
        Multibinder.newSetBinder(binder(), HealthCheck.class).addBinding().to(PostgresqlHealth.class);
        bind(PostgresqlHealth.class).in(Singleton.class);
    }

    @Provides
    @Singleton
    DatabaseAddress address(final PostgresqlConfiguration settings, final Configuration configuration) {
        return DatabaseAddress.of(settings, configuration);
    }

    @Provides
    @Singleton
    SqlDriver driver(final Vertx vertx, final DatabaseAddress address, final PostgresqlConfiguration settings) {
        return new PgDriver(prefix, vertx, address, settings);
    }

    @Provides
    @Singleton
    DatabaseConnections connections(
            final Vertx vertx,
            final SqlDriver driver,
            final PostgresqlConfiguration settings,
            final Observers observers) {
        return new DatabaseConnections(vertx, driver, settings, observers);
    }

    /** Not eagerly: an application that builds no queries with jOOQ does not load it. */
    @Provides
    DSLContext dsl(final SqlClient client) {
        return client.dsl();
    }
}
