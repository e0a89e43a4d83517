package org.jzenith.security.oidc.internal.postgresql;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.security.oidc.session.SessionStore;
import org.jzenith.sql.Database;

/**
 * Keeps sessions in the table {@code oidc_session} of the application's database. Each save deletes up to 100 sessions that have expired.
 * Safe for use by many threads.
 */
public final class PostgresqlSessionStore implements SessionStore {

    private static final String TABLE = "/org/jzenith/security/oidc/migration/V1__oidc_session.sql";

    private static final String SAVE = "WITH expired AS (DELETE FROM oidc_session WHERE id <> $1 AND id IN"
            + " (SELECT id FROM oidc_session WHERE expires_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED))"
            + " INSERT INTO oidc_session (id, session, expires_at) VALUES ($1, $2, $3)"
            + " ON CONFLICT (id) DO UPDATE SET session = $2, expires_at = $3";

    private final Database database;

    private PostgresqlSessionStore(final Database database) {
        this.database = database;
    }

    /**
     * Creates the store.
     *
     * @param injector the application's objects, with a database
     * @return uses the pool of the plugin {@code postgresql}
     */
    public static PostgresqlSessionStore of(final Injector injector) {
        return new PostgresqlSessionStore(injector.getInstance(Database.class));
    }

    /**
     * Checks that the table exists.
     *
     * @return fails with a {@link StartException} that has the statement which creates it
     */
    public Completable check() {
        return database.query("SELECT id, session, expires_at FROM oidc_session LIMIT 0")
                .list()
                .ignoreElement()
                .onErrorResumeNext(error -> Completable.error(new StartException(StartProblem.of(
                                "oidc.session.store is 'postgresql', but the table of the sessions cannot be read: "
                                        + error.getMessage())
                        .from("oidc.session.store")
                        .remedy("Enable the migrations and add the libraries that they need, or create the table "
                                + "yourself: "
                                + table()))));
    }

    private static String table() {
        try (InputStream script = Objects.requireNonNull(PostgresqlSessionStore.class.getResourceAsStream(TABLE))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .replace('\n', ' ');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Maybe<byte[]> load(final String id) {
        return database.query("SELECT session FROM oidc_session WHERE id = $1 AND expires_at > now()", id)
                .map(row -> row.getBuffer("session").getBytes())
                .maybe();
    }

    @Override
    public Completable save(final String id, final byte[] session, final Instant expiry) {
        return database.query(SAVE, id, Buffer.buffer(session), expiry.atOffset(ZoneOffset.UTC))
                .execute();
    }

    @Override
    public Single<Boolean> replace(final String id, final byte[] before, final byte[] session, final Instant expiry) {
        return database.query(
                        "UPDATE oidc_session SET session = $3, expires_at = $4 WHERE id = $1 AND session = $2",
                        id,
                        Buffer.buffer(before),
                        Buffer.buffer(session),
                        expiry.atOffset(ZoneOffset.UTC))
                .rowCount()
                .map(count -> count > 0);
    }

    @Override
    public Completable delete(final String id) {
        return database.query("DELETE FROM oidc_session WHERE id = $1", id).execute();
    }
}
