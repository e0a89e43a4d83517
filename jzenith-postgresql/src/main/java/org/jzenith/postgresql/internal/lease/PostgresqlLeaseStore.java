package org.jzenith.postgresql.internal.lease;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.sql.Database;
import org.jzenith.sql.plugin.LeaseTable;

/** Keeps leases in the table {@code jzenith_lease}. A lease that was released has expired at the time {@code -infinity}. */
final class PostgresqlLeaseStore implements LeaseStore {

    private static final String END = "clock_timestamp() + %s::bigint * interval '1 millisecond'";

    /**
     * A transaction that has required the term of the last owner locks the row, as a claim in progress does; then nothing is granted, without a
     * wait.
     */
    private static final String CLAIM =
            "WITH free AS (SELECT lease_group, slot FROM jzenith_lease WHERE lease_group = $1 AND slot = $2"
                    + " AND expires_at <= clock_timestamp() AND occasion < $5 FOR UPDATE SKIP LOCKED),"
                    + " taken AS (UPDATE jzenith_lease AS lease SET owner = $3, term = lease.term + 1, expires_at = "
                    + END.formatted("$4")
                    + " FROM free WHERE lease.lease_group = free.lease_group AND lease.slot = free.slot"
                    + " RETURNING lease.term, lease.occasion),"
                    + " added AS (INSERT INTO jzenith_lease (lease_group, slot, owner, term, expires_at, occasion)"
                    + " VALUES ($1, $2, $3, 1, " + END.formatted("$4") + ", " + Long.MIN_VALUE + ")"
                    + " ON CONFLICT DO NOTHING RETURNING term, occasion)"
                    + " SELECT term, occasion FROM taken UNION ALL SELECT term, occasion FROM added";

    private static final String RENEW = "WITH renewed AS (UPDATE jzenith_lease SET expires_at = "
            + END.formatted("$2")
            + " WHERE owner = $1 AND expires_at > clock_timestamp() RETURNING " + LeaseTable.COLUMNS + ")"
            + " SELECT " + LeaseTable.COLUMNS + ", true AS held FROM renewed UNION ALL"
            + " SELECT " + LeaseTable.COLUMNS + ", expires_at > clock_timestamp() FROM jzenith_lease AS lease"
            + " WHERE (owner = $1 OR lease_group = ANY($3::text[])) AND NOT EXISTS (SELECT FROM renewed"
            + " WHERE renewed.lease_group = lease.lease_group AND renewed.slot = lease.slot)";

    private static final String RELEASE = "UPDATE jzenith_lease SET expires_at = '-infinity',"
            + " occasion = greatest(occasion, $4) WHERE lease_group = $1 AND slot = $2 AND term = $3";

    private final Database database;

    PostgresqlLeaseStore(final Database database) {
        this.database = database;
    }

    @Override
    public String name() {
        return PostgresqlLeaseModule.NAME;
    }

    @Override
    public Maybe<Lease> claim(
            final String group, final String slot, final String owner, final Duration length, final long occasion) {
        return database.query(CLAIM, group, slot, owner, length.toMillis(), occasion)
                .map(row -> new Lease(group, slot, owner, row.getLong("term"), true, row.getLong("occasion")))
                .maybe();
    }

    @Override
    public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
        return database.query(RENEW, owner, length.toMillis(), List.copyOf(groups))
                .map(LeaseTable::lease)
                .list();
    }

    @Override
    public Completable release(final Lease lease, final long occasion) {
        return database.query(RELEASE, lease.group(), lease.slot(), lease.term(), occasion)
                .execute();
    }

    @Override
    public Single<Instant> now() {
        return database.query("SELECT clock_timestamp()")
                .as(OffsetDateTime.class)
                .single()
                .map(OffsetDateTime::toInstant);
    }

    /** Reads the table; fails if it is missing. */
    Completable check() {
        return database.query("SELECT " + LeaseTable.COLUMNS + ", expires_at FROM jzenith_lease LIMIT 0")
                .list()
                .ignoreElement();
    }
}
