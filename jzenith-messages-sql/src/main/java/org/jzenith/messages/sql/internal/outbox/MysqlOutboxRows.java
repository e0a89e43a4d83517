package org.jzenith.messages.sql.internal.outbox;

import java.util.List;
import java.util.stream.Stream;
import org.jzenith.sql.commit.CommitWriter;

/**
 * Takes the locks of all keys, which are rows of a table and are held until the commit, and then inserts the messages. So the numbers of a key
 * rise in the order of commits.
 */
final class MysqlOutboxRows implements CommitWriter<OutboxRow> {

    private static final String LOCK =
            "INSERT INTO jzenith_outbox_slot (slot) VALUES (?) ON DUPLICATE KEY UPDATE slot = slot";

    private static final String INSERT =
            "INSERT INTO jzenith_outbox " + OutboxRow.COLUMNS + " VALUES (?, ?, ?, ?, ?, ?, ?)";

    @Override
    public List<CommitStatement> statements(final List<OutboxRow> rows) {
        return Stream.concat(
                        OutboxRow.locks(rows).stream().map(lock -> new CommitStatement(LOCK, lock)),
                        rows.stream().map(row -> new CommitStatement(INSERT, row.values())))
                .toList();
    }

    @Override
    public long bytes(final OutboxRow row) {
        return row.bytes();
    }
}
