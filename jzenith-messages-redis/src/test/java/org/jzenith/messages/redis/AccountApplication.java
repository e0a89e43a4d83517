package org.jzenith.messages.redis;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;

/** An instance that writes down entries of accounts. */
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
                        RedisPlugin.create(),
                        RedisMessagesPlugin.create(),
                        MessagesPlugin.create().consuming(ENTRIES, "accounts", Accounts.class, Accounts::add))
                .withModules(binder -> {
                    binder.bind(Accounts.class);
                    binder.bind(String.class).toInstance(name);
                })
                .withConfiguration("messages.entries.over", "redis")
                .run();
    }

    /** The numbers of an account rise by one. */
    record Entry(String account, int number) {}

    /** Writes down each delivery. */
    @Singleton
    static final class Accounts {

        private final RedisClient redis;
        private final String instance;

        @Inject
        Accounts(final RedisClient redis, final String instance) {
            this.redis = redis;
            this.instance = instance;
        }

        Completable add(final Entry entry) {
            return redis.command("RPUSH", entry.account(), entry.number())
                    .ignoreElement()
                    .andThen(redis.increment("handled-" + instance, 1).ignoreElement());
        }
    }
}
