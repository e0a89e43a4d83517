package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** Each of seven faults of a running application is named by the findings of the page. */
final class AdminFaultsTest {

    /** Accepts connections and never responds. */
    private static final ServerSocket DEAD_PEER = deadPeer();

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(FaultyShop::application)
            .withOverridingConfiguration("rest-client.stock.url", "http://127.0.0.1:" + DEAD_PEER.getLocalPort())
            .withoutEventLoopCheck();

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<CompletableFuture<HttpResponse<String>>> requests = new ArrayList<>();

    private static ServerSocket deadPeer() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    static void closePeer() throws IOException {
        DEAD_PEER.close();
    }

    /** Lets everything end that waits. */
    @AfterEach
    void release() {
        app.get(FaultyShop.Faults.class).release();
        requests.forEach(
                request -> request.handle((response, failure) -> response).join());
    }

    private void send(final String path, final int times) {
        IntStream.range(0, times)
                .forEach(i -> requests.add(client.sendAsync(
                        HttpRequest.newBuilder(app.http().uri().resolve(path)).build(),
                        HttpResponse.BodyHandlers.ofString())));
    }

    private JsonObject data() {
        return new JsonObject(app.http("rest.admin").get("/admin/data").body());
    }

    /** Waits until a finding of a section has all these words. */
    private String finding(final String section, final String... words) {
        final List<String> all = new ArrayList<>();
        Exposition.await("the fault is found in " + section, () -> {
            all.clear();
            objects(data().getJsonArray("findings"))
                    .filter(each -> each.getString("section").equals(section))
                    .map(each -> each.getString("text"))
                    .filter(text -> List.of(words).stream().allMatch(text::contains))
                    .forEach(all::add);
            return !all.isEmpty();
        });
        return all.get(0);
    }

    private static Stream<JsonObject> objects(final JsonArray array) {
        return array.stream().map(JsonObject.class::cast);
    }

    @Test
    void aHealthyApplicationHasNoFinding() {
        assertThat(app.http().get("/fine").status()).isEqualTo(200);
        // Event loops are late on a busy machine.
        assertThat(objects(data().getJsonArray("findings"))
                        .filter(each -> !each.getString("section").equals("eventLoops"))
                        .map(each -> each.getString("text")))
                .as("other programs may use the processors")
                .allMatch(text -> text.startsWith("The processors are"));
    }

    @Test
    void aSlowStatementIsFoundWithItsRoute() {
        send("/slow", 1);
        finding("statements", "has run for", "/slow", "SELECT **** FROM pg_sleep(****)");
        requests.get(0).join();
        finding("statements", "takes 3", "/slow", "SELECT **** FROM pg_sleep(****)");
        final JsonObject slowest = objects(data().getJsonArray("slowest"))
                .filter(each -> each.getString("name").equals("GET /slow"))
                .findFirst()
                .orElseThrow();
        assertThat(slowest.getJsonArray("steps").getJsonObject(0).getString("kind"))
                .isEqualTo("statement");
        assertThat(slowest.getJsonArray("steps").getJsonObject(0).getDouble("duration"))
                .isBetween(2_900.0, 60_000.0);
    }

    @Test
    void aTransactionThatIsLeftOpenIsFoundWithItsLastStatementAndTheCallersThatWait() {
        send("/leak", 3);
        final String text = finding("pools", "1 caller of postgresql waiting", "SELECT ****");
        assertThat(text).contains("idle for").contains("GET /leak");
        finding("pools", "has run no statement for", "GET /leak", "has held it for", "last statement: SELECT ****");
        assertThat(text).contains("2 connections are held, the longest for");
        final JsonObject pool = data().getJsonArray("pools").getJsonObject(0);
        assertThat(pool.getInteger("held")).isEqualTo(2);
        assertThat(pool.getInteger("waiting")).isEqualTo(1);
        app.get(FaultyShop.Faults.class).release();
        Exposition.await("all connections are back", () -> {
            final JsonObject now = data().getJsonArray("pools").getJsonObject(0);
            return now.getInteger("held") == 0 && now.getInteger("waiting") == 0;
        });
    }

    @Test
    void aStreamThatWaitsStaysListedWhenAnotherCallerGetsAConnection() {
        final Database database = app.get(Database.class);
        final TestSubscriber<Integer> open = numbers(database);
        final TestSubscriber<Integer> waiting = numbers(database);
        Exposition.await(
                "one stream waits",
                () -> data().getJsonArray("pools").getJsonObject(0).getInteger("waiting") == 1);
        assertThat(database.withTransaction(tx -> tx.query("SELECT 3")
                                .map(row -> row.getInteger(0))
                                .single())
                        .blockingGet())
                .isEqualTo(3);
        assertThat(data().getJsonArray("pools").getJsonObject(0).getInteger("waiting"))
                .isEqualTo(1);
        open.dispose();
        waiting.dispose();
        Exposition.await(
                "nobody waits",
                () -> data().getJsonArray("pools").getJsonObject(0).getInteger("waiting") == 0);
    }

