package org.jzenith.messages.sql.internal.log;

import com.google.errorprone.annotations.CheckReturnValue;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.core.lease.Term;
import org.jzenith.core.lease.TermEndedException;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.messages.engine.DeadLetterStore;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.engine.NewMessage;
import org.jzenith.messages.engine.StoredMessage;
import org.jzenith.messages.engine.TopicDefinition;
import org.jzenith.messages.error.TopicLostException;
import org.jzenith.messages.sql.internal.table.HeaderText;
import org.jzenith.messages.sql.internal.table.Tables;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.Row;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.notification.SqlNotification;

/**
 * Topics in a PostgreSQL database. A statement that stores messages locks the row of the topic until it has committed, so positions become
 * visible in their order. Each statement also has the incarnation of the topic that this instance has opened: no position of a topic that was
 * created again is taken for one of the old log.
 */
@CheckReturnValue
public final class PostgresqlLogStore implements LogStore {

    /** The name of the engine. */
    public static final String NAME = "postgresql";

    /** Notifications are only a bell: their payloads are short, and an outage loses some. */
    private static final String CHANNEL = "jzenith_messages";

    private static final int INCARNATION = 16;
    private static final int TRIMMED_AT_ONCE = 5_000;
    private static final int MOST_TRIMS = 100;

    private static final String FOUND = "SELECT partitions, incarnation FROM jzenith_topic WHERE name = $1";

    private static final String COUNTED = "UPDATE jzenith_topic SET last_position = last_position + %s"
            + " WHERE name = $1 AND incarnation = $2%s RETURNING last_position";

    private static final String COLUMNS = "(topic, position, partition, id, key, headers, body, published_at)";

    private static final String RING = "SELECT pg_notify('" + CHANNEL + "', $1) FROM counted";

    private static final String STORE =
            "counted AS (" + COUNTED + "), stored AS (INSERT INTO jzenith_message " + COLUMNS
                    + " SELECT $1, last_position - $3::bigint + n, partition, id, key, headers, body, published_at FROM counted,"
                    + " unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::timestamptz[]) WITH ORDINALITY"
                    + " AS message (partition, id, key, headers, body, published_at, n)) " + RING;

    private static final String APPEND = "WITH " + STORE.formatted("$3::bigint", "");

    private static final String APPEND_FENCED =
            "WITH fence AS (INSERT INTO jzenith_fence AS old (topic, lease_group, slot, term) VALUES ($1, $10, $11, $12)"
                    + " ON CONFLICT (topic, lease_group, slot) DO UPDATE SET term = excluded.term"
                    + " WHERE old.term <= excluded.term RETURNING 1), "
                    + STORE.formatted("$3::bigint", " AND EXISTS (SELECT FROM fence)");

    /**
     * Moves messages from the outbox in the same database. The result has the number of those that were deleted there, and of those that were
     * looked at, which is one more than the limit if further ones wait.
     */
    private static final String MOVE = "WITH next AS (SELECT id, row_number() OVER (ORDER BY id) AS place,"
            + " sum(octet_length(body) + octet_length(headers)) OVER (ORDER BY id) AS size FROM (SELECT id, body, headers"
            + " FROM jzenith_outbox WHERE topic = $1 ORDER BY id LIMIT $3::bigint + 1) AS oldest),"
            + " moved AS (DELETE FROM jzenith_outbox WHERE topic = $1 AND id = ANY(ARRAY(SELECT id FROM next"
            + " WHERE place <= $3::bigint AND (size <= $4 OR place = 1))) RETURNING *),"
            + " counted AS ("
            + COUNTED.formatted("(SELECT count(*) FROM moved)", " AND EXISTS (SELECT FROM moved)")
            + "), stored AS (INSERT INTO jzenith_message "
            + COLUMNS
            + " SELECT $1, last_position - count(*) OVER () + row_number() OVER (ORDER BY id), partition_number,"
            + " message_id, message_key, headers, body, published_at FROM counted, moved RETURNING id, octet_length(body) AS bytes)"
            + " SELECT id, bytes, (SELECT count(*) FROM moved) AS moved, (SELECT count(*) FROM next) AS waiting, (SELECT pg_notify('"
            + CHANNEL
            + "', $1) FROM counted)::text AS rung FROM (SELECT) AS once LEFT JOIN stored ON true";

    private static final String SIZE = "octet_length(body) + octet_length(headers)";

