package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Module;
import io.reactivex.Flowable;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.core.RunningApplication;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** Every row of the attack table fails for anonymous clients and for those without the role, on each kind of target. */
final class AttackTest {

    private static final String SECRET = "SECRET";
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final Vertx VERTX = RawClient.vertx();

    @TempDir
    static java.nio.file.Path folder;

    private static RunningApplication application;

    /** The protected paths; each row of the table is tried on all of them. */
    enum Target {
        RESOURCE("/admin"),
        RESOURCE_WITH_PARAMETER("/admin/17"),
        RESOURCE_BY_PATH("/reports/17"),
        RESOURCE_BEHIND_LOCATOR("/shop/admin/secret"),
        STATIC_FILE("/files/secret/salaries.txt"),
        STATIC_FILE_OF_THE_ROOT("/private/salaries.txt"),
        WEB_SOCKET("/socket"),
        MOUNT("/mount/thing");

        private final String path;

        Target(final String path) {
            this.path = path;
        }
    }

    @Produces("text/plain")
    @Path("/admin")
    @RolesAllowed("admin")
    public static final class AdminResource {

        @GET
        public String all() {
            CALLS.incrementAndGet();
            return SECRET;
        }

        @GET
        @Path("{id}")
        public String one(@PathParam("id") final String id) {
            CALLS.incrementAndGet();
            return SECRET + id;
        }

        @PUT
        public String put(final String body) {
            CALLS.incrementAndGet();
            return SECRET + body.length();
        }
    }

    @Produces("text/plain")
    @Path("/reports/{id}")
    public static final class ReportResource {

        @GET
        public String report() {
            CALLS.incrementAndGet();
            return SECRET;
        }
    }

    @Produces("text/plain")
    @Path("/shop")
    public static final class ShopResource {

        @Path("admin")
        @RolesAllowed("admin")
        public Object admin() {
            CALLS.incrementAndGet();
            return new Secrets();
        }
    }

    public static final class Secrets {

        @GET
        @Path("secret")
        public String secret() {
            CALLS.incrementAndGet();
            return SECRET;
        }
    }

    @RolesAllowed("admin")
    static final class AdminSocket implements WebSocketHandler {

        @Override
        public Flowable<WebSocketMessage> handle(final WebSocket socket) {
            CALLS.incrementAndGet();
            return socket.messages();
        }
    }

    private static final class MountPlugin implements Plugin {

        @Override
        public String name() {
            return "mount";
        }

        @Override
        public Set<String> requires() {
            return Set.of("rest");
        }

        @Override
        public List<Module> modules() {
            return List.of(new AbstractModule() {
                @Override
                protected void configure() {
                    HttpMount.binder(binder())
                            .addBinding()
                            .toInstance(HttpMount.at("/mount", "mount", exchange -> () -> {
                                CALLS.incrementAndGet();
                                exchange.response().send("text/plain", Buffer.buffer(SECRET));
                            }));
                }
            });
        }
    }

