package org.jzenith.mysql.internal.lease;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jzenith.core.lease.Lease;
import org.jzenith.core.lease.LeaseStore;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.LockNotAvailableException;
import org.jzenith.sql.plugin.LeaseTable;

/**
 * Keeps leases in the table {@code jzenith_lease}, and their terms in {@code jzenith_lease_term}, whose rows transactions lock, so that renewals do
 * not wait for them. Each statement commits by itself, so that a process that hangs between two of them holds no lock.
 */
final class MysqlLeaseStore implements LeaseStore {

    private static final String COLUMNS = LeaseTable.COLUMNS + ", expires_at > SYSDATE(6) AS held";

    private static final String KEY = " WHERE lease_group = ? AND slot = ?";

    private static final String READ = "SELECT " + COLUMNS + " FROM jzenith_lease" + KEY;

    private static final String ADD_TERM = "INSERT IGNORE INTO jzenith_lease_term VALUES (?, ?, 0)";

    private static final String ADD =
            "INSERT IGNORE INTO jzenith_lease VALUES (?, ?, '', 0, '1970-01-01', " + Long.MIN_VALUE + ")";

    /** Finds a transaction that has required the last term, without a wait. */
    private static final String PROBE = "SELECT term FROM jzenith_lease_term" + KEY + " FOR UPDATE NOWAIT";

    private static final String END = "expires_at = SYSDATE(6) + INTERVAL ? MICROSECOND";

    private static final String BOTH =
            "UPDATE jzenith_lease AS lease JOIN jzenith_lease_term AS fence USING (lease_group, slot)";

    private static final String CLAIM = BOTH + " SET lease.owner = ?, lease." + END
            + ", lease.term = ?, fence.term = ? WHERE lease.lease_group = ? AND lease.slot = ? AND lease.term = ?"
            + " AND lease.expires_at <= SYSDATE(6) AND lease.occasion < ?";

    private static final String RENEW =
            "UPDATE jzenith_lease SET " + END + KEY + " AND term = ? AND expires_at > SYSDATE(6)";

    private static final String RELEASE =
            "UPDATE jzenith_lease SET expires_at = '1970-01-01', occasion = GREATEST(occasion, ?)" + KEY
                    + " AND term = ?";

    private static final String END_TERM = "UPDATE jzenith_lease_term SET term = 0" + KEY + " AND term = ?";

    private final Database database;

    MysqlLeaseStore(final Database database) {
        this.database = database;
    }

    @Override
    public String name() {
        return MysqlLeaseModule.NAME;
    }

    @Override
    public Maybe<Lease> claim(
            final String group, final String slot, final String owner, final Duration length, final long occasion) {
        return read(group, slot)
                .switchIfEmpty(Single.defer(() -> add(group, slot)))
                .filter(last -> !last.held() && last.occasion() < occasion)
                .flatMap(last -> database.query(PROBE, group, slot)
                        .execute()
                        .andThen(claim(last, owner, length, occasion))
                        .onErrorComplete(LockNotAvailableException.class::isInstance));
    }

    private Maybe<Lease> read(final String group, final String slot) {
        return database.query(READ, group, slot).map(LeaseTable::lease).maybe();
    }

    private Single<Lease> add(final String group, final String slot) {
        return database.query(ADD_TERM, group, slot)
                .execute()
                .andThen(database.query(ADD, group, slot).execute())
                .andThen(read(group, slot))
                .toSingle();
    }

    private Maybe<Lease> claim(final Lease last, final String owner, final Duration length, final long occasion) {
        final long term = last.term() + 1;
        return database.query(
                        CLAIM, owner, micros(length), term, term, last.group(), last.slot(), last.term(), occasion)
                .rowCount()
                .filter(rows -> rows > 0)
                .map(claimed -> new Lease(last.group(), last.slot(), owner, term, true, last.occasion()));
    }

    private static long micros(final Duration length) {
        return length.toNanos() / 1_000;
    }

    @Override
    public Single<List<Lease>> renew(final String owner, final Duration length, final Collection<String> groups) {
        final String ofGroups = groups.isEmpty()
                ? ""
                : " OR lease_group IN ("
                        + String.join(", ", groups.stream().map(each -> "?").toList()) + ")";
        final Object[] values = Stream.concat(Stream.of(owner), groups.stream()).toArray();
        return database.query("SELECT " + COLUMNS + " FROM jzenith_lease WHERE owner = ?" + ofGroups, values)
                .map(LeaseTable::lease)
                .list()
                .flatMapPublisher(Flowable::fromIterable)
                .concatMapSingle(lease ->
                        lease.held() && lease.owner().equals(owner) ? renew(lease, length) : Single.just(lease))
                .toList();
    }

    /** Renews one lease by its key, because an update of several would lock those of other owners. */
    private Single<Lease> renew(final Lease lease, final Duration length) {
        return database.query(RENEW, micros(length), lease.group(), lease.slot(), lease.term())
                .rowCount()
                .map(rows -> new Lease(
                        lease.group(), lease.slot(), lease.owner(), lease.term(), rows > 0, lease.occasion()));
    }

    /** A transaction that has required the term keeps it until its end. */
    @Override
    public Completable release(final Lease lease, final long occasion) {
        return database.query(RELEASE, occasion, lease.group(), lease.slot(), lease.term())
                .execute()
                .andThen(database.query(END_TERM, lease.group(), lease.slot(), lease.term())
                        .execute()
                        .onErrorComplete(LockNotAvailableException.class::isInstance));
    }

    @Override
    public Single<Instant> now() {
        return database.query("SELECT SYSDATE(6)")
                .as(LocalDateTime.class)
                .single()
                .map(now -> now.toInstant(ZoneOffset.UTC));
    }

    /** Reads the tables; fails if one is missing. */
    Completable check() {
        return database.query("SELECT " + COLUMNS + " FROM jzenith_lease JOIN jzenith_lease_term AS fence"
                        + " USING (lease_group, slot, term) LIMIT 0")
                .list()
                .ignoreElement();
    }
}
