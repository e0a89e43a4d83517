package org.jzenith.messages.sql;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.error.UniqueViolationException;

/**
 * Runs work in a transaction only once for each key, so that a repeated delivery of a message changes nothing.
 *
 * <pre>{@code
 * Completable orderPlaced(Message<OrderPlaced> message) {
 *     return database.withTransactionCompletable(tx ->
 *             Once.of("stock", message.id()).run(tx, () -> stock.reserve(tx, message.value())));
 * }
 * }</pre>
 *
 * <p>Needs {@link SqlMessagesPlugin}, and a transaction of its database. Keys are remembered for the longest {@code messages.TOPIC.retention}
 * of all topics. Immutable and safe for use by many threads.
 */
@CheckReturnValue
public final class Once {

    private static final int LONGEST = 200;

    private final String consumer;
    private final String key;

    private Once(final String consumer, final String key) {
        this.consumer = consumer;
        this.key = key;
    }

    /**
     * Describes work to run once.
     *
     * @param consumer the kind of work, such as the name of the consumer; 1 to 200 characters
     * @param key the key within this kind, such as the id of the message; 1 to 200 characters
     * @return work that can be run
     * @throws IllegalArgumentException if {@code consumer} or {@code key} is empty or too long
     */
    public static Once of(final String consumer, final String key) {
        return new Once(checked("consumer", consumer), checked("key", key));
    }

    private static String checked(final String name, final String value) {
        if (value.isEmpty() || value.length() > LONGEST) {
            throw new IllegalArgumentException("The " + name + " of Once has " + value.length()
                    + " characters. Use 1 to " + LONGEST + ", such as the id of a message.");
        }
        return value;
    }

    /**
     * Runs the work, unless a committed transaction has already run it. If another transaction is running the same work, this transaction waits
     * until the other one ends.
     *
     * @param transaction the transaction that does the work
     * @param work called if the work has not been done yet
     * @return completes when the work completes, or immediately if it was done before; the key is remembered only if the transaction commits
     */
    public Completable run(final SqlTransaction transaction, final Supplier<Completable> work) {
        Objects.requireNonNull(work, "work");
        return transaction
                .nested(inner -> inner.query(
                                "INSERT INTO jzenith_once (consumer, once_key) VALUES (:consumer, :key)",
                                Map.of("consumer", bytes(consumer), "key", bytes(key)))
                        .rowCount())
                .map(rows -> true)
                .onErrorResumeNext(
                        error -> error instanceof UniqueViolationException ? Single.just(false) : Single.error(error))
                .flatMapCompletable(first -> first ? work.get() : Completable.complete());
    }

    private static Buffer bytes(final String text) {
        return Buffer.buffer(text.getBytes(StandardCharsets.UTF_8));
    }
}
