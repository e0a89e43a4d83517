package org.jzenith.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.subscribers.TestSubscriber;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;
import org.jzenith.sql.error.InvalidValueException;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** The round trips of a stream with few rows: one that begins and reads, and one that commits. */
final class ShortStreamTest {

    private final String name = TestServer.freshDatabase();
    private final UnreliableProxy proxy = new UnreliableProxy(TestServer.port());
    private final RunningApplication application = TestServer.application(name)
            .withConfiguration("postgresql.port", proxy.port())
            .withConfiguration("postgresql.pool.size", 1)
            .run();
    private final Database database = application.get(Database.class);

    @AfterEach
    void stop() {
        Leaks.assertPoolIsFull(application);
        application.stop();
        proxy.close();
    }

    @Test
    void theStatementIsSentBehindBeginWithoutAWait() {
        final SqlQuery<Integer> query =
                database.query("SELECT 7 AS behind_begin").map(row -> row.getInteger(0));
        assertThat(query.stream().blockingSingle()).isEqualTo(7);
        proxy.freezeAnswersTo(Pattern.compile("Q.{4}BEGIN READ ONLY", Pattern.DOTALL));
        final TestSubscriber<Integer> stream = query.stream().test();
        Leaks.await(
                "the server has run the statement, although its answer to BEGIN has not arrived",
                () -> TestServer.count(
                                name,
                                "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
                                        + " AND query LIKE 'SELECT 7 AS behind\\_begin'")
                        == 1);
        stream.assertNoValues();
        proxy.thaw();
        assertThat(stream.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        stream.assertResult(7);
    }

    @Test
    void aStreamRunsTheStatementThatIsPrepared() {
        final SqlQuery<String> query = database.query(
                        "SELECT prepare_time::text FROM pg_prepared_statements WHERE statement LIKE '%prepared once%'")
                .map(row -> row.getString(0));
        final String first = query.stream().blockingSingle();
        assertThat(query.stream().blockingSingle()).isEqualTo(first);
        assertThat(query.stream(1).toList().blockingGet()).containsExactly(first);
    }

    @Test
    void aStreamWhoseBeginFailsHasThatError() {
        proxy.replace("BEGIN READ ONLY", "SELECT 1/0");
        final TestSubscriber<Integer> stream = database.query("SELECT 7").map(row -> row.getInteger(0)).stream()
                .test();
        assertThat(stream.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        stream.assertFailure(InvalidValueException.class);
    }
}
