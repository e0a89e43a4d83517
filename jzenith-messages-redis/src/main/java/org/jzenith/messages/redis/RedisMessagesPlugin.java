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
 * <p>All applications with the same server and database share its topics. A topic has one stream for each partition. All keys start with {@code
 * jzenith:messages:}. The server must not evict keys.
 *
 * <p>With {@code appendfsync always}, a crash of the server's machine loses no acknowledged message. With {@code everysec} it loses up to one
 * second of messages, and without {@code appendonly} all messages since the last snapshot. If a replica takes over, messages that it had not
 * received are lost. A warning at startup names settings of the server with which more than one second of messages can be lost.
 *
 * <p>If topics disappear from the server, the running instance reports them as lost, and changes nothing. The next startup creates them again.
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

    /** Fails if a topic's messages can be larger than {@code redis.max-value-size}. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> MaxSizeCheck.check(injector));
    }

    /** Warns of server settings with which messages can be lost. */
    @Override
    public Completable prepare(final Injector injector) {
        return ServerSettings.warn(injector.getInstance(RedisClient.class));
    }
}
