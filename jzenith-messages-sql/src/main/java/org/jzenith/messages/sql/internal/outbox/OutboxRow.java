package org.jzenith.messages.sql.internal.outbox;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.sql.internal.table.HeaderText;

/** A row that a transaction adds to the outbox. */
record OutboxRow(String topic, NewMessage message) {

    /** The columns of the values. */
    static final String COLUMNS = "(topic, partition_number, message_id, message_key, headers, body, published_at)";

    /** Keys share this number of locks, because servers have a limited number of them for all transactions. */
    private static final int LOCKS = 4_096;

    /** The approximate bytes of a row besides its texts and its body. */
    private static final int OVERHEAD = 200;

    @Nullable
    Object[] values() {
        return new @Nullable Object[] {
            topic,
            message.partition(),
            message.id(),
            message.key(),
            HeaderText.of(message.headers()),
            Buffer.buffer(message.body()),
            message.publishedAt()
        };
    }

    private boolean hasKey() {
        return message.key() != null;
    }

    /** Returns the number of the lock that transactions with the same topic and key share. */
    private int lock() {
        return Math.floorMod((topic + "/" + message.key()).hashCode(), LOCKS);
    }

    /** Returns the locks of rows, in the order in which all transactions take them, so that they do not block each other. */
    static List<Integer> locks(final List<OutboxRow> rows) {
        return rows.stream()
                .filter(OutboxRow::hasKey)
                .map(OutboxRow::lock)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns about the bytes of the row in the statement that inserts it. */
    long bytes() {
        final String key = message.key();
        return OVERHEAD
                + message.body().length
                + (key == null ? 0 : key.length())
                + message.headers().entrySet().stream()
                        .mapToLong(
                                each -> each.getKey().length() + each.getValue().length())
                        .sum();
    }
}
