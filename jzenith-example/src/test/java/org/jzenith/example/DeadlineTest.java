package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Requests whose time is used up in the database. */
final class DeadlineTest {

    private static final String SLEEPING =
            "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'";

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() ->
                    JZenith.application().withPlugins(RestPlugin.withResources(Slow.class), PostgresqlPlugin.create()))
            .withOverridingConfiguration("jzenith.event-loops", 1)
            .withOverridingConfiguration("postgresql.pool.size", 1);

    private final Database database = APP.get(Database.class);

    @Path("/")
    @Deadline("2s")
    public static final class Slow {

        private final Database database;

        @Inject
        Slow(final Database database) {
            this.database = database;
        }

        @GET
        @Path("statement")
        public Single<String> statement() {
            return database.query("SELECT pg_sleep(60)").map(row -> "slept").single();
        }

        @GET
        @Path("pool")
        public Single<String> pool() {
            return database.withTransaction(held -> database.withTransaction(
                    never -> never.query("SELECT 1").map(row -> "never").single()));
        }

        @GET
        @Path("abandoned")
        @Deadline("5s")
        public Completable abandoned() {
            return transaction();
        }

        @GET
        @Path("transaction")
        public Completable transaction() {
            return database.withTransaction(in -> in.query("INSERT INTO visit VALUES (1)")
                            .execute()
                            .andThen(in.query("SELECT pg_sleep(60)")
                                    .map(row -> "slept")
                                    .single()))
                    .ignoreElement();
        }
    }

    @BeforeEach
    void table() {
        database.query("CREATE TABLE IF NOT EXISTS visit (id int)").execute().blockingAwait();
        database.query("DELETE FROM visit").execute().blockingAwait();
        APP.http().get("/nothing").expectStatus(404); // the first request takes longer than others
    }

    private static String answer(final String path) {
        final TestResponse answer = APP.http().get(path).expectStatus(503);
        assertThat(answer.header("Retry-After")).isPresent();
        return answer.body();
    }

    private void awaitSleeping(final long expected) {
        assertThat(number(SLEEPING)
                        .repeatWhen(done -> done.delay(20, TimeUnit.MILLISECONDS))
                        .filter(count -> count == expected)
                        .timeout(20, TimeUnit.SECONDS)
                        .blockingFirst())
                .isEqualTo(expected);
    }

    private Single<Long> number(final String sql) {
        return database.query(sql).map(row -> row.getLong(0)).single();
    }

    @Test
    void aStatementIsStoppedInTheServerAndNamed() throws Exception {
        assertThat(answer("/statement")).contains("in the stage 'statement'.");
        awaitSleeping(0);
    }

    @Test
    void theWaitForAPooledConnectionIsNamedAndTheConnectionComesBack() throws Exception {
        assertThat(answer("/pool")).contains("in the stage 'pool'.");
        assertThat((long) database.withTransaction(in -> in.query("SELECT 1")
                                .map(row -> row.getInteger(0))
                                .single())
                        .blockingGet())
                .isOne();
    }

    @Test
    void aTransactionIsRolledBack() throws Exception {
        assertThat(answer("/transaction")).contains("in the stage 'statement'.");
        awaitSleeping(0);
        assertThat(database.withTransaction(in -> in.query("SELECT count(*) FROM visit")
                                .map(row -> row.getLong(0))
                                .single())
                        .blockingGet())
                .isZero();
    }

    @Test
    void aClientThatLeavesBeforeTheDeadlineLeavesNothingBehind() throws Exception {
        try (Socket socket = new Socket("localhost", APP.application().port())) {
            socket.getOutputStream()
                    .write("GET /abandoned HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            awaitSleeping(1);
        }
        awaitSleeping(0);
        // The deadline passes after the request.
        assertThat(number("SELECT count(*) FROM visit")
                        .delaySubscription(5100, TimeUnit.MILLISECONDS)
                        .blockingGet())
                .isZero();
        assertThat(answer("/statement")).contains("in the stage 'statement'.");
    }
}
