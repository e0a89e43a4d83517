package org.jzenith.messages.internal.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.messages.DeadLetters;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.observability.AdminPlugin;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.StoredUser;
import org.jzenith.security.password.Users;

/** The tables of messages on the operators' page, and their actions, over HTTP. */
final class OperatorsTest {

    /** Of the password {@code s3cret}. */
    private static final String HASH =
            "$argon2id$v=19$m=19456,t=2,p=1$+QrWs9S7ngANzhtzG8iwsA$9j4Q+5+cXKKTct7GJVxDcKiHu1ohjvLYXlurJsCZzPk";

    private static final Topic<Order> ORDERS = Topic.of("orders", Order.class).keyedBy(Order::customer);

    private final Mail mail = new Mail();
    private final Queue<WorkEvent.Begun> operations = new ConcurrentLinkedQueue<>();
    private RunningApplication application;

    private record Order(String customer, String article) {}

    /** A consumer that fails until it is repaired. */
    private static final class Mail {

        private volatile boolean works;
        private final Queue<Order> sent = new ConcurrentLinkedQueue<>();

        Completable send(final Order order) {
            return Completable.fromAction(() -> {
                if (!works) {
                    throw new IllegalArgumentException("The address of " + order.customer() + " is wrong.");
                }
                sent.add(order);
            });
        }
    }

    @AfterEach
    void stop() {
        application.stop();
    }

    private JZenith shop() {
        return JZenith.application()
                .withPlugins(
                        RestPlugin.create(),
                        RestPlugin.named("admin"),
                        ObservabilityPlugin.create(),
                        MessagesPlugin.create()
                                .consuming(ORDERS, "mail", Mail.class, Mail::send)
                                .withDeadLetters(1))
                .withModules(binder -> {
                    binder.bind(Mail.class).toInstance(mail);
                    Observers.binder(binder)
                            .addBinding()
                            .toInstance(EventObserver.of(WorkEvent.Begun.class, operations::add));
                })
                .withConfiguration("messages.orders.over", "memory")
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("jzenith.idle-grace", "0s")
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.admin.port", 0);
    }

    private void run(final JZenith recipe) {
        application = recipe.run();
        application.get(Messages.class).publish(ORDERS, new Order("Ada", "tea")).blockingAwait();
    }

