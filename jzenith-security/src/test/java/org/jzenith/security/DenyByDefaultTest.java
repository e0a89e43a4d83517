package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Module;
import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.OpenByDefault;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.authorization.AccessTable;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** Denies by default, hides unknown paths, and decides about WebSockets and handlers of mounts. */
final class DenyByDefaultTest {

    private @Nullable RunningApplication application;

    @AfterEach
    void stop() {
        if (application != null) {
            application.stop();
        }
    }

    @Path("/undecided")
    @Produces("text/plain")
    public static final class UndecidedResource {

        @GET
        public String get() {
            return "undecided";
        }

        @GET
        @Path("open")
        @PermitAll
        public String open() {
            return "open";
        }

        @Path("late")
        public Object late() {
            return new Late();
        }

        @Path("decided")
        @RolesAllowed("admin")
        public Object decided() {
            return new Late();
        }
    }

    @Produces("text/plain")
    public static final class Late {

        @GET
        public String get() {
            return "late";
        }

        @GET
        @Path("open")
        @PermitAll
        public String open() {
            return "late open";
        }
    }

    static final class PlainSocket implements WebSocketHandler {

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            return socket.messages();
        }
    }

    @RolesAllowed("admin")
    static final class AdminSocket implements WebSocketHandler {

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            return Flowable.just(WebSocketMessage.text(String.valueOf(
                    RequestContext.current() == null
                            ? null
                            : RequestContext.current().identity())));
        }
    }

    private static Plugin mount() {
        return new Plugin() {
            @Override
            public String name() {
                return "greeting";
            }

            @Override
            public List<Module> modules() {
                return List.of(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at(
                                "/greeting",
                                "greeting",
                                exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("hello")))));
            }
        };
    }

    private RunningApplication run(final SecurityPlugin security, final PluginSource... plugins) {
        final JZenith builder = JZenith.application()
                .withPlugins(RestPlugin.withResources(UndecidedResource.class), security)
                .withPlugins(plugins)
                .withModules(TestUsers.module())
                .withConfiguration("rest.port", 0)
                .withConfiguration("security.deny-by-default", true);
        application = builder.run();
        return application;
    }

    private RawClient.Answer get(final String path, final String user) throws Exception {
        return RawClient.send(
                false,
                application == null ? 0 : application.port(),
                "GET",
                path,
                user.isEmpty() ? Map.of() : Map.of(TestUsers.HEADER, user));
    }

    @Test
    void aStartNamesAllThatNobodyHasDecidedAbout() {
        assertThatThrownBy(() ->
                        run(SecurityPlugin.create(), WebSocketPlugin.create().at("/plain", PlainSocket.class), mount()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "The resource method UndecidedResource.get (GET /undecided of the listener 'rest')"
                                + " has no access rule, and security.deny-by-default is on.")
                .hasMessageContaining("mount 'websocket at /plain' of the listener 'rest'")
                .hasMessageContaining("mount 'greeting at /greeting'")
                .hasMessageContaining("security.paths.\"/undecided\"=roles admin")
                .hasMessageContaining("SecurityPlugin.create().withMount(\"/greeting\", Access.roles(\"admin\"))")
                .hasMessageNotContaining("UndecidedResource.open")
                .hasMessageNotContaining("HealthResource");
    }

    @Test
    void theCommandLineCheckFindsItToo() {
        assertThatThrownBy(() -> JZenith.application("--check")
                        .withPlugins(RestPlugin.withResources(UndecidedResource.class), SecurityPlugin.create())
                        .withConfiguration("security.deny-by-default", true)
                        .run())
                .hasMessageContaining("UndecidedResource.get");
    }

    @Test
    void pathRulesDecideAndLateSubResourcesAreDenied() throws Exception {
        run(
                SecurityPlugin.create()
                        .withPath("/undecided", Access.everyone(), "rest")
                        .withPath("/greeting", Access.everyone())
                        .withPath("/plain", Access.authenticated()),
                WebSocketPlugin.create().at("/plain", PlainSocket.class),
                mount());
        assertThat(get("/undecided", "").status()).isEqualTo(200);
        assertThat(get("/greeting", "").status()).isEqualTo(200);
        assertThat(get("/health", "").status()).isEqualTo(200);
        assertThat(socket("/plain", Map.of()).status()).isEqualTo(401);
        assertThat(socket("/plain", Map.of(TestUsers.HEADER, "ann")).status()).isEqualTo(101);
    }

    @Test
    void aRuleForMountsDecidesAboutNoResourceMethod(@TempDir final java.nio.file.Path folder) throws Exception {
        final SecurityPlugin security = SecurityPlugin.create()
                .withMount("/", Access.everyone())
                .withMount("/private", Access.roles("admin"))
                .withMount("/greeting", Access.roles("admin"));
        assertThatThrownBy(() -> run(security, WebSocketPlugin.create().at("/chat/{room}", PlainSocket.class), mount()))
                .hasMessageContaining("The resource method UndecidedResource.get")
                .hasMessageContaining("mount 'websocket at /chat/{room}'")
                .hasMessageContaining("SecurityPlugin.create().withMount(\"/chat\", Access.roles(\"admin\"))")
                .hasMessageNotContaining("mount 'greeting");
        Files.writeString(folder.resolve("hello.txt"), "hello");
        application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(LazyResource.class),
                        security,
                        StaticFiles.of(StaticFiles.at("/", folder.toString())),
                        mount())
                .withModules(TestUsers.module())
                .withConfiguration("rest.port", 0)
                .withConfiguration("security.deny-by-default", true)
                .run();
        assertThat(get("/hello.txt", "").status()).isEqualTo(200);
        assertThat(get("/private/hello.txt", "").status()).isEqualTo(401);
        assertThat(get("/private;x/hello.txt", "").status()).isEqualTo(401);
        assertThat(get("/private/hello.txt", "ann;admin").status()).isEqualTo(404);
        assertThat(get("/greeting", "").status()).isEqualTo(401);
        assertThat(get("/greeting", "ann;admin").status()).isEqualTo(200);
        assertThat(get("/lazy/late", "").status()).isEqualTo(401);
        assertThat(application.injector().getInstance(AccessTable.class).rows())
                .contains(new AccessTable.Row("rest", "mount", "/greeting", "roles admin", "withMount(\"/greeting\")"));
    }

    @Test
    void aRuleForMountsGoesBeforeOneForAll() throws Exception {
        run(SecurityPlugin.create().withPath("/", Access.everyone()).withMount("/greeting", Access.nobody()), mount());
        assertThat(get("/undecided", "").status()).isEqualTo(200);
        assertThat(get("/greeting", "ann;admin").status()).isEqualTo(403);
        assertThatThrownBy(() -> SecurityPlugin.create()
                        .withMount("/a", Access.everyone())
                        .withMount("/a/", Access.everyone()))
                .hasMessageContaining("two rules for one path");
    }

    @Path("/lazy")
    public static final class LazyResource {

        @Path("late")
        public Object late() {
            return new Late();
        }

        @Path("decided")
        @RolesAllowed("admin")
        public Object decided() {
            return new Late();
        }
    }

    @Test
    void undecidedSubResourcesAreDeniedWhenTheyShow() throws Exception {
        application = JZenith.application()
                .withPlugins(RestPlugin.withResources(LazyResource.class), SecurityPlugin.create())
                .withModules(TestUsers.module())
                .withConfiguration("rest.port", 0)
                .withConfiguration("security.deny-by-default", true)
                .run();
        assertThat(get("/lazy/late", "").status()).isEqualTo(401);
        assertThat(get("/lazy/late", "ann;admin").status()).isEqualTo(403);
        assertThat(get("/lazy/late/open", "").status()).isEqualTo(200);
        assertThat(get("/lazy/decided", "ann").status()).isEqualTo(403);
        assertThat(get("/lazy/decided", "ann;admin").status()).isEqualTo(200);
    }

    @Test
    void aMethodWithoutDecisionHasNoStep() {
        application = JZenith.application()
                .withPlugins(RestPlugin.withResources(UndecidedResource.class), SecurityPlugin.create())
                .withConfiguration("rest.port", 0)
                .run();
        final List<MethodRoute> routes =
                application.injector().getInstance(ResourceMethods.class).all();
        assertThat(routes)
                .filteredOn(route -> route.template().equals("/undecided"))
                .flatExtracting(MethodRoute::steps)
                .isNotEmpty()
                .noneMatch(step -> String.valueOf(step).contains("access"));
        assertThat(routes)
                .filteredOn(route -> route.template().equals("/undecided/open"))
                .flatExtracting(MethodRoute::steps)
                .contains("everyone, by @PermitAll on UndecidedResource.open");
    }

    @Test
    void aPathRuleMayCloseTheHealth() throws Exception {
        run(SecurityPlugin.create().withPath("/", Access.authenticated()));
        assertThat(get("/health", "").status()).isEqualTo(401);
        assertThat(get("/health", "ann").status()).isEqualTo(200);
    }

    @Test
    void unknownPathsCanLookLikeProtectedOnes(@TempDir final java.nio.file.Path folder) throws Exception {
        application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(LazyResource.class),
                        SecurityPlugin.create(),
                        StaticFiles.of(StaticFiles.at("/files", folder.toString())),
                        WebSocketPlugin.create().at("/chat/{room}", PlainSocket.class))
                .withModules(TestUsers.module())
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.context-path", "/api")
                .withConfiguration("security.hide-unknown-paths", true)
                .run();
        for (final String path :
                List.of("/api/nothing", "/nothing", "/files/nothing", "/chat", "/api/lazy/late/nothing")) {
            assertThat(get(path, "").text())
                    .as(path)
                    .startsWith("HTTP/1.1 401 ")
                    .containsIgnoringCase("\r\nWWW-Authenticate: Test");
            assertThat(get(path, "ann").status()).as(path).isEqualTo(404);
        }
    }

    private RawClient.Answer socket(final String path, final Map<String, String> headers) throws Exception {
        final Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Connection", "Upgrade");
        all.put("Upgrade", "websocket");
        all.put("Sec-WebSocket-Version", "13");
        all.put("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        return RawClient.send(false, application == null ? 0 : application.port(), "GET", path, all);
    }

    @Test
    void aHandshakeNeedsTheRolesOfItsHandler() throws Exception {
        application = JZenith.application()
                .withPlugins(
                        RestPlugin.create(),
                        SecurityPlugin.create(),
                        WebSocketPlugin.create().at("/admin", AdminSocket.class))
                .withModules(TestUsers.module())
                .withConfiguration("rest.port", 0)
                .run();
        assertThat(socket("/admin", Map.of(TestUsers.HEADER, "ann;admin")).status())
                .isEqualTo(101);
        assertThat(socket("/admin", Map.of(TestUsers.HEADER, "bob;clerk")).status())
                .isEqualTo(403);
        assertThat(socket("/admin", Map.of()).text())
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("\r\nWWW-Authenticate: Test");
    }

    @Test
    void aHandshakeNeedsTheRolesOfItsPath() throws Exception {
        run(
                SecurityPlugin.create().withPath("/", Access.roles("admin")),
                WebSocketPlugin.create().at("/plain", PlainSocket.class));
        assertThat(socket("/plain", Map.of(TestUsers.HEADER, "ann;admin")).status())
                .isEqualTo(101);
        assertThat(socket("/plain", Map.of(TestUsers.HEADER, "bob;clerk")).status())
                .isEqualTo(403);
        assertThat(socket("/plain", Map.of()).status()).isEqualTo(401);
    }

    @Test
    void ticketsAndHealthNeedNoRule() throws Exception {
        application = JZenith.application()
                .withPlugins(RestPlugin.create(), SecurityPlugin.create().withTickets())
                .withModules(TestUsers.module())
                .withConfiguration("rest.port", 0)
                .withConfiguration("security.deny-by-default", true)
                .run();
        final RawClient.Answer anonymous = RawClient.send(false, application.port(), "POST", "/ticket", Map.of());
        assertThat(anonymous.text()).startsWith("HTTP/1.1 401 ").containsIgnoringCase("\r\nWWW-Authenticate: Test");
        assertThat(RawClient.send(false, application.port(), "POST", "/ticket", Map.of(TestUsers.HEADER, "ann"))
                        .status())
                .isEqualTo(200);
        assertThat(get("/health", "").status()).isEqualTo(200);
        assertThat(application.injector().getInstance(AccessTable.class).rows())
                .contains(
                        new AccessTable.Row(
                                "rest", "mount", "/ticket", "authenticated", "@Authenticated on TicketHandler"),
                        new AccessTable.Row("rest", "GET", "/health", "everyone", "@OpenByDefault on HealthResource"));
    }

    @OpenByDefault
    static final class OpenHandler implements RequestHandler {

        @Override
        public Task task(final Exchange exchange) {
            return () -> exchange.response().send("text/plain", Buffer.buffer("open"));
        }
    }

    private RunningApplication runWithOpenMount(final SecurityPlugin security) {
        application = JZenith.application()
                .withPlugins(RestPlugin.create(), security)
                .withModules(
                        TestUsers.module(),
                        binder -> HttpMount.binder(binder)
                                .addBinding()
                                .toInstance(HttpMount.at("/version", "version", new OpenHandler())))
                .withConfiguration("rest.port", 0)
                .withConfiguration("security.deny-by-default", true)
                .run();
        return application;
    }

    @Test
    void aPluginMayOpenItsMountUnlessAPathRuleClosesIt() throws Exception {
        runWithOpenMount(SecurityPlugin.create());
        assertThat(get("/version", "").status()).isEqualTo(200);
        stop();
        runWithOpenMount(SecurityPlugin.create().withPath("/version", Access.roles("admin")));
        assertThat(get("/version", "").status()).isEqualTo(401);
        assertThat(get("/version", "ann;admin").status()).isEqualTo(200);
    }

    @Test
    void anAnnotatedWebSocketWithoutThePluginFailsTheStart() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(
                                RestPlugin.create(), WebSocketPlugin.create().at("/admin", AdminSocket.class))
                        .withConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Nothing enforces the @RolesAllowed of " + AdminSocket.class.getName())
                .hasMessageContaining("Add SecurityPlugin.create() to withPlugins(..) (the class"
                        + " org.jzenith.security.SecurityPlugin in the artifact org.jzenith:jzenith-security), or remove"
                        + " the annotation.");
    }

    @Test
    void wrongPathRulesFailTheStart() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(
                                RestPlugin.create(),
                                SecurityPlugin.create().withPath("/x", Access.everyone(), "rest.admin"))
                        .withConfiguration("rest.port", 0)
                        .run())
                .hasMessageContaining("A path rule names the listener 'rest.admin'");
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(RestPlugin.create(), SecurityPlugin.create())
                        .withConfiguration("rest.port", 0)
                        .withConfiguration("security.paths.\"/x\"", "admin")
                        .run())
                .hasMessageContaining("security.paths.\"/x\" is wrong: 'admin' is not valid. Use everyone");
        assertThatThrownBy(() -> SecurityPlugin.create()
                        .withPath("/x", Access.everyone())
                        .withPath("/x/", Access.nobody()))
                .hasMessageContaining("two rules for one path");
        assertThatCode(() -> SecurityPlugin.create().withPath("x", Access.everyone()))
                .hasMessageContaining("is not valid. It must start with a slash");
    }
}
