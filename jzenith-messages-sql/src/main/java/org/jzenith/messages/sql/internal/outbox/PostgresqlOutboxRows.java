package org.jzenith.messages.sql.internal.outbox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.commit.CommitWriter;

/**
 * Inserts the messages of a transaction with one statement. It takes the locks of their keys before it gives numbers to the rows, and the
 * transaction holds them until its commit, which follows at once. So the numbers of a key rise in the order of commits.
 */
final class PostgresqlOutboxRows implements CommitWriter<OutboxRow> {

    private static final String INSERT = "INSERT INTO jzenith_outbox " + OutboxRow.COLUMNS;

    private static final String VALUES =
            " SELECT $1::text, $2::int, $3::text, $4::text, $5::text, $6::bytea, $7::timestamptz";

    private static final String ONE = INSERT + VALUES;

    /** The first number of the lock is arbitrary. */
    private static final String ONE_WITH_KEY =
            "WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(1785360750, $8::int)) " + INSERT + VALUES
                    + " FROM locked";

    private static final String MANY = "WITH locked AS MATERIALIZED"
            + " (SELECT pg_advisory_xact_lock(1785360750, number) FROM unnest($8::int[]) AS number) "
            + INSERT
            + " SELECT message.topic, partition_number, message_id, message_key, headers, body, published_at"
            + " FROM (SELECT count(*) FROM locked) AS held, unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[],"
            + " $6::bytea[], $7::timestamptz[]) WITH ORDINALITY"
            + " AS message (topic, partition_number, message_id, message_key, headers, body, published_at, n) ORDER BY n";

    @Override
    public List<CommitStatement> statements(final List<OutboxRow> rows) {
        final List<Integer> locks = OutboxRow.locks(rows);
        if (rows.size() == 1) {
            final @Nullable Object[] values = rows.get(0).values();
            return List.of(
                    locks.isEmpty()
                            ? new CommitStatement(ONE, values)
                            : new CommitStatement(ONE_WITH_KEY, with(values, locks.get(0))));
        }
        final List<@Nullable Object[]> values =
                rows.stream().map(OutboxRow::values).toList();
        final List<Object> columns = new ArrayList<>();
        for (int i = 0; i < values.get(0).length; i++) {
            final int column = i;
            columns.add(values.stream().map(row -> row[column]).toArray());
        }
        columns.add(locks);
        return List.of(new CommitStatement(MANY, columns.toArray()));
    }

    private static @Nullable Object[] with(final @Nullable Object[] values, final int lock) {
        final @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = lock;
        return all;
    }

    @Override
    public long bytes(final OutboxRow row) {
        return row.bytes();
    }
}
