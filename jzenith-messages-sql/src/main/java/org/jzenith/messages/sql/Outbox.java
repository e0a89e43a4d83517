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
 * Publishes messages when a transaction commits: either both the change and its message happen, or neither does.
 *
 * <pre>{@code
 * database.withTransaction(tx -> orders.insert(tx, order)
 *         .flatMap(saved -> outbox.publish(tx, ORDERS, saved.placed()).toSingleDefault(saved)));
 * }</pre>
 *
 * <p>A message is first stored as a row in the transaction's database, with every engine. After the commit, an instance of the application
 * passes it on to the topic's engine at least once, usually within milliseconds.
 *
 * <p>The rows are written during the commit, so a database error, for example in a read-only transaction, fails the commit. A message from a
 * nested transaction that is rolled back is not published.
 *
 * <p>Messages with the same key keep the order in which their transactions committed. Therefore a commit waits for other commits that publish
 * with the same key. A transaction with more than 500 messages, or more than 1 MiB of messages, writes them in parts before its commit. Other
 * transactions with the same keys wait until it ends. Two such transactions can deadlock, and one then fails with a {@link
 * org.jzenith.sql.error.SerializationFailureException}. Run them with {@code database.transactions().retry(10)}.
 *
 * <p>Injectable in applications with {@link SqlMessagesPlugin}; safe for use by many threads.
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
     * Publishes a message when the transaction commits. Consumers continue the trace of the current request.
     *
     * @param transaction a transaction of the plugin's database
     * @param topic a topic that {@code MessagesPlugin} knows
     * @param value the message
     * @param <T> the class of the message
     * @return completes immediately; if the transaction already has many messages, after writing some of them. Fails with an {@link
     *     IllegalArgumentException} if the application does not know the topic, and with a {@link
     *     org.jzenith.messages.error.MessageTooLargeException} if the message is larger than the settings allow
     */
    public <T> Completable publish(final SqlTransaction transaction, final Topic<T> topic, final T value) {
        return publish(transaction, topic, value, Map.of());
    }

    /**
     * Publishes a message with headers when the transaction commits.
     *
     * @param transaction a transaction of the plugin's database
     * @param topic a topic that {@code MessagesPlugin} knows
     * @param value the message
     * @param headers the headers by name; names that start with {@code jzenith-} are reserved
     * @param <T> the class of the message
     * @return the same as {@link #publish(SqlTransaction, Topic, Object)}
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
