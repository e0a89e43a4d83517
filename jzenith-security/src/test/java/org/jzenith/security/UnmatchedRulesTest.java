package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.HttpPlugin;
import org.jzenith.http.file.ServedFolder;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** A path rule that matches nothing fails startup, because the path that it should close would be open. */
final class UnmatchedRulesTest {

    /** Resource methods with and without parameters. */
    @Path("/")
    @Produces("text/plain")
    public static final class ShopResource {

        @GET
        @Path("r")
        public String get() {
            return "r";
        }

        @GET
        @Path("users/{id}")
        public String user(@PathParam("id") final String id) {
            return id;
        }

        @GET
        @Path("files/{path: .+}")
        public String file(@PathParam("path") final String path) {
            return path;
        }

        @Path("late/{id}")
        public Object late() {
            return new ShopResource();
        }
    }

    /** A resource of operators. */
    @Path("/usage")
    @Produces("text/plain")
    public static final class UsageResource {

        @GET
        public String get() {
            return "usage";
        }
    }

    static final class Chat implements WebSocketHandler {

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            return socket.messages();
        }
    }

    private static JZenith shop(final SecurityPlugin security, final ServedFolder... folders) {
        return JZenith.application("--check")
                .withPlugins(
                        RestPlugin.withResources(ShopResource.class),
                        RestPlugin.named("admin").withResources(UsageResource.class),
                        security,
                        StaticFiles.of(folders),
                        WebSocketPlugin.create().at("/chat/{room}", Chat.class))
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/docs", "docs", exchange -> () -> {})
                                .onNoListener()))
                .withConfiguration("rest.admin.port", 0)
                .withConfiguration("rest.context-path", "/api");
    }

    private static JZenith shop(final SecurityPlugin security) {
        return shop(security, StaticFiles.at("/desk", "."), StaticFiles.at("/desk/photos", "."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api",
                "/api/r",
                "/api/r/",
                "/api/users",
                "/api/users/5",
                "/api/files/2026/7",
                "/api/late/5/r/x",
                "/api/health",
                "/usage",
                "/desk",
                "/desk/private",
                "/desk/photos/private",
                "/chat",
                "/chat/red",
                "/docs",
            })
    void aRuleDecidesAboutMethodsMountsAndSocketsAndWhatASettingTurnsOff(final String path) {
        assertThat(shop(SecurityPlugin.create())
                        .withConfiguration("security.paths.\"" + path + "\"", "nobody")
                        .run())
                .isNotNull();
    }

    @Test
    void aRuleForHealthStaysWhenASettingTurnsItOff() {
        assertThat(shop(SecurityPlugin.create())
                        .withConfiguration("security.paths.\"/api/health\"", "nobody")
                        .withConfiguration("security.paths.\"/health/ready\"", "nobody")
                        .withConfiguration("rest.health.enabled", false)
                        .withConfiguration("rest.admin.context-path", "/")
                        .withConfiguration("rest.admin.health.enabled", false)
                        .run())
                .isNotNull();
    }

    @Test
    void aRuleDecidesAboutTheHealthOfAListenerWithoutJakartaRest() {
        assertThat(JZenith.application("--check")
                        .withPlugins(
                                RestPlugin.withResources(ShopResource.class),
                                HttpPlugin.named("admin"),
                                SecurityPlugin.create().withPath("/health", Access.nobody(), "rest.admin"))
                        .withConfiguration("rest.admin.port", 0)
                        .withConfiguration("rest.context-path", "/api")
                        .run())
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/r, Did you mean /api/r?",
        "/users/5, Correct the path",
        "/api/R, Did you mean /api/r?",
        "/api/user, Did you mean /api/users?",
        "/api/users/5/x, Did you mean /api/users?",
        "/dekk, Did you mean /desk?",
        "/chatt, Did you mean /chat?",
        "/chat/red/blue, Correct the path",
    })
    void aRuleThatDecidesAboutNothingFailsTheStart(final String path, final String remedy) {
        assertThatThrownBy(() -> shop(SecurityPlugin.create())
                        .withConfiguration("security.paths.\"" + path + "\"", "nobody")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The path rule security.paths.\"" + path + "\" matches nothing: no resource"
                        + " method, mount or WebSocket has this path or one below it.")
                .hasMessageContaining(remedy);
    }

    @Test
    void rulesOfCodeAreCheckedTogether() {
        assertThatThrownBy(() -> shop(SecurityPlugin.create()
                                .withMount("/dekk", Access.nobody())
                                .withMount("/api/r", Access.nobody())
                                .withMount("/", Access.nobody())
                                .withPath("/uage", Access.nobody(), "rest.admin")
                                .withPath("/usage", Access.nobody(), "rest"))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The path rule withMount(\"/dekk\") matches nothing: no mount or WebSocket has")
                .hasMessageContaining("Did you mean /desk?")
                .hasMessageContaining("The path rule withMount(\"/api/r\") matches nothing")
                .hasMessageContaining("Use withPath(..): withMount(..) does not apply to resource methods or to mounts")
                .hasMessageContaining("The path rule withMount(\"/\") matches nothing")
                .hasMessageContaining(
                        "The path rule withPath(\"/uage\", \"rest.admin\") matches nothing: no resource method,"
                                + " mount or WebSocket of the listener 'rest.admin' has")
                .hasMessageContaining("Did you mean /usage?")
                .hasMessageContaining("Name the listener 'rest.admin' instead, which has this path.");
    }

    /** The WebSockets get all requests below their prefix, although the folder is above it. */
    @Test
    void aRuleForWhatAnotherMountHandlesDecidesAboutNothing() {
        assertThatThrownBy(() -> shop(
                                SecurityPlugin.create().withMount("/chat/red/blue", Access.nobody()),
                                StaticFiles.at("/", "."))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The path rule withMount(\"/chat/red/blue\") matches nothing");
    }

    @Test
    void twoSettingsForOnePathFailTheStart() {
        assertThatThrownBy(() -> shop(SecurityPlugin.create())
                        .withConfiguration("security.paths.\"/desk\"", "nobody")
                        .withConfiguration("security.paths.\"/desk/\"", "everyone")
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("the same path already has a rule");
    }
}
