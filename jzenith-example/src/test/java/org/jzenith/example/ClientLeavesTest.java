package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** A client that leaves while its query waits takes nothing with it. */
final class ClientLeavesTest {

    private static final int POOL = 2;
    private static final CountDownLatch DISPOSED = new CountDownLatch(POOL);

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(RestPlugin.withResources(Sleeper.class), PostgresqlPlugin.create()))
            .withOverridingConfiguration("postgresql.pool.size", POOL);

    @Test
    void theChainIsDisposedTheStatementEndsAndTheConnectionIsBackInThePool() throws Exception {
        for (int i = 0; i < POOL; i++) {
            try (Socket socket = new Socket("localhost", APP.application().port())) {
                final OutputStream out = socket.getOutputStream();
                out.write("GET /sleep HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
                awaitSleeping(1);
            }
            awaitSleeping(0);
        }
        assertThat(DISPOSED.await(20, TimeUnit.SECONDS)).isTrue();

        final Database database = APP.get(Database.class);
        final List<Single<Integer>> all = IntStream.range(0, POOL * 2)
                .mapToObj(i -> database.withTransaction(
                        tx -> tx.query("SELECT 1").map(row -> row.getInteger(0)).single()))
                .toList();
        assertThat(Single.zip(all, results -> results.length).blockingGet()).isEqualTo(POOL * 2);
    }

    private static void awaitSleeping(final int expected) {
        final int found = APP.get(Database.class)
                .query("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'")
                .map(row -> row.getInteger(0))
                .single()
                .repeatWhen(done -> done.delay(20, TimeUnit.MILLISECONDS))
                .filter(count -> count == expected)
                .timeout(20, TimeUnit.SECONDS)
                .blockingFirst();
        assertThat(found).isEqualTo(expected);
    }

    /** Sleeps in the database. */
    @Path("/sleep")
    public static final class Sleeper {

        private final Database database;

        @Inject
        Sleeper(final Database database) {
            this.database = database;
        }

        @GET
        public Completable sleep() {
            return database.withTransactionCompletable(
                            tx -> tx.query("SELECT pg_sleep(60)").execute())
                    .doOnDispose(DISPOSED::countDown);
        }
    }
}