    /** The parameters are the topic, its incarnation, the number of messages and of bytes; a missing topic has no row. */
    private static final String READ = "SELECT position, partition, id, key, headers, body, published_at"
            + " FROM jzenith_topic LEFT JOIN (SELECT *, sum(" + SIZE + ") OVER (ORDER BY position) AS size FROM (%s"
            + " ORDER BY position LIMIT $3) AS next) AS sized ON size <= $4 OR size = " + SIZE
            + " WHERE jzenith_topic.name = $1 AND incarnation = $2 ORDER BY position";

    private static final String READ_ALL =
            READ.formatted("SELECT * FROM jzenith_message WHERE topic = $1 AND position > $5");

    private static final String READ_SOME =
            READ.formatted("SELECT message.* FROM unnest($5::int[], $6::bigint[]) AS wanted (partition, after)"
                    + " CROSS JOIN LATERAL (SELECT * FROM jzenith_message WHERE topic = $1 AND partition = wanted.partition"
                    + " AND position > after ORDER BY position LIMIT $3) AS message");

    private static final String STATE = "SELECT incarnation, last_position, coalesce((SELECT min(position)"
            + " FROM jzenith_message WHERE topic = $1), last_position + 1) AS first_position"
            + " FROM jzenith_topic WHERE name = $1";

    private static final String COUNT = "SELECT partition, (SELECT count(*) FROM jzenith_message WHERE topic = $1"
            + " AND partition = wanted.partition AND position > after) AS messages"
            + " FROM unnest($2::int[], $3::bigint[]) AS wanted (partition, after)";

    private static final String COMMITTED = "SELECT partition, position FROM jzenith_topic LEFT JOIN jzenith_position"
            + " ON topic = name AND consumer = $3 WHERE name = $1 AND incarnation = $2";

    /** The lock on the lease keeps another instance from taking it until the position is stored. */
    private static final String COMMIT = "WITH held AS (SELECT FROM jzenith_lease WHERE lease_group = $6 AND slot = $7"
            + " AND term = $8 AND expires_at > '-infinity' FOR KEY SHARE)"
            + " INSERT INTO jzenith_position AS old (topic, consumer, partition, position)"
            + " SELECT name, $3, $4, $5 FROM jzenith_topic, held WHERE name = $1 AND incarnation = $2"
            + " ON CONFLICT (topic, consumer, partition)"
            + " DO UPDATE SET position = greatest(old.position, excluded.position)";

    /** Deletes no message behind one that stays. */
    private static final String TRIM = "DELETE FROM jzenith_message WHERE topic = $1 AND position IN"
            + " (SELECT position FROM (SELECT position, bool_and(stored_at < now() - $2::bigint * interval '1 millisecond')"
            + " OVER (ORDER BY position) AS old FROM (SELECT position, stored_at FROM jzenith_message WHERE topic = $1"
            + " ORDER BY position LIMIT " + TRIMMED_AT_ONCE + ") AS oldest) AS aged WHERE old)";

    private final Database database;
    private final Tables tables;
    private final LeaseStore leases;
    private final Map<String, String> incarnations = new ConcurrentHashMap<>();

    /**
     * Creates the store.
     *
     * @param database a PostgreSQL database
     * @param driver the driver of the database
     * @param leases the leases in the same database
     */
    public PostgresqlLogStore(final Database database, final SqlDriver driver, final LeaseStore leases) {
        this.database = database;
        this.tables = Tables.of(driver);
        this.leases = leases;
    }

    /**
     * A message that was moved from the outbox.
     *
     * @param id the id of the message
     * @param bytes the size of its body
     */
    public record Moved(String id, int bytes) {}

    /**
     * The result of {@link #move}.
     *
     * @param messages those that were moved
     * @param more true if further messages wait
     */
    public record MovedMessages(List<Moved> messages, boolean more) {}

    /** Returns the name of the database's plugin, also for one that cannot have topics. */
    @Override
    public String name() {
        return tables.database();
    }

    private String incarnation(final String topic) {
        return incarnations.getOrDefault(topic, "");
    }

    private static TopicLostException lost(final String topic) {
        return new TopicLostException("The topic '" + topic
                + "' is no longer in PostgreSQL, or was created again. Its messages and positions are lost. Restore"
                + " the database, or restart the application to start with an empty topic.");
    }

    private static Throwable ifLost(final String topic, final Throwable error) {
        return Tables.isMissing(error) ? lost(topic) : error;
    }

