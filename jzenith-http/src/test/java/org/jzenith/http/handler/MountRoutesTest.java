package org.jzenith.http.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.Module;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.HttpPlugin;

/** A mount that names its routes. */
final class MountRoutesTest {

    private static final List<MountPart> ROUTES = List.of(
            part("/api", MountRoute.of(HttpMethod.GET)),
            part("/api/users/{id}", MountRoute.of(HttpMethod.GET).withOrigin("users.js:3")),
            part("/api/users/{key}", MountRoute.of(HttpMethod.DELETE)),
            part("/api/users/me", MountRoute.of(HttpMethod.GET)),
            part("/api/users/me", MountRoute.of(HttpMethod.PUT)),
            part("/api/users/{id}/cars/{car}", MountRoute.of(HttpMethod.POST)));

    private final List<RequestEvent> events = new CopyOnWriteArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ListenerGuard guard = new PathGuard();
    private final RunningApplication application = run(mount("/api", ROUTES), guard);

    /** Refuses users whose id is 13, and enforces no roles. */
    private static final class PathGuard implements ListenerGuard {

        @Override
        public Single<GuardDecision> check(final ServerRequest request) {
            return PASS;
        }

        @Override
        public Single<GuardDecision> check(
                final ServerRequest request, final MountPart part, final Map<String, String> pathParameters) {
            return "13".equals(pathParameters.get("id"))
                    ? Single.just(GuardDecision.refuse(403, "Not " + part + "."))
                    : PASS;
        }
    }

    private final class Recorder implements EventObserver<RequestEvent> {

        @Override
        public Class<RequestEvent> events() {
            return RequestEvent.class;
        }

        @Override
        public void observe(final RequestEvent event) {
            events.add(event);
        }
    }

    private static MountPart part(final String template, final MountRoute route) {
        return new MountPart(template, MountRoutesTest.class, route);
    }

    private static HttpMount mount(final String path, final List<MountPart> parts) {
        final MountRoutes<MountPart> routes = MountRoutes.of(path, parts, part -> part);
        return HttpMount.at(
                        path,
                        "scripts",
                        exchange -> routes.task(
                                exchange,
                                match -> () -> exchange.response()
                                        .send(
                                                "text/plain",
                                                Buffer.buffer(match.handler() + " "
                                                        + new TreeMap<>(match.pathParameters())))))
                .withParts(routes.parts());
    }

    private RunningApplication run(final HttpMount mount, final ListenerGuard... guards) {
        final Module module = binder -> {
            HttpMount.binder(binder).addBinding().toInstance(mount);
            List.of(guards)
                    .forEach(each -> ListenerGuard.binder(binder).addBinding().toInstance(each));
            Observers.binder(binder).addBinding().toInstance(new Recorder());
        };
        return JZenith.application()
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.host", "localhost")
                .withPlugins(HttpPlugin.create())
                .withModules(module)
                .run();
    }

    @AfterEach
    void stop() {
        application.stop();
    }

