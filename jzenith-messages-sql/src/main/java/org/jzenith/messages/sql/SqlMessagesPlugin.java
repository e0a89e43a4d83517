package org.jzenith.messages.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.messages.sql.internal.outbox.Relay;
import org.jzenith.messages.sql.internal.table.Tables;
import org.jzenith.sql.driver.SqlDriver;

/**
 * Connects messages to the application's database:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(
 *                PostgresqlPlugin.create(),
 *                MessagesPlugin.create().consuming(ORDERS, "mail", MailService.class, MailService::orderPlaced),
 *                SqlMessagesPlugin.create())
 *        .run();
 * }</pre>
 *
 * <p>With PostgreSQL it adds the engine {@code postgresql}, which topics use unless {@code messages.TOPIC.over} names another engine. With
 * PostgreSQL or MariaDB it adds {@link Once} and the {@link Outbox}, which publishes messages to topics of any engine when a transaction
 * commits. It uses the database plugin without a qualifier. Migrations create the tables. If migrations do not run and the tables are missing,
 * startup fails and prints the statements.
 */
@CheckReturnValue
public final class SqlMessagesPlugin implements Plugin, BackgroundWork, BindingRemedies, GracefulShutdown {

    private SqlMessagesPlugin() {}

    /**
     * Creates the plugin.
     *
     * @return a new plugin, which needs {@code MessagesPlugin} and a database plugin
     */
    public static SqlMessagesPlugin create() {
        return new SqlMessagesPlugin();
    }

    @Override
    public String name() {
        return "messages-sql";
    }

    @Override
    public Set<String> requires() {
        return Set.of("messages");
    }

    @Override
    public List<Module> modules() {
        return List.of(new SqlMessagesModule());
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(Outbox.class, "Inject the Outbox of the plugin.");
    }

    /** Starts passing on messages from the outbox. */
    @Override
    public Completable begin(final Injector injector) {
        final Tables tables = Tables.of(injector.getInstance(SqlDriver.class));
        return injector.getInstance(Relay.class)
                .begin()
                .onErrorResumeNext(error -> Completable.error(tables.explained(error)));
    }

    /** Waits until no messages are being passed on, and lets other instances take over. */
    @Override
    public Completable drain(final Injector injector) {
        return injector.getInstance(Relay.class).stop();
    }
}
