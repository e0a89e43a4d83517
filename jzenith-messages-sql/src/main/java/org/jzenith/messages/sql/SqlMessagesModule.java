package org.jzenith.messages.sql;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.LeaseUse;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.ServerSessions;
import org.jzenith.messages.engine.MessageEngine;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.log.LogEngine;
import org.jzenith.messages.observe.MessageEvent;
import org.jzenith.messages.sql.internal.log.LogSessions;
import org.jzenith.messages.sql.internal.log.PostgresqlLogStore;
import org.jzenith.messages.sql.internal.outbox.MovePass;
import org.jzenith.messages.sql.internal.outbox.OutboxTable;
import org.jzenith.messages.sql.internal.outbox.Pass;
import org.jzenith.messages.sql.internal.outbox.Relay;
import org.jzenith.messages.sql.internal.outbox.SendPass;
import org.jzenith.messages.sql.internal.table.Tables;
import org.jzenith.sql.Database;
import org.jzenith.sql.driver.PluginMigrations;
import org.jzenith.sql.driver.SqlDriver;

/** All bindings. */
final class SqlMessagesModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(Outbox.class).in(Singleton.class);
        final Provider<Relay> relay = getProvider(Relay.class);
        final Multibinder<Gauge> gauges = Gauge.binder(binder());
        gauges.addBinding()
                .toInstance(
                        Gauge.of("outbox.waiting", "messages", () -> relay.get().waiting()));
        gauges.addBinding()
                .toInstance(Gauge.ofAge("outbox.oldest-age", () -> relay.get().oldestSeconds()));
    }

    @ProvidesIntoSet
    PluginMigrations migrations(final SqlDriver driver) {
        return Tables.of(driver).migrations();
    }

    @ProvidesIntoSet
    LeaseUse leaseUse(final SqlDriver driver) {
        return new LeaseUse(driver.prefix(), "messages");
    }

    @Provides
    @Singleton
    OutboxTable table(final Database database, final SqlDriver driver) {
        return new OutboxTable(database, Tables.of(driver));
    }

    private static LeaseStore leases(final Set<LeaseStore> all, final SqlDriver driver) {
        return all.stream()
                .filter(store -> store.name().equals(driver.prefix()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The database '" + driver.prefix() + "' has no leases."));
    }

    @Provides
    @Singleton
    PostgresqlLogStore store(final Database database, final SqlDriver driver, final Set<LeaseStore> leases) {
        return new PostgresqlLogStore(database, driver, leases(leases, driver));
    }

    @Provides
    @Singleton
    LogEngine logEngine(final Vertx vertx, final PostgresqlLogStore store) {
        return LogEngine.of(store, vertx);
    }

    @ProvidesIntoSet
    @Singleton
    MessageEngine engine(final LogEngine engine) {
        return engine;
    }

    @ProvidesIntoSet
    ServerSessions sessions(final LogEngine engine) {
        return new LogSessions(engine);
    }

    @Provides
    @Singleton
    Relay relay(
            final LogEngine engine,
            final OutboxTable table,
            final Topics topics,
            final Database database,
            final PostgresqlLogStore store,
            final Observers observers) {
        final Pass send = new SendPass(table, topics);
        final Pass move = new MovePass(database, store, observers.of(MessageEvent.class));
        return new Relay(engine.heartbeat(), table, topics, topic -> topics.engine(topic) == engine ? move : send);
    }
}
