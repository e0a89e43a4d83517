package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.jobs.Jobs;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.StoredUser;
import org.jzenith.security.password.Users;
import org.jzenith.test.internal.log.LogLines;

/** The tables of plugins on the operators' page, and the actions on their rows. */
final class OperatorTablesTest {

    /** Of the password {@code s3cret}. */
    private static final String HASH =
            "$argon2id$v=19$m=19456,t=2,p=1$+QrWs9S7ngANzhtzG8iwsA$9j4Q+5+cXKKTct7GJVxDcKiHu1ohjvLYXlurJsCZzPk";

    private final Parcels parcels = new Parcels();

    private RunningApplication application;

    @AfterEach
    void stop() {
        application.stop();
    }

    /** Parcels that nobody has collected, as a plugin shows them. */
    private static final class Parcels implements OperatorTable {

        private final Set<String> left = new ConcurrentSkipListSet<>(Set.of("p1", "p2"));

        @Override
        public String name() {
            return "parcels";
        }

        @Override
        public String title() {
            return "Parcels";
        }

        @Override
        public List<String> columns() {
            return List.of("parcel", "weight", "age");
        }

        @Override
        public List<Action> actions() {
            return List.of(new Action("send-back", true), new Action("weigh", false));
        }

        @Override
        public Single<List<Row>> rows() {
            return Single.fromCallable(() -> left.stream()
                    .map(id -> new Row(
                            id,
                            List.of("parcel " + id, 12L, Instant.ofEpochMilli(1_000)),
                            id.equals("p2") ? "The parcel p2 is late." : null))
                    .toList());
        }

        @Override
        public Completable run(final String action, final String row) {
            if (action.equals("weigh")) {
                return Completable.error(row.equals("p1") ? new ScalesBusyException() : new IllegalArgumentException());
            }
            return Completable.fromAction(() -> {
                if (!left.remove(row)) {
                    throw new NoSuchElementException(row);
                }
            });
        }
    }

