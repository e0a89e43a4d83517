package org.jzenith.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.RunningApplication;
import org.jzenith.sql.Database;
import org.jzenith.sql.error.RowTooLargeException;
import org.jzenith.sql.error.SqlException;

/** Rows of several packets, each of which has less than 16 MiB, and results of procedures. */
@Tag("full")
final class MysqlLargeRowTest {

    private static final int MIB = 1 << 20;
    private static final String DATABASE = TestServer.freshDatabase();
    private static long before;
    private static RunningApplication application;
    private static Database database;

    @BeforeAll
    static void start() {
        before = TestServer.count(DATABASE, "SELECT @@GLOBAL.max_allowed_packet");
        TestServer.run(DATABASE, "SET GLOBAL max_allowed_packet = " + 128 * MIB);
        application = TestServer.application(DATABASE)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("mysql.max-row-size", "40M")
                .run();
        database = application.get(Database.class);
    }

    @AfterAll
    static void stop() {
        application.stop();
        TestServer.run(DATABASE, "SET GLOBAL max_allowed_packet = " + before);
    }

    private static int length(final int bytes) {
        return database.query("SELECT REPEAT('x', ?) AS text", bytes)
                .map(row -> row.getString(0).length())
                .single()
                .blockingGet();
    }

    @Test
    void aRowOfSeveralPacketsIsReadUpToTheLimit() {
        // The second one has the length of a full packet, behind which an empty one follows.
        for (final int bytes : List.of(20 * MIB, 0xFFFFFF - 5, 39 * MIB)) {
            assertThat(length(bytes)).isEqualTo(bytes);
        }
        assertThatThrownBy(() -> length(41 * MIB)).isInstanceOf(RowTooLargeException.class);
        assertThatThrownBy(() -> length(80 * MIB)).isInstanceOf(RowTooLargeException.class);
        assertThat(length(10)).isEqualTo(10);
    }

    @Test
    void theFurtherResultsOfAProcedureAreDiscarded() {
        TestServer.run(
                DATABASE,
                "CREATE OR REPLACE PROCEDURE results(bytes INT, other INT) BEGIN SELECT REPEAT('x', bytes) AS text; SELECT 1 AS one;"
                        + " SELECT REPEAT('x', other) AS text; END");
        assertThatThrownBy(() -> database.query("CALL results(?, 10)", 41 * MIB)
                        .execute()
                        .blockingAwait())
                .isInstanceOf(RowTooLargeException.class);
        assertThatThrownBy(() -> database.query("CALL results(10, ?)", 41 * MIB)
                        .execute()
                        .blockingAwait())
                .isInstanceOf(RowTooLargeException.class);
        assertThat(length(10)).isEqualTo(10);
    }

    @Test
    void anErrorOfTheServerBehindItIsKept() {
        assertThatThrownBy(() -> database.query(
                                "SELECT REPEAT('x', ?), (SELECT seq FROM seq_1_to_2 WHERE seq > s.seq - 2) FROM seq_1_to_3 s ORDER BY s.seq DESC",
                                41 * MIB)
                        .execute()
                        .blockingAwait())
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("1242");
        assertThat(length(10)).isEqualTo(10);
    }
}
