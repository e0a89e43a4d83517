package org.jzenith.messages.sql;

import com.google.inject.AbstractModule;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.jzenith.core.RunningApplication;
import org.jzenith.messages.Message;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.redis.RedisMessagesPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.sql.Database;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Two instances of an application on one PostgreSQL database, each with a way of its own to Redis, which has their topic. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class CutOffRelayTest {

    private static final Topic<String> NAMES = Topic.of("names", String.class);

    /** The consumer. */
    static final class Names {

        private final Queue<String> received;

        Names(final Queue<String> received) {
            this.received = received;
        }

        Completable add(final Message<String> message) {
            return Completable.fromAction(() -> received.add(message.value()));
        }
    }

    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    private final String database = TestDatabase.POSTGRESQL.create();

    private RunningApplication run(final RedisServer server, final UnreliableProxy way) {
        return TestDatabase.POSTGRESQL
                .application(database)
                .withPlugins(
                        RedisPlugin.create(),
                        RedisMessagesPlugin.create(),
                        MessagesPlugin.create().consumingMessages(NAMES, "test", Names.class, Names::add),
                        SqlMessagesPlugin.create())
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(Names.class).toInstance(new Names(received));
                    }
                })
                .withConfiguration("messages.names.over", "redis")
                .withConfiguration("redis.port", way.port())
                .withConfiguration("redis.password", server.password())
                .run();
    }

    private void publishAndAwait(final RunningApplication application, final String name) {
        application
                .get(Database.class)
                .withTransactionCompletable(tx -> application.get(Outbox.class).publish(tx, NAMES, name))
                .blockingAwait();
        Flowable.interval(0, 10, TimeUnit.MILLISECONDS)
                .onBackpressureDrop()
                .filter(tick -> received.contains(name))
                .firstOrError()
                .ignoreElement()
                .blockingAwait();
    }

    /** One of the two has the relay: so each of them is cut off once, and the other one publishes. */
    @Test
    @Timeout(120)
    void theRelayMovesToAnInstanceThatReachesTheEngine() {
        try (RedisServer server = RedisServer.start();
                UnreliableProxy toFirst = new UnreliableProxy(server.port());
                UnreliableProxy toSecond = new UnreliableProxy(server.port());
                RunningApplication first = run(server, toFirst);
                RunningApplication second = run(server, toSecond)) {
            publishAndAwait(first, "before");
            toFirst.freeze();
            publishAndAwait(second, "while the first one is cut off");
            toFirst.thaw();
            toSecond.freeze();
            publishAndAwait(first, "while the second one is cut off");
            toSecond.thaw();
        }
    }
}