    private static <T> Single<T> checked(final String topic, final Single<T> result) {
        return result.onErrorResumeNext(error -> Single.error(ifLost(topic, error)));
    }

    @Override
    public Completable open(final TopicDefinition topic) {
        if (!tables.isPostgresql()) {
            return Completable.error(new StartException(StartProblem.of(
                            "The topic '" + topic.name() + "' cannot be kept in MariaDB, which only has an outbox.")
                    .from("messages." + topic.name() + ".over")
                    .remedy("Set it to redis, kafka or memory.")));
        }
        return Completable.defer(() -> database.query(
                                "INSERT INTO jzenith_topic (name, partitions, incarnation) VALUES ($1, $2, $3)"
                                        + " ON CONFLICT (name) DO NOTHING",
                                topic.name(),
                                topic.partitions(),
                                UUID.randomUUID().toString().replace("-", "").substring(0, INCARNATION))
                        .execute()
                        .andThen(database.query(FOUND, topic.name()).single())
                        .flatMapCompletable(found -> opened(topic, found)))
                .onErrorResumeNext(error -> Completable.error(tables.explained(error)));
    }

    private Completable opened(final TopicDefinition topic, final Row found) {
        final int partitions = found.getInteger("partitions");
        if (partitions != topic.partitions()) {
            return Completable.error(new StartException(topic.otherPartitions(partitions, NAME)));
        }
        incarnations.put(topic.name(), found.getString("incarnation"));
        return Completable.complete();
    }

    @Override
    public Completable append(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        return Completable.defer(() -> {
            final @Nullable Object[] values = values(topic, messages, fence);
            return checked(
                            topic,
                            database.query(fence == null ? APPEND : APPEND_FENCED, values)
                                    .rowCount())
                    .flatMapCompletable(
                            rows -> rows > 0 || messages.isEmpty() ? Completable.complete() : refused(topic, fence));
        });
    }

    private @Nullable Object[] values(final String topic, final List<NewMessage> messages, final @Nullable Term fence) {
        final List<@Nullable Object> values = new ArrayList<>();
        values.add(topic);
        values.add(incarnation(topic));
        values.add((long) messages.size());
        values.add(column(messages, NewMessage::partition));
        values.add(column(messages, NewMessage::id));
        values.add(column(messages, NewMessage::key));
        values.add(column(messages, message -> HeaderText.of(message.headers())));
        values.add(column(messages, message -> Buffer.buffer(message.body())));
        values.add(column(messages, NewMessage::publishedAt));
        if (fence != null) {
            values.add(fence.group());
            values.add(fence.slot());
            values.add(fence.number());
        }
        return values.toArray();
    }

    private static @Nullable Object[] column(
            final List<NewMessage> messages, final Function<NewMessage, @Nullable Object> value) {
        return messages.stream().map(value).toArray();
    }

    /** Fails because a statement has found the topic gone, or the term ended. */
    private Completable refused(final String topic, final @Nullable Term term) {
        return state(topic).flatMapCompletable(state -> {
            final boolean same = state.incarnation().equals(incarnation(topic));
            return Completable.error(same && term != null ? new TermEndedException(term) : lost(topic));
        });
    }

    /**
     * Moves the first messages of a topic from the outbox of this database to its log.
     *
     * @param transaction has required the term of the relay
     * @param topic the name of an open topic
     * @param most the maximum number of messages
     * @param mostBytes the maximum size of all bodies and headers, except that one message is always moved
     * @return the messages, all or none; fails if the topic is gone, and then the transaction must be rolled back
     */
    public Single<MovedMessages> move(
            final Queries transaction, final String topic, final int most, final long mostBytes) {
        return Single.defer(() -> checked(
                topic,
                transaction
                        .query(MOVE, topic, incarnation(topic), most, mostBytes)
                        .list()
                        .map(rows -> {
                            final long moved = rows.get(0).getLong("moved");
                            if (moved == 0) {
                                return new MovedMessages(List.of(), false);
                            }
                            if (rows.get(0).getValue("id") == null || moved != rows.size()) {
                                throw lost(topic);
                            }
                            return new MovedMessages(
                                    rows.stream()
                                            .map(row -> new Moved(row.getString("id"), row.getInteger("bytes")))
                                            .toList(),
                                    rows.get(0).getLong("waiting") > moved);
                        })));
    }