    private static final class ScalesBusyException extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;
    }

    private static JZenith shop(final OperatorTable... tables) {
        return JZenith.application()
                .withPlugins(RestPlugin.create(), RestPlugin.named("admin"), AdminPlugin.create())
                .withModules(binder -> List.of(tables)
                        .forEach(table ->
                                OperatorTable.binder(binder).addBinding().toInstance(table)))
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.admin.port", 0);
    }

    private HttpResponse<String> send(final String method, final String path, final String... headers) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        application.endpoints().get("rest.admin").resolve("/admin/tables" + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    private static JsonObject first(final HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(200);
        return new JsonArray(response.body()).getJsonObject(0);
    }

    @Test
    void aTableHasItsRowsAndItsWarnings() {
        application = shop(parcels).run();
        final JsonObject table = first(send("GET", ""));
        assertThat(table.getString("title")).isEqualTo("Parcels");
        assertThat(table.getJsonArray("actions").encode())
                .isEqualTo("[{\"name\":\"send-back\",\"confirmed\":true},{\"name\":\"weigh\",\"confirmed\":false}]");
        assertThat(table.getJsonArray("rows").encode())
                .isEqualTo("[{\"id\":\"p1\",\"cells\":[\"parcel p1\",12,{\"at\":1000}],\"warning\":false},"
                        + "{\"id\":\"p2\",\"cells\":[\"parcel p2\",12,{\"at\":1000}],\"warning\":true}]");
        assertThat(send("GET", "/../data").body())
                .as("the last rows are a part of the page")
                .contains("\"text\":\"The parcel p2 is late.\"", "\"section\":\"table-parcels\"");
    }

    @Test
    void anActionChangesARowAndIsLogged() {
        application = shop(parcels).run();
        try (LogLines log = LogLines.of("org.jzenith.observability.internal.admin.TableTask")) {
            assertThat(first(send("POST", "/parcels/send-back?row=p1"))
                            .getJsonArray("rows")
                            .encode())
                    .doesNotContain("p1")
                    .contains("p2");
            assertThat(log.messages())
                    .containsExactly("The action send-back of the table parcels runs on the row p1, asked by a client"
                            + " at 127.0.0.1.");
        }
        assertThat(send("POST", "/parcels/send-back?row=p1").body()).contains("The row no longer exists.");
    }

    @Test
    void whatIsNoActionDoesNothing() {
        application = shop(parcels).run();
        assertThat(List.of(
                        send("POST", "/parcels/send-back").statusCode(),
                        send("POST", "/parcels/burn?row=p1").statusCode(),
                        send("POST", "/letters/send-back?row=p1").statusCode(),
                        send("POST", "/parcels?row=p1").statusCode()))
                .containsOnly(404);
        assertThat(send("GET", "/parcels/send-back?row=p1").headers().firstValue("Allow"))
                .contains("POST");
        assertThat(send("DELETE", "").headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(parcels.left).containsExactly("p1", "p2");
    }

    @Test
    void anActionThatFailsSaysSo() {
        application = shop(parcels).run();
        assertThat(send("POST", "/parcels/weigh?row=p1").statusCode()).isEqualTo(503);
        assertThat(send("POST", "/parcels/weigh?row=p2").statusCode()).isEqualTo(500);
    }

    @Test
    void aPageOfAnotherSiteRunsNoAction() {
        application = shop(parcels).run();
        assertThat(List.of(
                        send("POST", "/parcels/send-back?row=p1", "Origin", "http://evil.example")
                                .statusCode(),
                        send("POST", "/parcels/send-back?row=p1", "Sec-Fetch-Site", "cross-site")
                                .statusCode(),
                        send("POST", "/parcels/send-back?row=p1", "X-Forwarded-For", "10.1.2.3")
                                .statusCode()))
                .containsOnly(403);
        assertThat(parcels.left).containsExactly("p1", "p2");
    }

    @Test
    void onlyTheRoleOfThePageRunsActions() {
        application = shop(parcels)
                .withPlugins(SecurityPlugin.create()
                        .withBasicAuthentication(Users.fromStore(name -> Maybe.just(
                                StoredUser.of(name, HASH, List.of(name.equals("olga") ? "operator" : "clerk"))))))
                .withConfiguration("security.paths.\"/admin\"", "roles operator")
                .run();
        assertThat(send("POST", "/parcels/send-back?row=p1").statusCode()).isEqualTo(401);
        assertThat(send("POST", "/parcels/send-back?row=p1", "Authorization", basic("carl"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(parcels.left).containsExactly("p1", "p2");
        assertThat(send("POST", "/parcels/send-back?row=p1", "Authorization", basic("olga"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(parcels.left).containsExactly("p2");
    }

    private static String basic(final String name) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":s3cret").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aTableThatCannotBeReadHidesNoOther() {
        application = shop(
                        new OperatorTable() {
                            @Override
                            public String name() {
                                return "broken";
                            }

                            @Override
                            public String title() {
                                return "Broken";
                            }

                            @Override
                            public List<String> columns() {
                                return List.of();
                            }

                            @Override
                            public Single<List<Row>> rows() {
                                throw new ScalesBusyException();
                            }
                        },
                        parcels)
                .run();
        assertThat(send("GET", "").body()).contains("\"error\":\"ScalesBusyException\"", "parcel p1");
    }

    @Test
    void anOperatorStartsAJob() {
        final AtomicInteger runs = new AtomicInteger();
        application = shop().withPlugins(Jobs.of(
                        Jobs.every(Duration.ofDays(1), "report", () -> Completable.fromAction(runs::incrementAndGet))))
                .run();
        assertThat(first(send("GET", "")).getJsonArray("rows").encode()).contains("\"id\":\"report\"", "\"every 24h\"");
        assertThat(send("POST", "/jobs/start?row=unknown").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/jobs/start?row=report").statusCode()).isEqualTo(200);
        Exposition.await("the job has run", () -> runs.get() == 1);
    }
}
