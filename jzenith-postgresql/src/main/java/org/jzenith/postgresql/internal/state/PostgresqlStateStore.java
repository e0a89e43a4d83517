package org.jzenith.postgresql.internal.state;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.state.SharedCounts.Count;
import org.jzenith.core.state.SharedStateStore;
import org.jzenith.sql.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps shared state in the table {@code jzenith_state}. At most once a second, a write also deletes up to 5,000 expired rows. Rows are locked in
 * the order of their keys, so that statements of several instances do not deadlock.
 */
final class PostgresqlStateStore implements SharedStateStore {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresqlStateStore.class);

    private static final String PUT = "INSERT INTO jzenith_state (key, value, expires_at)"
            + " VALUES ($1, $2, now() + $3::bigint * interval '1 millisecond')"
            + " ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at";

    private static final String GET =
            "SELECT key, value FROM jzenith_state WHERE key = ANY($1::text[]) AND expires_at > now()";

    private static final String TAKE =
            "DELETE FROM jzenith_state WHERE key = $1 AND expires_at > now() RETURNING value";

    /**
     * True, and lets the statement commit without waiting for the disk, so that it locks the row of a name that many guess for microseconds. A crash
     * of the server may lose the counts of its last moment.
     */
    private static final String UNSYNCED = "set_config('synchronous_commit', 'off', true) = 'off'";

    private static final String ADD = "INSERT INTO jzenith_state AS state (key, count, expires_at)"
            + " SELECT added, 1, now() + $2::bigint * interval '1 millisecond' FROM unnest($1::text[]) AS added"
            + " WHERE " + UNSYNCED + " ORDER BY added COLLATE \"C\""
            + " ON CONFLICT (key) DO UPDATE SET"
            + " count = CASE WHEN state.expires_at > now() THEN state.count + 1 ELSE 1 END,"
            + " expires_at = CASE WHEN state.expires_at > now() THEN state.expires_at ELSE excluded.expires_at END"
            + " RETURNING key, count, (extract(epoch FROM expires_at - now()) * 1000)::bigint AS left_millis";

    private static final String SUBTRACT = "UPDATE jzenith_state SET count = count - 1 WHERE count > 0 AND key IN"
            + " (SELECT key FROM jzenith_state WHERE key = ANY($1::text[]) AND expires_at > now() AND " + UNSYNCED
            + " ORDER BY key FOR UPDATE)";

    private static final String DELETE_EXPIRED = "DELETE FROM jzenith_state WHERE key IN"
            + " (SELECT key FROM jzenith_state WHERE expires_at < now() LIMIT 5000 FOR UPDATE SKIP LOCKED)";

    private static final long DELETED_EVERY = Duration.ofSeconds(1).toNanos();

    /** The time after which an error is repeated, and logged again. */
    private static final long REPEATED_AFTER = Duration.ofMinutes(1).toNanos();

    private final Database database;
    private final AtomicLong deleted = new AtomicLong(System.nanoTime() - DELETED_EVERY);

    PostgresqlStateStore(final Database database) {
        this.database = database;
    }

    /** Checks that the table exists. */
    Completable check() {
        return database.query("SELECT key, value, count, expires_at FROM jzenith_state LIMIT 0")
                .list()
                .ignoreElement()
                .onErrorResumeNext(error -> Completable.error(new StartException(
                        StartProblem.of("jzenith.shared-state is 'postgresql', but its table cannot be read: "
                                        + error.getMessage())
                                .from("jzenith.shared-state")
                                .remedy("Enable the migrations and add the libraries that they need, or run: "
                                        + statements()))));
    }

    private static String statements() {
        try (InputStream script = Objects.requireNonNull(PostgresqlStateStore.class.getResourceAsStream(
                "/" + StateModule.LOCATION + "/V1__jzenith_state.sql"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .replace('\n', ' ');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return StateModule.NAME;
    }

    @Override
    public Completable put(final String key, final byte[] value, final Duration lifetime) {
        return database.query(PUT, key, Buffer.buffer(value), lifetime.toMillis())
                .execute()
                .andThen(deleteExpired());
    }

    @Override
    public Single<Map<String, byte[]>> get(final List<String> keys) {
        return database.query(GET, keys).list().map(rows -> {
            final Map<String, byte[]> values = new HashMap<>();
            rows.forEach(row ->
                    values.put(row.getString("key"), row.getBuffer("value").getBytes()));
            return values;
        });
    }

    @Override
    public Maybe<byte[]> take(final String key) {
        return database.query(TAKE, key)
                .map(row -> row.getBuffer("value").getBytes())
                .maybe();
    }

    @Override
    public Single<List<Count>> add(final List<String> keys, final Duration window) {
        return database.query(ADD, keys, window.toMillis())
                .list()
                .map(rows -> {
                    final Map<String, Count> counts = new HashMap<>();
                    rows.forEach(row -> counts.put(
                            row.getString("key"),
                            new Count(
                                    row.getLong("count"), Duration.ofMillis(Math.max(0, row.getLong("left_millis"))))));
                    return keys.stream().map(counts::get).toList();
                })
                .flatMap(counts -> deleteExpired().toSingleDefault(counts));
    }

    @Override
    public Completable subtract(final List<String> keys) {
        return database.query(SUBTRACT, keys).execute();
    }

    private Completable deleteExpired() {
        return Completable.defer(() -> {
            final long now = System.nanoTime();
            final long last = deleted.get();
            return now - last >= DELETED_EVERY && deleted.compareAndSet(last, now)
                    ? database.query(DELETE_EXPIRED)
                            .execute()
                            .doOnError(this::notDeleted)
                            .onErrorComplete()
                    : Completable.complete();
        });
    }

    private void notDeleted(final Throwable error) {
        deleted.set(System.nanoTime() + REPEATED_AFTER - DELETED_EVERY);
        LOGGER.warn(
                "Expired rows of jzenith_state could not be deleted. The first write after a minute tries again.",
                error);
    }
}
