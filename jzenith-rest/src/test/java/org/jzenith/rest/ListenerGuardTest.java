package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Module;
import io.reactivex.Single;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.test.internal.log.LogLines;

/** A guard of the listener decides before resources, filters and health. */
final class ListenerGuardTest {

    private static final String SHOP = "https://shop.example";

    @Path("/who")
    @Produces("text/plain")
    public static final class WhoResource {

        @GET
        public String who(@Context final SecurityContext security) {
            final Principal principal = security.getUserPrincipal();
            return (principal == null ? "nobody" : principal.getName()) + " " + security.getAuthenticationScheme();
        }

        @POST
        public String upload(final String body, @Context final SecurityContext security) {
            return security.getUserPrincipal().getName() + " sends " + body;
        }
    }

    /** Replaces the principal of the guard. */
    static final class Renaming implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final String name = request.getHeaderString("X-User");
            if (name != null) {
                request.setSecurityContext(new NamedUser(name));
            }
        }
    }

    /** The token is the name of the user. */
    private static Single<GuardDecision> byToken(final ServerRequest request) {
        final String token = request.headers().get("Authorization");
        if (token == null) {
            return Single.just(GuardDecision.refuse(401, "Say who you are.").withHeader("WWW-Authenticate", "Bearer"));
        }
        final GuardDecision known = GuardDecision.passAs(() -> token);
        return token.equals("late") ? Single.just(known).delay(20, TimeUnit.MILLISECONDS) : Single.just(known);
    }

    private static RunningServer server(final Map<String, Object> settings) {
        final Module guard = binder -> ListenerGuard.binder(binder).addBinding().toInstance(ListenerGuardTest::byToken);
        return RunningServer.of(
                RestPlugin.withResources(WhoResource.class).withProviders(Renaming.class), settings, guard);
    }

    private static String next(final LogLines log) throws InterruptedException {
        return log.next(event -> event.getLoggerName().equals("org.jzenith.access"))
                .getFormattedMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/who", "/health", "/nothing"})
    void noResourceSeesARefusedRequest(final String path) throws Exception {
        try (RunningServer server = server(Map.of());
                Http2Client second = Http2Client.to(server)) {
            final RunningServer.Answer refused = server.get(path);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refused.json().path("detail").asText()).isEqualTo("Say who you are.");
            assertThat(second.send("GET", path).status()).isEqualTo(401);
            assertThat(server.get(path, "Authorization", "ann").status())
                    .isEqualTo(path.equals("/nothing") ? 404 : 200);
        }
    }

    @Test
    void thePrincipalOfTheGuardIsThatOfTheSecurityContext() throws Exception {
        try (RunningServer server = server(Map.of());
                Http2Client second = Http2Client.to(server)) {
            assertThat(server.get("/who", "Authorization", "ann").body()).isEqualTo("ann null");
            assertThat(server.get("/who", "Authorization", "late").body()).isEqualTo("late null");
            assertThat(second.send("GET", "/who", "authorization", "late")
                            .body()
                            .toString())
                    .isEqualTo("late null");
            assertThat(server.post("/who", "x".repeat(100_000), "Authorization", "late", "Content-Type", "text/plain")
                            .body())
                    .startsWith("late sends xxx")
                    .hasSize("late sends ".length() + 100_000);
            assertThat(server.get("/who", "Authorization", "ann", "X-User", "bob")
                            .body())
                    .startsWith("bob ");
        }
    }

    @Test
    void theAccessLogNamesThePrincipalOfTheGuard() throws Exception {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server =
                        server(Map.of("rest.access-log.format", "common", "rest.access-log.output", "logger"))) {
            server.get("/who", "Authorization", "ann");
            assertThat(next(log)).contains(" - ann [");
            server.get("/who", "Authorization", "ann", "X-User", "bob");
            assertThat(next(log)).contains(" - bob [");
            server.get("/who");
            assertThat(next(log)).contains(" - - [").contains(" 401 ");
        }
    }

    /** Browsers send no credentials with a preflight, and pages may read the refusal. */
    @Test
    void aPreflightIsAnsweredBeforeTheGuard() throws Exception {
        try (RunningServer server = server(Map.of(
                "rest.cors.refuse-other-origins",
                true,
                "rest.cors.origins",
                SHOP,
                "rest.cors.headers",
                "Authorization"))) {
            final RunningServer.Answer preflight = server.send(
                    "OPTIONS",
                    "/who",
                    null,
                    "Origin",
                    SHOP,
                    "Access-Control-Request-Method",
                    "GET",
                    "Access-Control-Request-Headers",
                    "authorization");
            assertThat(preflight.status()).isEqualTo(204);
            final RunningServer.Answer refused = server.get("/who", "Origin", SHOP);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(Objects.requireNonNull(refused.header("Access-Control-Allow-Origin")))
                    .isEqualTo(SHOP);
            assertThat(server.get("/who", "Authorization", "ann", "Origin", "https://evil.example")
                            .status())
                    .isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/who", "/who;a=b", "/who;a=b;c?d", "/who;/", "/x/../who;a", "/wh%6f;a=b", "/;a/../who"})
    void aGuardDecidesByThePathByWhichResourcesAreFound(final String path) throws Exception {
        final Module guard = binder -> ListenerGuard.binder(binder)
                .addBinding()
                .toInstance(request -> Single.just(
                        request.pathWithoutParameters().matches("/who/?")
                                ? GuardDecision.refuse(403, "No.")
                                : GuardDecision.pass()));
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(WhoResource.class), guard);
                RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET " + path + " HTTP/1.1\r\nHost: here\r\n\r\n")
                            .answer())
                    .startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void aGuardSeesThePathWithTheContextPath() throws Exception {
        final Module guard = binder -> ListenerGuard.binder(binder)
                .addBinding()
                .toInstance(request -> Single.just(GuardDecision.refuse(403, request.relativePath())));
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(WhoResource.class), Map.of("rest.context-path", "/api"), guard)) {
            assertThat(server.get("/api/who").json().path("detail").asText()).isEqualTo("/api/who");
            assertThat(server.get("/a").json().path("detail").asText()).isEqualTo("/a");
        }
    }
}
