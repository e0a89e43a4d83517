package org.jzenith.benchmark.messages;

import java.time.Duration;
import java.util.Arrays;
import org.jzenith.core.JZenith;
import org.jzenith.jobs.Jobs;
import org.jzenith.kafka.plugin.KafkaPlugin;
import org.jzenith.messages.Topic;
import org.jzenith.messages.kafka.KafkaMessagesPlugin;
import org.jzenith.messages.live.LiveEventsPlugin;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.redis.RedisMessagesPlugin;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.rest.RestPlugin;

/** The application that meets faults. It has Redis or Kafka if the command line has its address. */
public final class OrderApplication {

    static final Topic<OrderPlaced> ORDERS =
            Topic.of("orders", OrderPlaced.class).keyedBy(OrderPlaced::customer);

    /** Has no consumer: it shows whether the engine can be reached. */
    static final Topic<String> NOTES = Topic.of("notes", String.class);

    /** Has no consumer, so that only its outbox costs something. The application publishes it if the command line names its engine. */
    static final Topic<OrderPlaced> COPIES =
            Topic.of("copies", OrderPlaced.class).keyedBy(OrderPlaced::customer);

    private static final int SEND_BUFFER = 16_384;

    private OrderApplication() {}

    /**
     * The program.
     *
     * @param args settings
     */
    public static void main(final String... args) {
        application(Duration.ofSeconds(1), args).run();
    }

    /** Returns the application before its start, whose job runs at an interval. */
    static JZenith application(final Duration interval, final String... args) {
        final MessagesPlugin messages = MessagesPlugin.create()
                .publishing(NOTES)
                .consuming(ORDERS, "ledger", Ledger.class, Ledger::add)
                .withDeadLetters(1_000);
        final JZenith application = JZenith.application(args)
                .withPlugins(
                        // A client that does not read makes the server wait after a few kilobytes.
                        RestPlugin.withResources(OrderResource.class)
                                .withServerOptions(options -> options.setSendBufferSize(SEND_BUFFER)),
                        PostgresqlPlugin.create(),
                        SqlMessagesPlugin.create(),
                        has("--messages.copies.over=", args) ? messages.publishing(COPIES) : messages,
                        LiveEventsPlugin.create(),
                        Jobs.of(Jobs.every(interval, "turns", Turns.class, Turns::write)
                                .onOneInstance()))
                .withSettings(OrderSettings.class)
                .withModules(binder -> {
                    binder.bind(Ledger.class);
                    binder.bind(Turns.class);
                })
                .withConfiguration("rest.access-log.format", "off")
                .withConfiguration("rest.sse.heartbeat", "2s")
                .withConfiguration("jzenith.stop-delay", "3s")
                // The server rolls back what a frozen instance has begun after ten times as long as both.
                .withConfiguration("postgresql.stream-timeout", "500ms")
                .withConfiguration("postgresql.transaction-idle-timeout", "500ms")
                .withConfiguration("postgresql.username", DurablePostgresql.NAME)
                .withConfiguration("postgresql.database", DurablePostgresql.NAME)
                .withConfiguration("postgresql.password", DurablePostgresql.PASSWORD)
                .withConfiguration("postgresql.migrations.locations", "orders/migration");
        if (has("--redis.port=", args)) {
            return application.withPlugins(RedisPlugin.create(), RedisMessagesPlugin.create());
        }
        if (has("--kafka.bootstrap-servers=", args)) {
            return application
                    .withPlugins(KafkaPlugin.create(), KafkaMessagesPlugin.create())
                    .withConfiguration("kafka.connect-timeout", "30s")
                    // An instance without a broker leaves its work to others after as long.
                    .withConfiguration("kafka.request-timeout", "3s");
        }
        return application;
    }

    private static boolean has(final String setting, final String... args) {
        return Arrays.stream(args).anyMatch(arg -> arg.startsWith(setting));
    }
}