    private HttpResponse<String> send(final String method, final String path, final String... headers) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        application.endpoints().get("rest.admin").resolve(path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    private static String basic(final String name) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":s3cret").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonArray rows(final HttpResponse<String> response, final String table) {
        assertThat(response.statusCode()).isEqualTo(200);
        return new JsonArray(response.body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(each -> each.getString("name").equals(table))
                        .findFirst()
                        .orElseThrow()
                        .getJsonArray("rows");
    }

    /** Waits until the table has a dead letter, and returns it. */
    private JsonObject deadLetter(final String... headers) {
        await(() -> !rows(send("GET", "/admin/tables", headers), "dead-letters").isEmpty());
        return rows(send("GET", "/admin/tables", headers), "dead-letters").getJsonObject(0);
    }

    private static void await(final BooleanSupplier condition) {
        assertThat(Observable.interval(0, 20, TimeUnit.MILLISECONDS)
                        .filter(tick -> condition.getAsBoolean())
                        .map(tick -> true)
                        .timeout(60, TimeUnit.SECONDS, Observable.just(false))
                        .blockingFirst())
                .isTrue();
    }

    @Test
    void aDeadLetterIsReplayedByOneRequest() {
        run(shop().withPlugins(AdminPlugin.create()));
        final JsonObject letter = deadLetter();
        assertThat(letter.getJsonArray("cells").encode()).startsWith("[\"orders\",\"mail\",");
        assertThat(letter.encode())
                .as("no key, no body, no text of the application")
                .contains("IllegalArgumentException")
                .doesNotContain("Ada", "tea", "address");
        assertThat(send("GET", "/admin/data").body())
                .contains("The topic orders has 1 dead letter, the oldest from the consumer mail.");
        mail.works = true;
        final String replay = "/admin/tables/dead-letters/replay?row=" + letter.getString("id");
        assertThat(rows(send("POST", replay), "dead-letters")).isEmpty();
        await(() -> !mail.sent.isEmpty());
        assertThat(mail.sent).containsExactly(new Order("Ada", "tea"));
        assertThat(send("POST", replay).statusCode()).isEqualTo(404);
    }

    @Test
    void aDeadLetterIsRemoved() {
        run(shop().withPlugins(AdminPlugin.create()));
        final String remove =
                "/admin/tables/dead-letters/remove?row=" + deadLetter().getString("id");
        assertThat(rows(send("POST", remove), "dead-letters")).isEmpty();
        assertThat(List.of(
                        send("POST", remove).statusCode(),
                        send("POST", "/admin/tables/dead-letters/remove?row=unknown/1")
                                .statusCode(),
                        send("POST", "/admin/tables/dead-letters/remove?row=orders")
                                .statusCode()))
                .containsOnly(404);
    }

    @Test
    void onlyOperatorsReplayDeadLetters() {
        run(shop().withPlugins(
                        AdminPlugin.create(),
                        SecurityPlugin.create()
                                .withBasicAuthentication(Users.fromStore(name -> Maybe.just(StoredUser.of(
                                        name, HASH, List.of(name.equals("olga") ? "operator" : "clerk"))))))
                .withConfiguration("security.paths.\"/admin\"", "roles operator"));
        final String olga = basic("olga");
        final String replay = "/admin/tables/dead-letters/replay?row="
                + deadLetter("Authorization", olga).getString("id");
        mail.works = true;
        assertThat(send("POST", replay).statusCode()).isEqualTo(401);
        assertThat(send("POST", replay, "Authorization", basic("carl")).statusCode())
                .isEqualTo(403);
        assertThat(send("POST", replay, "Authorization", olga, "Origin", "http://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(mail.sent).isEmpty();
        assertThat(rows(send("POST", replay, "Authorization", olga), "dead-letters"))
                .isEmpty();
    }

    @Test
    void theConsumersAreShown() {
        mail.works = true;
        run(shop().withPlugins(AdminPlugin.create()));
        await(() -> !mail.sent.isEmpty());
        final JsonArray rows = rows(send("GET", "/admin/tables"), "consumers");
        assertThat(rows.getJsonObject(0).getJsonArray("cells").encode()).startsWith("[\"orders\",\"mail\",8,");
    }

    @Test
    void messagesAreCountedAndTimed() {
        run(shop());
        await(() -> !application.get(DeadLetters.class).counts().blockingGet().isEmpty());
        await(() -> {
            final String metrics = send("GET", "/metrics").body();
            return metrics.contains(
                            "jzenith_resource_used{resource=\"messages.orders.dead-letters\",unit=\"messages\"} 1.0")
                    && metrics.contains("{event=\"messages.orders.mail.dead\",unit=\"messages\"} 1.0");
        });
        assertThat(send("GET", "/metrics").body())
                .contains(
                        "jzenith_resource_events_total{event=\"messages.orders.sent\",unit=\"messages\"} 1.0",
                        "jzenith_resource_events_total{event=\"messages.orders.mail.failed\",unit=\"messages\"} 1.0",
                        "jzenith_resource_used{resource=\"messages.orders.mail.stopped-partitions\",unit=\"partitions\"} 0.0",
                        "jzenith_work_duration_seconds_count{error_type=\"\",kind=\"publish\",name=\"send orders\","
                                + "source=\"memory\",status=\"completed\"} 1",
                        "jzenith_work_duration_seconds_count{error_type=\"java.lang.IllegalArgumentException\","
                                + "kind=\"message\",name=\"orders/mail\",source=\"\",status=\"failed\"} 1")
                .doesNotContain("Ada");
        assertThat(operations.stream()
                        .map(each -> each.operation().attributes())
                        .map(each -> Attribute.find(each, "messaging.system") + " "
                                + Attribute.find(each, "messaging.destination.name") + " "
                                + Attribute.find(each, "messaging.operation.type") + " "
                                + Attribute.find(each, "messaging.consumer.group.name")))
                .containsExactly("memory orders send null", "memory orders process mail");
    }
}
