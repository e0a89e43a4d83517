package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.Identity;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.security.password.Users;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestCertificate;
import org.jzenith.test.WebSocketRefusedException;
import org.jzenith.websocket.WebSocketPlugin;

/** A page of another site changes nothing with credentials that browsers send by themselves (cross-site request forgery). */
final class CrossSiteRequestTest {

    private static final TestCertificate AUTHORITY = TestCertificate.authority("Test");
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().sslContext(AUTHORITY.sslContext()).build();
    private static final HttpClient CERTIFIED = HttpClient.newBuilder()
            .sslContext(AUTHORITY.client("ann").sslContext())
            .build();
    private static final Queue<SecurityEvent> EVENTS = new ConcurrentLinkedQueue<>();

    @TempDir
    static java.nio.file.Path folder;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(CrossSiteRequestTest::application);

    /** The credentials of a client. */
    enum Credentials {
        BASIC("Authorization", SecuredServer.basic("ann", "secret of ann")),
        CERTIFICATE("X-None", ""),
        COOKIE("Cookie", "user=ann"),
        HEADER(TestUsers.HEADER, "ann;admin");

        private final String name;
        private final String value;

        Credentials(final String name, final String value) {
            this.name = name;
            this.value = value;
        }
    }

    /** A mechanism of an application, with a cookie. */
    private static final class CookieMechanism implements AuthenticationMechanism {

        @Override
        public String name() {
            return "cookie";
        }

        @Override
        public Optional<String> cookie() {
            return Optional.of("user");
        }

        @Override
        public Maybe<Identity> authenticate(final ServerRequest request) {
            return "user=ann".equals(request.headers().get("Cookie"))
                    ? Maybe.just(Identity.of("ann", "cookie"))
                    : Maybe.empty();
        }
    }

    @Path("/orders")
    @Authenticated
    public static final class OrderResource {

        @GET
        public String all() {
            return "all";
        }

        @POST
        public String order(final String text) {
            return "ordered";
        }
    }

    private static JZenith application() {
        final java.nio.file.Path base = folder;
        AUTHORITY
                .server("localhost")
                .writeCertificate(base.resolve("server.crt"))
                .writeKey(base.resolve("server.key"));
        AUTHORITY.writeCertificate(base.resolve("clients.crt"));
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class),
                        WebSocketPlugin.create().at("/socket", socket -> Flowable.empty()),
                        SecurityPlugin.create()
                                .withBasicAuthentication(Users.fromSettings())
                                .withClientCertificates()
                                .withTickets())
                .withModules(TestUsers.module(), binder -> {
                    AuthenticationMechanism.binder(binder).addBinding().toInstance(new CookieMechanism());
                    HttpMount.binder(binder)
                            .addBinding()
                            .toInstance(HttpMount.at(
                                    "/mount",
                                    "test",
                                    exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("done"))));
                    Observers.binder(binder).addBinding().toInstance(new EventObserver<SecurityEvent>() {
                        @Override
                        public Class<SecurityEvent> events() {
                            return SecurityEvent.class;
                        }

                        @Override
                        public void observe(final SecurityEvent event) {
                            EVENTS.add(event);
                        }
                    });
                })
                .withConfiguration("security.users.ann.password", Users.hash("secret of ann"))
                .withConfiguration("rest.cors.origins", "https://shop.example,*")
                .withConfiguration("rest.tls.certificate", base.resolve("server.crt"))
                .withConfiguration("rest.tls.key", base.resolve("server.key"))
                .withConfiguration("rest.tls.client-certificates", "request")
                .withConfiguration("rest.tls.trusted-certificates", base.resolve("clients.crt"));
    }

    private static String own() {
        return "https://localhost:" + APP.http().uri().getPort();
    }

    private static int send(
            final Credentials credentials, final String method, final String path, final List<String> headers)
            throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(own() + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header(credentials.name, credentials.value);
        headers.forEach(each -> request.header(
                each.substring(0, each.indexOf(':')),
                each.substring(each.indexOf(':') + 1).replace("own", own())));
        return (credentials == Credentials.CERTIFICATE ? CERTIFIED : CLIENT)
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    static Stream<Arguments> unsafeRequests() {
        return Stream.of(Credentials.values())
                .flatMap(credentials -> Stream.of(
                        Arguments.of(credentials, List.of(), true),
                        Arguments.of(credentials, List.of("Sec-Fetch-Site:same-origin"), true),
                        Arguments.of(credentials, List.of("Sec-Fetch-Site:none"), true),
                        Arguments.of(credentials, List.of("Origin:own"), true),
                        Arguments.of(
                                credentials, List.of("Sec-Fetch-Site:cross-site", "Origin:https://shop.example"), true),
                        Arguments.of(credentials, List.of("Sec-Fetch-Site:cross-site"), false),
                        Arguments.of(credentials, List.of("Sec-Fetch-Site:same-site"), false),
                        Arguments.of(credentials, List.of("Sec-Fetch-Site:same-origin", "Sec-Fetch-Site:none"), false),
                        Arguments.of(credentials, List.of("Origin:https://evil.example"), false),
                        Arguments.of(credentials, List.of("Origin:http://localhost"), false),
                        Arguments.of(credentials, List.of("Origin:null"), false)));
    }

    @ParameterizedTest
    @MethodSource("unsafeRequests")
    void unsafeRequestsOfAnotherSiteAreRefused(
            final Credentials credentials, final List<String> headers, final boolean allowed) throws Exception {
        EVENTS.clear();
        final boolean passes = allowed || credentials == Credentials.HEADER;
        for (final String path : List.of("/orders", "/mount", "/ticket")) {
            assertThat(send(credentials, "POST", path, headers)).as(path).isEqualTo(passes ? 200 : 403);
        }
        assertThat(send(credentials, "DELETE", "/nothing", headers)).isEqualTo(passes ? 404 : 403);
        assertThat(EVENTS.stream().anyMatch(SecurityEvent.Refused.class::isInstance))
                .isNotEqualTo(passes);
    }

    @ParameterizedTest
    @EnumSource(Credentials.class)
    void safeRequestsOfAnotherSitePass(final Credentials credentials) throws Exception {
        for (final String method : List.of("GET", "HEAD", "OPTIONS")) {
            assertThat(send(credentials, method, "/orders", List.of("Sec-Fetch-Site:cross-site")))
                    .as(method)
                    .isEqualTo(200);
        }
    }

    @Test
    void anonymousRequestsOfAnotherSiteAreAskedForCredentials() {
        assertThat(APP.http()
                        .withHeader("Sec-Fetch-Site", "cross-site")
                        .post("/orders", "")
                        .status())
                .isEqualTo(401);
    }

    /** Its method is safe, and it can change everything. */
    @Test
    void handshakesOfAnotherSiteAreRefused() {
        assertThat(catchThrowableOfType(
                                WebSocketRefusedException.class,
                                () -> APP.http()
                                        .withHeader("Authorization", Credentials.BASIC.value)
                                        .withHeader("Origin", "https://evil.example")
                                        .webSocket("/socket"))
                        .response()
                        .status())
                .isEqualTo(403);
    }
}