    /** Begins a stream of rows that takes none. */
    private static TestSubscriber<Integer> numbers(final Database database) {
        return database.query("SELECT i FROM generate_series(1, 100000) i").map(row -> row.getInteger(0)).stream()
                .test(0);
    }

    @Test
    void anAgeIsNoSaturationAndIsFoundBeforeItsEnd() {
        app.get(FaultyShop.Faults.class).age(81);
        finding("limits", "shop.certificate-age: 9.0 days are left of a lifetime of 90.0 days.");
        assertThat(data().getJsonObject("signals").getJsonObject("now").getDouble("saturation"))
                .isLessThan(0.8);
    }

    @Test
    void aSlowRequestIsShownAndItsExceptionIsNotKept() {
        assertThat(app.http().get("/refused").status()).isEqualTo(400);
        Exposition.await(
                "the request is shown with its error",
                () -> objects(data().getJsonArray("slowest"))
                        .anyMatch(each -> each.getString("name").equals("GET /refused")
                                && each.getString("error").equals("BadRequestException: a text of the client")));
        Exposition.await("nothing holds the exception", () -> {
            app.http().get("/fine");
            System.gc();
            return app.get(FaultyShop.Faults.class).refusal() == null;
        });
    }

    @Test
    void aBlockedEventLoopIsFoundWithTheLineThatBlocksIt() {
        send("/block", 1);
        finding("eventLoops", "was blocked", "GET /block", "FaultResource.block(FaultyShop.java:");
    }

    @Test
    void aFullHeapIsFoundWithTheClassThatFillsIt() {
        assertThat(app.http().post("/fill", null).status()).isEqualTo(204);
        final JsonObject heap =
                new JsonObject(app.http("rest.admin").post("/admin/heap", null).body());
        assertThat(objects(heap.getJsonArray("classes")))
                .filteredOn(each -> each.getString("name").endsWith("FaultyShop$Retained"))
                .singleElement()
                .satisfies(each -> assertThat(each.getInteger("objects")).isGreaterThanOrEqualTo(200_000));
    }

    @Test
    void aServiceThatDoesNotRespondIsFoundWithTheRouteThatCallsIt() {
        send("/stock", 1);
        finding("outbound", "GET /articles/{id} of stock", "GET /stock");
    }

    @Test
    void callsThatAreRejectedOrDisposedAreCountedApart() {
        send("/stock", 1);
        awaitCalls(1);
        assertThat(app.http().get("/stock").status()).isEqualTo(503);
        finding("outbound", "rejected: 1 of 1 ", "GET /articles/{id}", "all 1 connections are in use");
        requests.get(0).cancel(true);
        awaitCalls(0);
        final JsonObject outbound = data().getJsonObject("outbound");
        final JsonObject now = outbound.getJsonArray("methods").getJsonObject(0).getJsonObject("now");
        assertThat(now.getInteger("calls")).isZero();
        assertThat(now.getInteger("failed")).isZero();
        assertThat(now.getInteger("rejected")).isOne();
        assertThat(now.getInteger("disposed")).isOne();
        assertThat(objects(data().getJsonArray("findings")).map(each -> each.getString("text")))
                .noneMatch(text -> text.startsWith("Calls to stock fail"));
    }

    private void awaitCalls(final int number) {
        Exposition.await(
                number + " calls in flight",
                () -> data().getJsonObject("outbound").getInteger("inFlight") == number);
    }

    @Test
    void aStreamThatBreaksIsFoundWithItsFailure() {
        send("/broken", 1);
        finding("failures", "GET /broken", "Not to the end");
        finding("signals", "1 of 1 request failed");
    }

    @Test
    void aFloodIsFoundWithTheLimitThatIsFull() {
        send("/held", 6);
        Exposition.await(
                "the limit is reached",
                () -> objects(data().getJsonArray("limits"))
                        .anyMatch(each -> each.getString("name").equals("rest.requests-in-flight")
                                && each.getInteger("used") == 6));
        send("/fine", 20);
        finding("signals", "of 20 requests were refused");
        finding("limits", "rest.requests-in-flight is 100 % full: 6 of 6");
    }
}
