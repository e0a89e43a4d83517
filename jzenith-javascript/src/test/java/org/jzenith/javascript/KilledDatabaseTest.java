package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import io.reactivex.schedulers.Schedulers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.RunningApplication;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** The process of the database is killed under load, and a new one starts. */
@Tag("full")
@Timeout(120)
final class KilledDatabaseTest {

    private static final int CLIENTS = 8;

    @TempDir
    private Path directory;

    private final Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    private static int status(final HttpClient client, final URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Sends requests until the test is over. One without a response is an error. */
    private Completable load(final URI uri) {
        return Flowable.range(0, CLIENTS)
                .flatMapCompletable(each -> Completable.fromAction(() -> {
                            final HttpClient client = HttpClient.newHttpClient();
                            while (!over) {
                                statuses.add(status(client, uri));
                            }
                        })
                        .subscribeOn(Schedulers.newThread()));
    }

    @Test
    void eachRequestHasAResponseAndTheNewProcessIsUsed() throws Exception {
        PostgresqlServer server = PostgresqlServer.startIn(directory);
        try (UnreliableProxy way = new UnreliableProxy(server.port());
                RunningApplication application = SqlFaultsTest.application(server, "killed", way.port())
                        .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", "sql-handlers"))
                        .withConfiguration("rest.port", 0)
                        .run()) {
            final ProcessHandle process = ProcessHandle.of(application
                            .get(Database.class)
                            .query("SELECT pg_backend_pid()")
                            .map(row -> row.getInteger(0))
                            .single()
                            .blockingGet())
                    .flatMap(ProcessHandle::parent)
                    .orElseThrow();
            final URI uri = URI.create("http://localhost:" + application.port() + "/api/row");
            final TestObserver<Void> clients = load(uri).test();
            until(() -> statuses.contains(200));
            final List<ProcessHandle> sessions = process.children().toList();
            process.destroyForcibly();
            until(() -> statuses.contains(503));
            way.shut();
            until(() -> sessions.stream().noneMatch(ProcessHandle::isAlive));
            server.close();
            server = PostgresqlServer.startIn(directory);
            way.reopen(server.port());
            final HttpClient client = HttpClient.newHttpClient();
            while (status(client, uri) != 200) {
                assertThat(clients.isTerminated()).isFalse();
            }
            over = true;
            assertThat(clients.awaitTerminalEvent(60, TimeUnit.SECONDS)).isTrue();
            clients.assertNoErrors();
            assertThat(statuses).containsOnly(200, 503);
        } finally {
            server.close();
        }
    }
}
