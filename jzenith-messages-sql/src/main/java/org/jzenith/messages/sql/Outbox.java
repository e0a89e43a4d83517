package org.jzenith.messages.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import jakarta.inject.Inject;
import java.util.Map;
import org.jzenith.messages.Topic;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.Topics;
import org.jzenith.messages.sql.internal.outbox.OutboxTable;
import org.jzenith.messages.sql.internal.outbox.Relay;
import org.jzenith.sql.SqlTransaction;

/**
 * Publishes messages with the commit of a transaction: the change and its message both happen, or neither.
 *
 * <pre>{@code
 * database.withTransaction(tx -> orders.insert(tx, order)
 *         .flatMap(saved -> outbox.publish(tx, ORDERS, saved.placed()).toSingleDefault(saved)));
 * }</pre>
 *
 * <p>The message is a row in the database of the transaction, whatever engine the topic has. When the transaction has committed, one of the
 * application's instances passes it to the engine, usually within milliseconds, at least once.
 *
 * <p>The rows are written when the transaction commits, so an error of the database, such as of a read-only transaction, is one of the commit.
 * A message of a nested transaction that is rolled back is not published.
 *
 * <p>Messages with the same key keep the order in which their transactions committed. To keep it, the commit of a transaction waits for other
 * commits that publish with the same key. A transaction with more than 500 messages, or 1 MiB of them, writes them in parts before its commit,
 * and others with the same keys wait until it ends. Such transactions can block each other: then one fails with a {@link
 * org.jzenith.sql.error.SerializationFailureException}, so run them with {@code database.transactions().retry(10)}.
 *
 * <p>Injectable where the application has {@link SqlMessagesPlugin}; safe for use by many threads.
 */
@CheckReturnValue
public final class Outbox {

    private final OutboxTable table;
    private final Topics topics;
    private final Relay relay;

    @Inject
    Outbox(final OutboxTable table, final Topics topics, final Relay relay) {
        this.table = table;
        this.topics = topics;
        this.relay = relay;
    }

    /**
     * Publishes a message with the commit of a transaction. Consumers continue the trace of the current request.
     *
     * @param transaction a transaction of the plugin's database
     * @param topic a topic that {@code MessagesPlugin} knows
     * @param value the message
     * @param <T> the class of the message
     * @return completes at once, or when earlier messages of the transaction are written, if they are many. It fails with an {@link
     *     IllegalArgumentException} if the application does not know the topic, and with a {@link
     *     org.jzenith.messages.error.MessageTooLargeException} if the message is larger than the settings allow
     */
    public <T> Completable publish(final SqlTransaction transaction, final Topic<T> topic, final T value) {
        return publish(transaction, topic, value, Map.of());
    }

    /**
     * Publishes a message with headers with the commit of a transaction.
     *
     * @param transaction a transaction of the plugin's database
     * @param topic a topic that {@code MessagesPlugin} knows
     * @param value the message
     * @param headers values by name; names that start with {@code jzenith-} are jZenith's own
     * @param <T> the class of the message
     * @return as {@link #publish(SqlTransaction, Topic, Object)}
     */
    public <T> Completable publish(
            final SqlTransaction transaction, final Topic<T> topic, final T value, final Map<String, String> headers) {
        return Completable.defer(() -> {
            final NewMessage message = topics.message(topic, value, headers);
            transaction.afterCommit(() -> relay.ring(topic.name()));
            return table.insert(transaction, topic.name(), message);
        });
    }
}
