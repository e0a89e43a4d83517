package org.jzenith.messages.sql.internal.outbox;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.sql.internal.table.HeaderText;
import org.jzenith.messages.sql.internal.table.Tables;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlTransaction;
import org.jzenith.sql.commit.CommitWriter;
import org.jzenith.sql.notification.SqlNotification;

/** The tables of the outbox in PostgreSQL or MariaDB. */
@CheckReturnValue
public final class OutboxTable {

    /** The maximum number of messages in one pass of the relay. */
    static final int MOST = 1_000;

    /** The maximum size of the bodies and headers in one pass, except that one message is always passed on. */
    static final long MOST_BYTES = 4 << 20;

    private static final String CHANNEL = "jzenith_outbox";

    private static final String READ =
            "SELECT id, partition_number, message_id, message_key, headers, body, published_at, waiting FROM"
                    + " (SELECT oldest.*, count(*) OVER () AS waiting, row_number() OVER (ORDER BY id) AS place,"
                    + " sum(octet_length(body) + octet_length(headers)) OVER (ORDER BY id) AS size FROM"
                    + " (SELECT * FROM jzenith_outbox WHERE topic = :topic ORDER BY id LIMIT :limit) AS oldest) AS sized"
                    + " WHERE place <= :most AND (size <= :bytes OR place = 1) ORDER BY id";

    private static final String LOOK = "SELECT jzenith_outbox_id.id AS outbox, topic, count(*) AS waiting,"
            + " min(published_at) AS oldest FROM jzenith_outbox_id LEFT JOIN jzenith_outbox ON true GROUP BY"
            + " jzenith_outbox_id.id, topic";

    private static final int FORGOTTEN_AT_ONCE = 5_000;
    private static final int MOST_ROUNDS = 100;

    private final Database database;
    private final boolean postgresql;
    private final CommitWriter<OutboxRow> rows;

    /**
     * Creates the access to the tables.
     *
     * @param database the database
     * @param tables its tables
     */
    public OutboxTable(final Database database, final Tables tables) {
        this.database = database;
        this.postgresql = tables.isPostgresql();
        this.rows = postgresql ? new PostgresqlOutboxRows() : new MysqlOutboxRows();
    }

    /** A message that waits in the outbox. */
    record WaitingMessage(long id, NewMessage message) {}

    /** The first messages of a topic that wait, and true if there are more. */
    record WaitingMessages(List<WaitingMessage> messages, boolean more) {}

    /** The messages of a topic that wait, by the clocks of their publishers. */
    record Backlog(String topic, long messages, Instant oldest) {}

    /** The state of the outbox. Its id is another one if the database has been created again. */
    record State(String id, List<Backlog> backlogs) {}

    boolean hasNotifications() {
        return postgresql;
    }

    /**
     * Adds a message right before the commit of a transaction.
     *
     * @param transaction the transaction with whose commit the message is published
     * @param topic the name of its topic
     * @param message the message
     * @return completes at once, unless the transaction has many messages
     */
    public Completable insert(final SqlTransaction transaction, final String topic, final NewMessage message) {
        return transaction.writeAtCommit(rows, new OutboxRow(topic, message));
    }

    /** Returns the first messages of a topic. */
    Single<WaitingMessages> read(final String topic) {
        return database.query(READ, Map.of("topic", topic, "limit", MOST + 1, "most", MOST, "bytes", MOST_BYTES))
                .list()
                .map(rows -> new WaitingMessages(
                        rows.stream().map(OutboxTable::waiting).toList(),
                        !rows.isEmpty() && rows.get(0).getLong("waiting") > rows.size()));
    }

    private static WaitingMessage waiting(final Row row) {
        return new WaitingMessage(
                row.getLong("id"),
                new NewMessage(
                        row.getString("message_id"),
                        row.getInteger("partition_number"),
                        row.getString("message_key"),
                        HeaderText.read(row.getString("headers")),
                        row.getBuffer("body").getBytes(),
                        row.getInstant("published_at")));
    }

    Completable delete(final String topic, final List<Long> ids) {
        return database.query(
                        "DELETE FROM jzenith_outbox WHERE topic = :topic AND "
                                + (postgresql ? "id = ANY(:ids)" : "id IN (:ids)"),
                        Map.of("topic", topic, "ids", ids))
                .execute();
    }

    /** Returns the state; fails with a {@link java.util.NoSuchElementException} if the outbox has no id, because its tables are new. */
    Single<State> state() {
        return database.query(LOOK).list().map(rows -> {
            final String id = rows.stream().findFirst().orElseThrow().getString("outbox");
            return new State(
                    id,
                    rows.stream()
                            .filter(row -> row.getValue("topic") != null)
                            .map(row -> new Backlog(
                                    row.getString("topic"), row.getLong("waiting"), row.getInstant("oldest")))
                            .toList());
        });
    }

    /** Returns the id, which is given when the tables are new. */
    Single<String> id() {
        return database.query(
                        "INSERT " + (postgresql ? "" : "IGNORE ") + "INTO jzenith_outbox_id (one, id) VALUES (1, :id)"
                                + (postgresql ? " ON CONFLICT DO NOTHING" : ""),
                        Map.of("id", UUID.randomUUID().toString()))
                .execute()
                .andThen(database.query("SELECT id FROM jzenith_outbox_id")
                        .as(String.class)
                        .single());
    }

    /** Lets the instance that has the relay of a topic know of new messages. */
    Completable ring(final String topic) {
        return database.query(
                        "SELECT pg_notify('" + CHANNEL + "', $1) FROM set_config('synchronous_commit', 'off', true)",
                        topic)
                .execute();
    }

    /** Returns the names of topics for which an instance has rung; empty if it may have been for any. */
    Flowable<String> rings() {
        return Flowable.defer(() -> database.notifications(CHANNEL))
                .map(each -> each instanceof final SqlNotification.Received received ? received.payload() : "");
    }

    /**
     * Forgets the keys of {@link org.jzenith.messages.sql.Once} that are older than an age.
     *
     * @param age whole seconds
     * @return completes when they are deleted
     */
    public Completable forget(final Duration age) {
        final String old = postgresql
                ? "ctid = ANY(ARRAY(SELECT ctid FROM jzenith_once WHERE at < now() - :age * interval '1 second' LIMIT "
                        + FORGOTTEN_AT_ONCE + "))"
                : "at < now() - INTERVAL :age SECOND LIMIT " + FORGOTTEN_AT_ONCE;
        return database.query("DELETE FROM jzenith_once WHERE " + old, Map.of("age", age.toSeconds()))
                .rowCount()
                .repeat(MOST_ROUNDS)
                .takeUntil(rows -> rows < FORGOTTEN_AT_ONCE)
                .ignoreElements();
    }
}
