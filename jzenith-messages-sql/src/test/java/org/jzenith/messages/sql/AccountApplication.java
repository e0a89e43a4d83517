package org.jzenith.messages.sql;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;

/** An instance that adds entries to accounts. */
final class AccountApplication {

    static final Topic<Entry> ENTRIES = Topic.of("entries", Entry.class).keyedBy(Entry::account);

    private AccountApplication() {}

    /** Starts an instance whose name is the first argument; the others are settings. */
    public static void main(final String... args) {
        final String[] settings = new String[args.length - 1];
        System.arraycopy(args, 1, settings, 0, settings.length);
        final RunningApplication application = start(args[0], settings);
        System.out.println("Open " + application);
    }

    static RunningApplication start(final String name, final String... settings) {
        return JZenith.application(settings)
                .withPlugins(
                        PostgresqlPlugin.create(),
                        SqlMessagesPlugin.create(),
                        MessagesPlugin.create().consuming(ENTRIES, "accounts", Accounts.class, Accounts::add))
                .withModules(binder -> {
                    binder.bind(Accounts.class);
                    binder.bind(String.class).toInstance(name);
                })
                .run();
    }

    /** The numbers of an account rise by one. */
    record Entry(String account, int number) {}

    /** Writes down each delivery, and adds each entry once. */
    @Singleton
    static final class Accounts {

        private final Database database;
        private final String instance;

        @Inject
        Accounts(final Database database, final String instance) {
            this.database = database;
            this.instance = instance;
        }

        Completable add(final Entry entry) {
            return database.query(
                            "INSERT INTO delivery (account, number, instance) VALUES ($1, $2, $3)",
                            entry.account(),
                            entry.number(),
                            instance)
                    .execute()
                    .andThen(database.withTransactionCompletable(tx -> Once.of(
                                    "accounts", entry.account() + "/" + entry.number())
                            .run(
                                    tx,
                                    () -> tx.query(
                                                    "UPDATE account SET balance = balance + $1 WHERE name = $2",
                                                    entry.number(),
                                                    entry.account())
                                            .execute())));
        }
    }
}
