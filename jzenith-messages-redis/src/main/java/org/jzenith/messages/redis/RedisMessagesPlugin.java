package org.jzenith.messages.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.redis.RedisClient;

/**
 * Keeps the messages of topics in Redis. {@code messages.TOPIC.over=redis} chooses it:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(
 *                MessagesPlugin.create().consuming(ORDERS, "mail", MailService.class, MailService::orderPlaced),
 *                RedisPlugin.create(),
 *                RedisMessagesPlugin.create())
 *        .withConfiguration("messages.orders.over", "redis")
 *        .run();
 * }</pre>
 *
 * <p>All applications with the same server and database share its topics. A topic is a stream for each partition, under keys that begin with
 * {@code jzenith:messages:}. The server must not evict keys.
 *
 * <p>With {@code appendfsync always}, a crash of the server's machine loses nothing that was acknowledged; with {@code everysec}, up to the last
 * second; without {@code appendonly}, all since the last snapshot. If a replica takes over, what had not reached it is lost. A warning at startup
 * names settings of the server that lose more than the last second.
 *
 * <p>An instance that finds the server without its topics reports them as lost, and changes nothing. The next startup creates them again.
 */
@CheckReturnValue
public final class RedisMessagesPlugin implements Plugin {

    private RedisMessagesPlugin() {}

    /**
     * Creates the plugin; it needs {@code MessagesPlugin} and {@code RedisPlugin}.
     *
     * @return a new plugin
     */
    public static RedisMessagesPlugin create() {
        return new RedisMessagesPlugin();
    }

    @Override
    public String name() {
        return "messages-redis";
    }

    @Override
    public Set<String> requires() {
        return Set.of("messages", "redis");
    }

    @Override
    public List<Module> modules() {
        return List.of(new RedisMessagesModule());
    }

    /** Refuses topics whose messages can be larger than a value of Redis. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> MaxSizeCheck.check(injector));
    }

    /** Warns of settings of the server with which it loses messages. */
    @Override
    public Completable prepare(final Injector injector) {
        return ServerSettings.warn(injector.getInstance(RedisClient.class));
    }
}