    private HttpResponse<String> send(final String method, final String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(application.uri() + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /api | GET /api {}",
                "GET | /api/ | GET /api {}",
                "GET | /api?q=1 | GET /api {}",
                "GET | /api/users/5 | GET /api/users/{id} (users.js:3) {id=5}",
                "GET | /api/users/5/ | GET /api/users/{id} (users.js:3) {id=5}",
                "GET | /api/users/a%2Fb+c%20d | GET /api/users/{id} (users.js:3) {id=a/b+c d}",
                "GET | /api/users/me | GET /api/users/me {}",
                "GET | /api/users/m%65 | GET /api/users/me {}",
                "PUT | /api/users/me | PUT /api/users/me {}",
                "DELETE | /api/users/me | DELETE /api/users/{key} {key=me}",
                "DELETE | /api/users/5 | DELETE /api/users/{key} {key=5}",
                "POST | /api/users/5/cars/7 | POST /api/users/{id}/cars/{car} {car=7, id=5}",
                "POST | /api/users/me/cars/7 | POST /api/users/{id}/cars/{car} {car=7, id=me}",
            })
    void aRequestReachesItsRoute(final String method, final String path, final String answer) throws Exception {
        assertThat(send(method, path).body()).isEqualTo(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users", "/api/users//", "/api/users/5/cars", "/api//users/5", "/api;a=b", "/api/x"})
    void otherPathsAreNotFound(final String path) throws Exception {
        final HttpResponse<String> answer = send("GET", path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("There is nothing at this path.");
    }

    @Test
    void otherMethodsGetThoseThatAreAllowed() throws Exception {
        final HttpResponse<String> refused = send("POST", "/api/users/5");
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("Allow")).contains("DELETE, GET, HEAD, OPTIONS");
        assertThat(send("POST", "/api/users/me").headers().firstValue("Allow"))
                .contains("DELETE, GET, HEAD, OPTIONS, PUT");
        final HttpResponse<String> options = send("OPTIONS", "/api/users/5/cars/7");
        assertThat(options.statusCode()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow")).contains("OPTIONS, POST");
        assertThat(options.body()).isEqualTo("OPTIONS, POST");
    }

    @Test
    void headIsForTheRouteOfGet() throws Exception {
        final HttpResponse<String> head = send("HEAD", "/api/users/me");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Length")).contains("20");
        assertThat(head.body()).isEmpty();
    }

    @Test
    void guardsDecideAboutTheRoute() throws Exception {
        final HttpResponse<String> refused = send("GET", "/api/users/13");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("Not GET /api/users/{id} (users.js:3).");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/users/5, /api/users/{id}, GET /api/users/{id} (users.js:3)",
        "/api/users/13, /api/users/{id}, GET /api/users/{id} (users.js:3)",
        "/api/nothing, /api/*, scripts"
    })
    void observersGetTheTemplate(final String path, final String route, final String handler) throws Exception {
        send("GET", path);
        Await.until("three events", () -> events.size() >= 3);
        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Begun", "Matched", "Answered");
        assertThat(((RequestEvent.Matched) events.get(1)).route()).isEqualTo(route);
        assertThat(((RequestEvent.Matched) events.get(1)).handler()).isEqualTo(handler);
        assertThat(((RequestEvent.Answered) events.get(2)).route()).isEqualTo(route);
    }

    @Test
    void theRootHasTheSlashAsItsTemplate() throws Exception {
        try (RunningApplication root = run(mount("/", List.of(part("", MountRoute.of(HttpMethod.GET)))))) {
            client.send(HttpRequest.newBuilder(root.uri()).build(), HttpResponse.BodyHandlers.discarding());
            Await.until("three events", () -> events.size() >= 3);
            assertThat(((RequestEvent.Matched) events.get(1)).route()).isEqualTo("/");
        }
    }

    @Test
    void aSlashAtTheEndOfTheMountMakesNoDifference() throws Exception {
        try (RunningApplication slash = run(mount("/x/", List.of(part("/x/y", MountRoute.of(HttpMethod.GET)))))) {
            assertThat(client.send(
                                    HttpRequest.newBuilder(URI.create(slash.uri() + "/x/y"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("GET /x/y {}");
        }
    }

    @Test
    void rolesThatNothingEnforcesFailTheStart() {
        final HttpMount closed = mount(
                "/closed",
                List.of(part(
                        "/closed/{id}",
                        MountRoute.of(HttpMethod.GET).withRoles(Set.of("admin")).withOrigin("closed.js:7"))));
        assertThat(refused(closed, guard))
                .contains("Nothing enforces the roles of the route GET /closed/{id} (closed.js:7)")
                .contains("from closed.js:7")
                .contains("SecurityPlugin");
    }

    @Test
    void twoRoutesForTheSameRequestsFailTheStart() {
        assertThat(refused(mount(
                        "/x",
                        List.of(
                                part("/x/{a}", MountRoute.of(HttpMethod.GET).withOrigin("a.js:1")),
                                part("/x/{b}", MountRoute.of(HttpMethod.GET).withOrigin("b.js:2"))))))
                .contains("Two routes of the plugin 'scripts' handle the same requests: GET /x/{a} (a.js:1) and GET"
                        + " /x/{b} (b.js:2).");
    }

    private String refused(final HttpMount mount, final ListenerGuard... guards) {
        final StartException refused = catchThrowableOfType(
                StartException.class, () -> run(mount, guards).stop());
        assertThat(refused.problems()).hasSize(1);
        return refused.problems().get(0).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/other", "/xy", "/x/{a}-{b}", "/x/{a: .+}", "/x/{a}/{a}", "/x//y", "/x/..", "/x/a b"})
    void aPathThatIsNoneOfTheMountIsRefused(final String template) {
        assertThatThrownBy(() -> mount("/x", List.of(part(template, MountRoute.of(HttpMethod.GET)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + template + "'");
    }

    @Test
    void contradictionsAreRefused() {
        final MountRoute get = MountRoute.of(HttpMethod.GET);
        assertThatThrownBy(() -> get.withRoles(Set.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> get.withRoles(Set.of(" "))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> get.permittingAll().withRoles(Set.of("admin")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> get.withRequestSchema("{")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> get.withResponse(200, "7")).isInstanceOf(IllegalArgumentException.class);
    }
}
