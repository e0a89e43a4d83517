package org.jzenith.sql.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.sql.observe.StatementEvent;
import org.jzenith.sql.text.SqlLexis;
import org.jzenith.sql.text.SqlText;

/** A statement ends on one thread while another sends it. */
class DatabaseEventsTest {

    private static final int STATEMENTS = 50_000;

    private final List<StatementEvent> seen = new CopyOnWriteArrayList<>();

    private final class Recorder implements EventObserver<StatementEvent> {

        @Override
        public Class<StatementEvent> events() {
            return StatementEvent.class;
        }

        @Override
        public void observe(final StatementEvent event) {
            seen.add(event);
        }
    }

    @Test
    void aStatementIsNeverSentAfterItsEnd() throws Exception {
        final DatabaseEvents events = new DatabaseEvents(
                "acme", sql -> new SqlText(sql, SqlLexis.of()), new Observers(Set.of(new Recorder())));
        final AtomicReference<DatabaseEvents.Observed> toEnd = new AtomicReference<>();
        final Thread caller = new Thread(() -> {
            for (int i = 0; i < STATEMENTS; i++) {
                while (toEnd.get() == null) {
                    Thread.onSpinWait();
                }
                toEnd.get().done(DatabaseEvents.NO_ROWS, null);
                toEnd.set(null);
            }
        });
        caller.start();
        int late = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            seen.clear();
            final DatabaseEvents.Observed statement = events.queued("SELECT 1");
            toEnd.set(statement);
            statement.sent(1);
            while (toEnd.get() != null) {
                Thread.onSpinWait();
            }
            late += seen.get(seen.size() - 1) instanceof StatementEvent.Done ? 0 : 1;
        }
        caller.join();
        assertThat(late).isZero();
    }
}
