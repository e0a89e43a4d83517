package org.jzenith.sql.plugin;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jooq.DSLContext;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.health.HealthConfiguration;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.sql.SqlClient;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.migration.Migrations;
import org.jzenith.sql.statement.DatabaseConnections;

/** All bindings of one database. */
final class DatabaseModule<C extends SqlConfiguration> extends AbstractModule {

    private final DatabaseProduct<C> product;
    private final String name;

    /** @param name the name of the plugin */
    DatabaseModule(final DatabaseProduct<C> product, final String name) {
        this.product = product;
        this.name = name;
    }

    @Override
    protected void configure() {
        bind(SqlClient.class).in(Singleton.class);
        final Multibinder<Gauge> gauges = Gauge.binder(binder());
        DatabaseConnections.gauges(getProvider(DatabaseConnections.class)::get, product.prefix())
                .forEach(gauge -> gauges.addBinding().toInstance(gauge));
    }

    @Provides
    @Singleton
    DatabaseAddress address(final Configuration configuration) {
        return AddressSettings.read(product, configuration);
    }

    @Provides
    @Singleton
    SqlDriver driver(final Vertx vertx, final DatabaseAddress address, final Configuration configuration) {
        return product.driver(name, vertx, address, configuration.get(product.configuration()));
    }

    @Provides
    @Singleton
    DatabaseConnections connections(
            final Vertx vertx, final SqlDriver driver, final Configuration configuration, final Observers observers) {
        return new DatabaseConnections(vertx, driver, configuration.get(product.configuration()), observers);
    }

    @Provides
    @Singleton
    Migrations migrations(final Vertx vertx, final DatabaseAddress address, final Configuration configuration) {
        return new Migrations(vertx, product, address, configuration);
    }

    @ProvidesIntoSet
    @Singleton
    HealthCheck health(final SqlClient client, final SqlDriver driver, final HealthConfiguration configuration) {
        return new DatabaseHealth(product.prefix(), client, driver, configuration);
    }

    /** Provides jOOQ's context on demand: an application without jOOQ queries does not load it. */
    @Provides
    DSLContext dsl(final SqlClient client) {
        return client.dsl();
    }
}
