package org.jzenith.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Maybe;
import io.vertx.core.buffer.Buffer;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.observe.SecurityEvent;

/** Annotations and paths decide who may use resources, static files and other mounts. */
final class AuthorizationTest {

    private final List<SecurityEvent> events = Collections.synchronizedList(new ArrayList<>());
    private RunningApplication application;

    /** Trusts a header: the name, a semicolon and a role. */
    private static final class HeaderMechanism implements AuthenticationMechanism {

        @Override
        public String name() {
            return "header";
        }

        @Override
        public Maybe<Identity> authenticate(final ServerRequest request) {
            final String field = request.headers().get("X-Test-User");
            if (field == null) {
                return Maybe.empty();
            }
            final String[] parts = field.split(";", 2);
            return parts.length < 2
                    ? Maybe.error(new WrongCredentialsException("no role"))
                    : Maybe.just(Identity.of(parts[0], name()).withRoles(List.of(parts[1])));
        }

        @Override
        public java.util.Optional<String> challenge() {
            return java.util.Optional.of("Test realm=\"x\"");
        }
    }

    /** Decides for the classes that implement it. */
    @RolesAllowed("admin")
    public interface Administration {

        @PermitAll
        String motto();
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        @GET
        @Path("open")
        public String open() {
            return "open";
        }

        @GET
        @Path("me")
        @Authenticated
        public String me(@Context final SecurityContext context) {
            return context.getUserPrincipal().getName() + " " + context.isUserInRole("admin") + " "
                    + context.getAuthenticationScheme();
        }

        @GET
        @Path("admin/{what}")
        @RolesAllowed({"admin", "root"})
        public String admin(@PathParam("what") final String what) {
            return what;
        }

        @POST
        @Path("upload")
        @RolesAllowed("admin")
        public String upload(final String body) {
            return body;
        }

        @GET
        @Path("nobody")
        @DenyAll
        public String nobody() {
            return "never";
        }

        @Path("locked")
        @RolesAllowed("admin")
        public Object locked() {
            return new Sub();
        }

        @Path("free")
        public Object free() {
            return new Sub();
        }
    }

    /** Known when a request arrives. */
    @Produces("text/plain")
    public static final class Sub {

        @GET
        public String plain() {
            return "sub";
        }

        @GET
        @Path("secret")
        @RolesAllowed("root")
        public String secret() {
            return "secret";
        }
    }

    @Path("/inherited")
    @Produces("text/plain")
    public static final class Inheriting implements Administration {

        private final Provider<Identity> identity;

        @Inject
        Inheriting(final Provider<Identity> identity) {
            this.identity = identity;
        }

        @GET
        public String name() {
            return identity.get().getName();
        }

        @GET
        @Path("motto")
        @Override
        public String motto() {
            return "motto";
        }
    }

    private JZenith recipe(final SecurityPlugin security) {
        return JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(
                        RestPlugin.withResources(Resource.class, Inheriting.class),
                        StaticFiles.of(StaticFiles.at("/files", "classpath:files")),
                        security)
                .withModules(binder -> {
                    AuthenticationMechanism.binder(binder).addBinding().toInstance(new HeaderMechanism());
                    HttpMount.binder(binder)
                            .addBinding()
                            .toInstance(HttpMount.at(
                                    "/mount",
                                    "test",
                                    exchange ->
                                            () -> exchange.response().send("text/plain", Buffer.buffer("mounted"))));
                    Observers.binder(binder).addBinding().toInstance(new EventObserver<SecurityEvent>() {
                        @Override
                        public Class<SecurityEvent> events() {
                            return SecurityEvent.class;
                        }

                        @Override
                        public void observe(final SecurityEvent event) {
                            events.add(event);
                        }
                    });
                })
                .withConfiguration("rest.port", 0);
    }

    private void start() {
        application = recipe(SecurityPlugin.create()
                        .withPath("/files", Access.roles("reader"))
                        .withPath("/mount", Access.authenticated())
                        .withPath("/mount/public", Access.everyone()))
                .run();
    }

    @AfterEach
    void stop() {
        if (application != null) {
            application.stop();
        }
    }