    @BeforeAll
    static void start() throws IOException {
        for (final String each : List.of("files/secret", "root/private")) {
            Files.createDirectories(folder.resolve(each));
            Files.writeString(folder.resolve(each).resolve("salaries.txt"), SECRET);
        }
        application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(AdminResource.class, ReportResource.class, ShopResource.class),
                        StaticFiles.of(
                                StaticFiles.at("/files", folder.resolve("files").toString()),
                                StaticFiles.at("/", folder.resolve("root").toString())),
                        WebSocketPlugin.create().at("/socket", AdminSocket.class),
                        new MountPlugin(),
                        SecurityPlugin.create()
                                .withPath("/reports", Access.roles("admin"))
                                .withPath("/mount", Access.roles("admin"))
                                .withPath("/private", Access.roles("admin")))
                .withModules(TestUsers.module())
                .withConfiguration("security.paths.\"/files/secret\"", "roles admin")
                .withConfiguration("rest.cors.origins", "https://shop.example.org")
                .withConfiguration("rest.port", 0)
                .run();
    }

    @AfterAll
    static void stop() {
        VERTX.close().toCompletionStage().toCompletableFuture().join();
        application.stop();
    }

    /** Different spellings of a path. */
    private static List<String> spellings(final String path) {
        final int slash = path.lastIndexOf('/');
        final String before = path.substring(0, slash);
        final String last = path.substring(slash + 1);
        final String first = path.substring(1).split("/", -1)[0];
        final String rest = path.substring(1 + first.length());
        final String escaped = String.format("%%%02x", (int) first.charAt(0)) + first.substring(1);
        return List.of(
                path,
                "/" + path,
                "//" + path,
                before + "//" + last,
                "/." + path,
                before + "/./" + last,
                "/x/.." + path,
                "/x/%2e%2e" + path,
                "/x/%2E%2e" + path,
                "/x/.%2e" + path,
                "/%2e" + path,
                "/" + first + ";x=y" + rest,
                "/" + first + ";" + rest,
                "/" + first + ";/x" + rest,
                path + ";x=y",
                path + ";x=/y",
                "/;x=y" + path,
                "/" + first + "%3b" + rest,
                "/" + first + "%3Bx=y" + rest,
                "/%2F" + first + rest,
                "/" + first + "%2F" + rest.replaceFirst("/", ""),
                "/" + first + "%2f.." + "%2f" + first + rest,
                "/" + first + "%5C" + rest.replaceFirst("/", ""),
                "/" + first.toUpperCase(java.util.Locale.ROOT) + rest,
                "/" + escaped + rest,
                "/" + escaped + rest + "?x",
                path + "/",
                path + "//",
                path + "/.",
                path + "/%2e",
                path + "%00",
                path + "%00.txt",
                path + "%20",
                path + ".",
                path + "?",
                path + "?x=/../..",
                path + "#x",
                "http://localhost" + path,
                "http://localhost/" + path,
                "http://elsewhere.example" + path,
                "http:" + path,
                "*");
    }

    /** Headers that make others believe something. */
    private static List<Map<String, String>> headers() {
        final List<Map<String, String>> all = new ArrayList<>(List.of(
                Map.of("X-HTTP-Method-Override", "OPTIONS"),
                Map.of("X-HTTP-Method", "OPTIONS"),
                Map.of("X-Method-Override", "OPTIONS"),
                Map.of("X-Forwarded-User", "ann"),
                Map.of("X-Remote-User", "ann"),
                Map.of("Remote-User", "ann"),
                Map.of("X-Forwarded-Prefix", "/open"),
                Map.of("X-Forwarded-Prefix", "/admin"),
                Map.of("X-Original-URL", "/open"),
                Map.of("X-Rewrite-URL", "/open"),
                Map.of("X-Forwarded-Host", "localhost"),
                Map.of("X-Forwarded-For", "127.0.0.1"),
                Map.of("Forwarded", "for=127.0.0.1;host=localhost"),
                Map.of("X-Real-IP", "127.0.0.1"),
                Map.of("Authorization", "Basic YW5uOmFubg=="),
                Map.of("Authorization", "Bearer eyJhbGciOiJub25lIn0.e30."),
                Map.of("Cookie", "user=ann; roles=admin"),
                Map.of("Origin", "http://localhost", "Access-Control-Request-Method", "GET")));
        all.add(Map.of());
        return all;
    }

    private static Map<String, String> with(final Map<String, String> headers, final Target target, final String user) {
        final Map<String, String> all = new LinkedHashMap<>(headers);
        if (target == Target.WEB_SOCKET) {
            all.put("Connection", "Upgrade");
            all.put("Upgrade", "websocket");
            all.put("Sec-WebSocket-Version", "13");
            all.put("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
        }
        if (!user.isEmpty()) {
            all.put(TestUsers.HEADER, user);
        }
        return all;
    }

    private static void assertRefused(
            final SoftAssertions softly,
            final Target target,
            final boolean http2,
            final String method,
            final String path,
            final Map<String, String> headers)
            throws Exception {
        if (http2 && target == Target.WEB_SOCKET) {
            headers.remove("Connection");
            headers.remove("Upgrade");
        }
        final RawClient.Answer answer = http2
                ? RawClient.http2(VERTX, application.port(), method, path, headers)
                : RawClient.send(false, application.port(), method, path, headers);
        softly.assertThat(answer.text())
                .as("%s %s %s over HTTP/%s", method, path, headers, http2 ? 2 : 1)
                .doesNotContain(SECRET);
        if (!method.equals("OPTIONS")) {
            softly.assertThat(answer.status())
                    .as("%s %s %s over HTTP/%s", method, path, headers, http2 ? 2 : 1)
                    .matches(status -> (status >= 300 && status < 500) || status == 501, "a refusal");
        }
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void theRoleOpensTheTarget(final Target target) throws Exception {
        final RawClient.Answer answer =
                RawClient.send(false, application.port(), "GET", target.path, with(Map.of(), target, "ann;admin"));
        if (target == Target.WEB_SOCKET) {
            assertThat(answer.status()).isEqualTo(101);
        } else {
            assertThat(answer.text()).startsWith("HTTP/1.1 200").contains(SECRET);
            assertThat(RawClient.send(true, application.port(), "GET", target.path, with(Map.of(), target, "ann;admin"))
                            .text())
                    .contains(SECRET);
        }
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void thePlainTargetSaysWhoIsMissing(final Target target) throws Exception {
        final RawClient.Answer anonymous =
                RawClient.send(false, application.port(), "GET", target.path, with(Map.of(), target, ""));
        assertThat(anonymous.text())
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("\r\nWWW-Authenticate: Test realm=\"test\"\r\n")
                .containsIgnoringCase("\r\nContent-Type: application/problem+json")
                .contains("Authentication is required.")
                .doesNotContain("roles");
        final RawClient.Answer clerk =
                RawClient.send(false, application.port(), "GET", target.path, with(Map.of(), target, "bob;clerk"));
        assertThat(clerk.text())
                .startsWith("HTTP/1.1 403 ")
                .contains("You are not allowed to do this.")
                .doesNotContainIgnoringCase("WWW-Authenticate");
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void noSpellingOfThePathLeadsPastTheDecision(final Target target) throws Exception {
        final int before = CALLS.get();
        final SoftAssertions softly = new SoftAssertions();
        for (final String path : spellings(target.path)) {
            assertRefused(softly, target, false, "GET", path, with(Map.of(), target, "bob;clerk"));
            assertRefused(softly, target, true, "GET", path, with(Map.of(), target, ""));
        }
        softly.assertAll();
        assertThat(CALLS).hasValue(before);
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void noHeaderLeadsPastTheDecision(final Target target) throws Exception {
        final int before = CALLS.get();
        final SoftAssertions softly = new SoftAssertions();
        for (final Map<String, String> headers : headers()) {
            for (final boolean http2 : List.of(false, true)) {
                assertRefused(softly, target, http2, "GET", target.path, with(headers, target, ""));
            }
        }
        softly.assertAll();
        assertThat(CALLS).hasValue(before);
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void noMethodLeadsPastTheDecision(final Target target) throws Exception {
        final int before = CALLS.get();
        final SoftAssertions softly = new SoftAssertions();
        for (final String method :
                List.of("HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND", "get", "Get")) {
            for (final boolean http2 : List.of(false, true)) {
                assertRefused(softly, target, http2, method, target.path, with(Map.of(), target, ""));
            }
        }
        softly.assertAll();
        assertThat(CALLS).hasValue(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = Target.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"WEB_SOCKET"})
    void headIsDecidedAsGet(final Target target) throws Exception {
        for (final Map.Entry<String, Integer> each :
                Map.of("", 401, "bob;clerk", 403, "ann;admin", 200).entrySet()) {
            assertThat(RawClient.send(
                                    false,
                                    application.port(),
                                    "HEAD",
                                    target.path,
                                    with(Map.of(), target, each.getKey()))
                            .status())
                    .as(each.getKey())
                    .isEqualTo(each.getValue());
        }
    }

    @Test
    void optionsOfAResourceNeedNoCredentials() throws Exception {
        assertThat(RawClient.send(false, application.port(), "OPTIONS", "/admin", Map.of())
                        .text())
                .startsWith("HTTP/1.1 200 ")
                .contains("GET, HEAD, OPTIONS, PUT");
    }

    @ParameterizedTest
    @EnumSource(Target.class)
    void aPreflightNeedsNoCredentials(final Target target) throws Exception {
        final RawClient.Answer answer = RawClient.send(
                false,
                application.port(),
                "OPTIONS",
                target.path,
                Map.of(
                        "Origin", "https://shop.example.org",
                        "Access-Control-Request-Method", "GET",
                        "Access-Control-Request-Headers", "authorization"));
        assertThat(answer.text())
                .startsWith("HTTP/1.1 204 ")
                .containsIgnoringCase("\r\nAccess-Control-Allow-Origin: https://shop.example.org\r\n");
    }

    @Test
    void anUploadIsRefusedBeforeItIsReceived() throws IOException {
        final int before = CALLS.get();
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("PUT /admin HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\nfirst bytes")
                            .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 401 ")
                    .containsIgnoringCase("\r\nConnection: close\r\n");
        }
        assertThat(CALLS).hasValue(before);
    }

    @Test
    void aRequestBehindAnUnauthenticatedUploadIsNotServed() throws IOException {
        final String smuggled = "GET /admin HTTP/1.1\r\nHost: localhost\r\n" + TestUsers.HEADER + ": ann;admin\r\n\r\n";
        final RawClient.Answer answer = RawClient.raw(
                application.port(),
                "PUT /admin HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + smuggled.length() + "\r\n\r\n"
                        + smuggled);
        assertThat(answer.text()).startsWith("HTTP/1.1 401 ").doesNotContain(SECRET);
    }

    @Test
    void wrongCredentialsNeverFallThrough() throws Exception {
        for (final String path :
                Stream.of(Target.values()).map(target -> target.path).toList()) {
            assertThat(RawClient.send(false, application.port(), "GET", path, Map.of(TestUsers.HEADER, ";admin"))
                            .status())
                    .as(path)
                    .isEqualTo(401);
        }
    }
}
