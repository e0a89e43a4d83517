package org.jzenith.sql.plugin;

import com.google.common.base.Suppliers;
import com.google.inject.AbstractModule;
import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.json.Json;
import org.jzenith.sql.Database;
import org.jzenith.sql.converter.SqlConverter;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.PluginMigrations;
import org.jzenith.sql.driver.SqlConfiguration;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.migration.Migrations;
import org.jzenith.sql.internal.statement.DatabaseConnections;
import org.jzenith.sql.internal.value.Conversions;

/** All bindings of one database. */
final class DatabaseModule<C extends SqlConfiguration> extends AbstractModule {

    /** The application declares this set, so that databases with a qualifier have it, too. */
    private static final Key<Set<SqlConverter<?, ?>>> CONVERTERS = new Key<>() {};

    private static final Key<Set<PluginMigrations>> PLUGIN_MIGRATIONS = new Key<>() {};

    private final DatabaseProduct<C> product;
    private final String name;

    /** @param name the name of the plugin */
    DatabaseModule(final DatabaseProduct<C> product, final String name) {
        this.product = product;
        this.name = name;
    }

    @Override
    protected void configure() {
        bind(Database.class).in(Singleton.class);
        final Provider<DatabaseConnections> connections = getProvider(DatabaseConnections.class);
        GaugeSource.binder(binder())
                .addBinding()
                .toInstance(() -> DatabaseConnections.gauges(connections::get, product.prefix()));
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
            final Vertx vertx,
            final SqlDriver driver,
            final Configuration configuration,
            final Observers observers,
            final Injector injector) {
        return new DatabaseConnections(
                vertx,
                driver,
                new Conversions(contributed(injector, CONVERTERS), Suppliers.memoize(() -> Json.mapper(injector))),
                configuration.get(product.configuration()),
                observers);
    }

    @Provides
    @Singleton
    Migrations migrations(
            final Vertx vertx,
            final DatabaseAddress address,
            final Configuration configuration,
            final Injector injector) {
        return new Migrations(
                vertx,
                product,
                address,
                configuration,
                name,
                List.copyOf(contributed(injector, PLUGIN_MIGRATIONS)),
                database -> injector.getInstance(Gauges.class).all().stream()
                        .anyMatch(gauge -> gauge.name().startsWith(database + ".pool.")));
    }

    private static <T> Set<T> contributed(final Injector injector, final Key<Set<T>> set) {
        final Binding<Set<T>> binding = injector.getExistingBinding(set);
        return binding == null ? Set.of() : binding.getProvider().get();
    }

    @ProvidesIntoSet
    ServerSessions sessions(final DatabaseConnections connections) {
        return connections;
    }

    @ProvidesIntoSet
    @Singleton
    HealthCheck health(
            final Database database,
            final DatabaseConnections connections,
            final SqlDriver driver,
            final HealthConfiguration configuration) {
        return new DatabaseHealth(product.prefix(), database, connections, driver, configuration);
    }
}