    private String send(final String method, final String target, final String headers) throws IOException {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((method + " " + target + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n" + headers
                                    + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int status(final String response) {
        return Integer.parseInt(response.substring(9, 12));
    }

    @ParameterizedTest
    @CsvSource({
        "/open, '', 200",
        "/me, '', 401",
        "/me, ann;x, 200",
        "/me, ann, 401",
        "/open, ann, 401",
        "/admin/a, '', 401",
        "/admin/a, ann;x, 403",
        "/admin/a, ann;root, 200",
        "/nobody, '', 401",
        "/nobody, ann;admin, 403",
        "/locked, ann;x, 403",
        "/locked, ann;admin, 200",
        "/locked/secret, ann;admin, 403",
        "/locked/secret, ann;root, 403",
        "/free, '', 200",
        "/free/secret, '', 401",
        "/free/secret, ann;root, 200",
        "/inherited, ann;x, 403",
        "/inherited, ann;admin, 200",
        "/inherited/motto, '', 200",
        "/files/hello.txt, '', 401",
        "/files/hello.txt, ann;x, 403",
        "/mount, '', 401",
        "/mount/a, ann;x, 200",
        "/mount/public/a, '', 200",
        "/health, '', 200",
        "/nothing, '', 404"
    })
    void decisionsHold(final String path, final String user, final int expected) throws Exception {
        start();
        final String headers = user.isEmpty() ? "" : "X-Test-User: " + user + "\r\n";
        final String response = send("GET", path, headers);
        assertThat(status(response)).as(response).isEqualTo(expected);
        final String head = send("HEAD", path, headers);
        assertThat(status(head)).as("HEAD " + head).isEqualTo(expected);
        if (expected == 401) {
            assertThat(response).containsIgnoringCase("\r\nWWW-Authenticate: Test realm=\"x\"\r\n");
        }
        if (expected == 401 || expected == 403) {
            assertThat(response)
                    .containsIgnoringCase("application/problem+json")
                    .doesNotContain("roles", "RolesAllowed");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//admin/a",
                "/./admin/a",
                "/x/../admin/a",
                "/%2e/admin/a",
                "/admin;x=y/a",
                "/admin/a;x=y",
                "/admin%2Fa",
                "/admin/a/",
                "/%61dmin/a",
                "/ADMIN/a",
                "/admin/a%00",
                "http://here/admin/a",
                "//files/hello.txt",
                "/files;x=y/hello.txt",
                "/f%69les/hello.txt",
                "/./files/hello.txt",
                "/files/%2e/hello.txt",
                "/files%2Fhello.txt",
                "/mount;a=b",
                "/mount;a=b/x",
                "/m%6Funt/x",
                "/mount/public/../x",
                "/mount/public%2F..%2Fx",
                "/mount/publicx",
                "/mount/public/%2e%2e/x"
            })
    void noSpellingOfAPathPassesWithoutCredentials(final String target) throws Exception {
        start();
        for (final String header : List.of(
                "",
                "X-HTTP-Method-Override: OPTIONS\r\n",
                "X-Forwarded-User: root\r\n",
                "X-Forwarded-Prefix: /open\r\n",
                "X-Original-URL: /open\r\n")) {
            final String response = send("GET", target, header);
            assertThat(status(response)).as(target + " " + response).isIn(400, 401, 404);
        }
    }

    @Test
    void aRefusedUploadIsNotRead() throws Exception {
        start();
        final String response = send("POST", "/upload", "Content-Length: 1000000\r\nContent-Type: text/plain\r\n");
        assertThat(status(response)).as(response).isEqualTo(401);
        assertThat(events)
                .filteredOn(SecurityEvent.Denied.class::isInstance)
                .hasSize(1)
                .first()
                .asString()
                .contains("roles admin, by @RolesAllowed on Resource.upload");
    }

    @Test
    void optionsNeedNoCredentials() throws Exception {
        start();
        assertThat(status(send("OPTIONS", "/admin/a", ""))).isEqualTo(200);
        assertThat(status(send("TRACE", "/admin/a", ""))).isIn(400, 405, 501);
    }

    @Test
    void denyByDefaultNamesAllThatNobodyDecidedAbout() {
        assertThatThrownBy(() -> recipe(SecurityPlugin.create().withPath("/files", Access.everyone()))
                        .withConfiguration("security.deny-by-default", true)
                        .run())
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.getMessage())
                                .contains("Resource.open (GET /open", "mount 'test at /mount'")
                                .doesNotContain("Resource.admin", "/files", "health"));
    }

    @Test
    void aPathDecidesAboutMethodsWithoutAnnotations() throws Exception {
        application = recipe(SecurityPlugin.create()
                        .withPath("/files", Access.everyone())
                        .withPath("/mount", Access.everyone())
                        .withPath("/open", Access.roles("admin"))
                        .withPath("/free", Access.everyone()))
                .withConfiguration("security.deny-by-default", true)
                .run();
        assertThat(status(send("GET", "/open", ""))).isEqualTo(401);
        assertThat(status(send("GET", "/open", "X-Test-User: ann;admin\r\n"))).isEqualTo(200);
        assertThat(status(send("GET", "/free", ""))).isEqualTo(200);
        assertThat(status(send("GET", "/free/secret", ""))).isEqualTo(401);
        assertThat(status(send("GET", "/locked", "X-Test-User: ann;admin\r\n"))).isEqualTo(200);
        assertThat(status(send("GET", "/health", ""))).isEqualTo(200);
    }
}