    @Override
    public Single<List<StoredMessage>> read(
            final String topic, final Map<Integer, Long> after, final int most, final long mostBytes) {
        return Single.defer(() -> {
            final List<Integer> partitions = List.copyOf(after.keySet());
            return messages(
                    topic,
                    READ_SOME,
                    topic,
                    incarnation(topic),
                    most,
                    mostBytes,
                    partitions,
                    partitions.stream().map(after::get).toList());
        });
    }

    @Override
    public Single<List<StoredMessage>> readAll(
            final String topic, final long after, final int most, final long mostBytes) {
        return Single.defer(() -> messages(topic, READ_ALL, topic, incarnation(topic), most, mostBytes, after));
    }

    private Single<List<StoredMessage>> messages(final String topic, final String sql, final Object... values) {
        return checked(
                topic,
                rowsOf(topic, sql, values)
                        .map(rows -> rows.stream()
                                .filter(row -> row.getValue("position") != null)
                                .map(PostgresqlLogStore::message)
                                .toList()));
    }

    /** Returns the rows of a statement that has at least one if the topic is as it was opened. */
    private Single<List<Row>> rowsOf(final String topic, final String sql, final Object... values) {
        return database.query(sql, values)
                .list()
                .flatMap(rows -> rows.isEmpty() ? Single.error(lost(topic)) : Single.just(rows));
    }

    private static StoredMessage message(final Row row) {
        return new StoredMessage(
                row.getLong("position"),
                row.getInteger("partition"),
                row.getString("id"),
                row.getString("key"),
                HeaderText.read(row.getString("headers")),
                row.getBuffer("body").getBytes(),
                row.getInstant("published_at"));
    }

    @Override
    public Single<LogState> state(final String topic) {
        return checked(
                topic,
                database.query(STATE, topic)
                        .map(row -> new LogState(
                                row.getString("incarnation"),
                                row.getLong("first_position"),
                                row.getLong("last_position")))
                        .single(() -> lost(topic)));
    }

    @Override
    public Single<Map<Integer, Long>> count(final String topic, final Map<Integer, Long> positions) {
        final List<Integer> partitions = List.copyOf(positions.keySet());
        return checked(
                topic,
                database.query(
                                COUNT,
                                topic,
                                partitions,
                                partitions.stream().map(positions::get).toList())
                        .list()
                        .map(rows -> byPartition(rows, "messages")));
    }

    private static Map<Integer, Long> byPartition(final List<Row> rows, final String value) {
        final Map<Integer, Long> found = new HashMap<>();
        rows.forEach(row -> {
            if (row.getValue("partition") != null) {
                found.put(row.getInteger("partition"), row.getLong(value));
            }
        });
        return found;
    }

    @Override
    public Single<Map<Integer, Long>> committed(final String topic, final String consumer) {
        return Single.defer(() -> checked(
                topic,
                rowsOf(topic, COMMITTED, topic, incarnation(topic), consumer)
                        .map(rows -> byPartition(rows, "position"))));
    }

    @Override
    public Completable commit(
            final String topic, final String consumer, final int partition, final long position, final Term term) {
        return Completable.defer(() -> checked(
                        topic,
                        database.query(
                                        COMMIT,
                                        topic,
                                        incarnation(topic),
                                        consumer,
                                        partition,
                                        position,
                                        term.group(),
                                        term.slot(),
                                        term.number())
                                .rowCount())
                .flatMapCompletable(rows -> rows > 0 ? Completable.complete() : refused(topic, term)));
    }

    @Override
    public String resetCommand(final String topic, final String consumer) {
        return "DELETE FROM jzenith_position WHERE topic = '" + topic + "' AND consumer = '" + consumer + "'";
    }

    @Override
    public Flowable<String> arrivals() {
        return Flowable.defer(() -> database.notifications(CHANNEL))
                .concatMapIterable(each -> each instanceof final SqlNotification.Received received
                        ? List.of(received.payload())
                        : List.copyOf(incarnations.keySet()));
    }

    @Override
    public Completable trim(final TopicDefinition topic) {
        return checked(
                        topic.name(),
                        database.query(TRIM, topic.name(), topic.retention().toMillis())
                                .rowCount())
                .repeat(MOST_TRIMS)
                .takeUntil(rows -> rows < TRIMMED_AT_ONCE)
                .ignoreElements();
    }

    @Override
    public LeaseStore leases() {
        return leases;
    }

    @Override
    public DeadLetterStore deadLetters() {
        return new PostgresqlDeadLetters(database);
    }
}
