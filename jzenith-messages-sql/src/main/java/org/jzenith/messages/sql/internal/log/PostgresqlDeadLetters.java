package org.jzenith.messages.sql.internal.log;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jzenith.messages.DeadLetter;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.sql.internal.table.HeaderText;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;

/** The dead letters of the topics in a PostgreSQL database, in the table {@code jzenith_dead_letter}. */
record PostgresqlDeadLetters(Database database) implements DeadLetterStore {

    private static final String ADD = "INSERT INTO jzenith_dead_letter"
            + " (topic, id, consumer, message_id, key, headers, body, error, attempts, died_at)"
            + " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (topic, id) DO NOTHING";

    private static final String SELECT = "SELECT topic, id, consumer, message_id, key, headers, body, error, attempts,"
            + " died_at FROM jzenith_dead_letter WHERE topic = $1 ";

    /** PostgreSQL refuses this character in a text. */
    private static final char NUL = 0;

    @Override
    public Completable add(final DeadLetter letter) {
        return database.query(
                        ADD,
                        letter.topic(),
                        letter.id(),
                        letter.consumer(),
                        letter.messageId(),
                        letter.key(),
                        HeaderText.of(letter.headers()),
                        Buffer.buffer(letter.body()),
                        letter.error().replace(NUL, '?'),
                        letter.attempts(),
                        letter.diedAt())
                .execute();
    }

    @Override
    public Single<List<DeadLetter>> list(final String topic, final int most) {
        return database.query(SELECT + "ORDER BY died_at, id LIMIT $2", topic, most)
                .map(PostgresqlDeadLetters::letter)
                .list();
    }

    @Override
    public Maybe<DeadLetter> find(final String topic, final String id) {
        return database.query(SELECT + "AND id = $2", topic, id)
                .map(PostgresqlDeadLetters::letter)
                .maybe();
    }

    @Override
    public Single<Boolean> remove(final String topic, final String id) {
        return database.query("DELETE FROM jzenith_dead_letter WHERE topic = $1 AND id = $2", topic, id)
                .rowCount()
                .map(rows -> rows > 0);
    }

    @Override
    public Single<Map<String, Long>> counts() {
        return database.query("SELECT topic, count(*) AS letters FROM jzenith_dead_letter GROUP BY topic")
                .list()
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(row -> row.getString("topic"), row -> row.getLong("letters"))));
    }

    private static DeadLetter letter(final Row row) {
        return new DeadLetter(
                row.getString("id"),
                row.getString("topic"),
                row.getString("consumer"),
                row.getString("message_id"),
                row.getString("key"),
                HeaderText.read(row.getString("headers")),
                row.getBuffer("body").getBytes(),
                row.getString("error"),
                row.getInteger("attempts"),
                row.getInstant("died_at"));
    }
}
