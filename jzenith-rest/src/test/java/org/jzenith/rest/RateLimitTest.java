package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.inject.Module;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.annotation.Priority;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.rest.limit.RateLimitKey;

/** Clients that send more than a method answers. */
final class RateLimitTest {

    private static final Module TENANTS =
            binder -> binder.bind(RateLimitKey.class).toInstance(request -> request.getHeaderString("Tenant"));

    @Path("/")
    @Produces("text/plain")
    public static final class Limited {

        @GET
        @Path("client")
        @RateLimit(permits = 3, per = "1h")
        public String client() {
            return "fine";
        }

        @GET
        @Path("missing")
        @RateLimit(permits = 3, per = "1h")
        public String missing() {
            throw new NotFoundException();
        }

        @GET
        @Path("stream")
        @RateLimit(permits = 3, per = "1h")
        public Flowable<String> stream() {
            return Flowable.just("a", "b");
        }

        @POST
        @Path("header")
        @RateLimit(permits = 1, per = "1h", by = RateLimit.By.HEADER, header = "X-Api-Key")
        public String header(final String body) {
            return body;
        }

        @GET
        @Path("principal")
        @RateLimit(permits = 1, per = "1h", by = RateLimit.By.PRINCIPAL)
        public String principal() {
            return "fine";
        }

        @GET
        @Path("key")
        @RateLimit(permits = 1, per = "1h", by = RateLimit.By.KEY)
        public String key() {
            return "fine";
        }

        @GET
        @Path("fast")
        @RateLimit(permits = 2, per = "200ms")
        public String fast() {
            return "fine";
        }

        @GET
        @Path("never")
        @RateLimit(permits = 3, per = "1h")
        @Deadline("500ms")
        public Single<String> never() {
            return Single.never();
        }

        @GET
        @Path("free")
        public String free() {
            return "free";
        }
    }

    @Test
    void thePassedDeadlineOfALimitedMethodSaysWhatIsLeft() {
        try (RunningServer server = server()) {
            final RunningServer.Answer answer = server.get("/never");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("RateLimit")).startsWith("\"default\";r=2;t=");
            assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"default\";q=3;w=3600");
        }
    }

    @Path("/shared")
    @RateLimit(permits = 2, per = "1h")
    public static final class Shared {

        @GET
        public String get() {
            return "";
        }

        @GET
        @Path("beside")
        public String beside() {
            return "";
        }

        @GET
        @Path("own")
        @RateLimit(permits = 5, per = "1h")
        public String own() {
            return "";
        }
    }

    @Path("/")
    public static final class Wrong {

        @GET
        @RateLimit(permits = 0, per = "1s")
        public String permits() {
            return "";
        }

        @POST
        @RateLimit(permits = 1, per = "often")
        public String per() {
            return "";
        }

        @GET
        @Path("header")
        @RateLimit(permits = 1, per = "1s", by = RateLimit.By.HEADER)
        public String header() {
            return "";
        }

        @GET
        @Path("key")
        @RateLimit(permits = 1, per = "1s", by = RateLimit.By.KEY)
        public String key() {
            return "";
        }
    }

    /** Takes the name from a header, as an authenticating proxy may give it. */
    @Priority(Priorities.AUTHENTICATION)
    public static final class Named implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final String name = request.getHeaderString("Name");
            if (name != null) {
                request.setSecurityContext(new NamedUser(name));
            }
        }
    }

    private static RunningServer server() {
        return RunningServer.of(
                RestPlugin.withResources(Limited.class, Shared.class).withProviders(Named.class),
                Map.of("rest.trusted-proxies", "127.0.0.1,::1"),
                TENANTS);
    }

    private static List<Integer> statuses(
            final RunningServer server, final int count, final String path, final String... headers) {
        return IntStream.range(0, count)
                .mapToObj(i -> server.get(path, headers).status())
                .toList();
    }

    @Test
    void requestsBeyondThePermitsAre429AndEachAnswerSaysWhatIsLeft() {
        try (RunningServer server = server()) {
            for (int left = 2; left >= 0; left--) {
                final RunningServer.Answer answer = server.get("/client");
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"default\";q=3;w=3600");
                assertThat(answer.header("RateLimit")).startsWith("\"default\";r=" + left + ";t=");
                assertThat(answer.header("Retry-After")).isNull();
            }
            final RunningServer.Answer refused = server.get("/client");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refused.json().get("status").intValue()).isEqualTo(429);
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1_100, 1_200);
            assertThat(refused.header("RateLimit")).startsWith("\"default\";r=0;t=");
            assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"default\";q=3;w=3600");
            assertThat(server.get("/free").header("RateLimit")).isNull();
        }
    }

    @Test
    void errorsAndStreamsSayWhatIsLeftToo() {
        try (RunningServer server = server()) {
            final RunningServer.Answer missing = server.get("/missing");
            assertThat(missing.status()).isEqualTo(404);
            assertThat(missing.header("RateLimit")).startsWith("\"default\";r=2;");
            final RunningServer.Answer stream = server.get("/stream");
            assertThat(stream.body()).isEqualTo("ab");
            assertThat(stream.header("RateLimit")).startsWith("\"default\";r=2;");
        }
    }

    @Test
    void theCountIsExactOverSeveralEventLoopsAndConnections() throws Exception {
        try (RunningServer server = server()) {
            int answered = 0;
            for (int i = 0; i < 20; i++) {
                try (RawClient client = RawClient.to(server)) {
                    client.send("GET /client HTTP/1.1\r\nHost: a\r\n\r\n");
                    answered += client.answer().startsWith("HTTP/1.1 200 ") ? 1 : 0;
                }
            }
            assertThat(answered).isEqualTo(3);
        }
    }

    @Test
    void permitsComeBack() throws Exception {
        try (RunningServer server = server();
                RawClient client = RawClient.to(server)) {
            client.send("GET /fast HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
            final List<String> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(client.answer());
            }
            assertThat(answers).anyMatch(answer -> answer.startsWith("HTTP/1.1 429 "));
            Await.until("a permit is back", () -> server.get("/fast").status() == 200);
        }
    }

    @Test
    void clientsAreToldApartAsTrustedProxiesNameThem() {
        try (RunningServer server = server()) {
            assertThat(statuses(server, 4, "/client", "X-Forwarded-For", "192.0.2.1"))
                    .containsExactly(200, 200, 200, 429);
            assertThat(statuses(server, 1, "/client", "X-Forwarded-For", "192.0.2.2"))
                    .containsExactly(200);
        }
    }

    @Test
    void theAddressesOfOneNetworkOfIpv6AreOneClient() {
        try (RunningServer server = server()) {
            for (int i = 1; i < 5; i++) {
                assertThat(statuses(server, 1, "/client", "X-Forwarded-For", "2001:db8:0:1::" + i))
                        .containsExactly(i < 4 ? 200 : 429);
            }
            assertThat(statuses(server, 1, "/client", "X-Forwarded-For", "2001:db8:0:2::1"))
                    .containsExactly(200);
        }
    }

    @Test
    void aHeaderCountsByItsValueAndTheClientWithoutIt() {
        try (RunningServer server = server()) {
            final String longKey = "k".repeat(5_000);
            for (final String key : List.of("a", "b", longKey, longKey + "x")) {
                assertThat(server.post("/header", "x", "X-Api-Key", key).status())
                        .isEqualTo(200);
                assertThat(server.post("/header", "x", "X-Api-Key", key).status())
                        .isEqualTo(429);
            }
            assertThat(server.post("/header", "x").status()).isEqualTo(200);
            assertThat(server.post("/header", "x").status()).isEqualTo(429);
        }
    }

    @Test
    void aPrincipalCountsByItsName() {
        try (RunningServer server = server()) {
            assertThat(statuses(server, 2, "/principal", "Name", "ada")).containsExactly(200, 429);
            assertThat(statuses(server, 2, "/principal", "Name", "c127.0.0.1")).containsExactly(200, 429);
            assertThat(statuses(server, 2, "/principal")).containsExactly(200, 429);
        }
    }

    @Test
    void aKeyOfTheApplicationCountsAndNullIsNotLimited() {
        try (RunningServer server = server()) {
            assertThat(statuses(server, 2, "/key", "Tenant", "a")).containsExactly(200, 429);
            assertThat(statuses(server, 1, "/key", "Tenant", "b")).containsExactly(200);
            assertThat(statuses(server, 3, "/key")).containsExactly(200, 200, 200);
        }
    }

    @Test
    void theMethodsOfAClassShareItsLimit() {
        try (RunningServer server = server()) {
            assertThat(statuses(server, 1, "/shared")).containsExactly(200);
            assertThat(statuses(server, 2, "/shared/beside")).containsExactly(200, 429);
            assertThat(statuses(server, 1, "/shared/own")).containsExactly(200);
        }
    }

    @Test
    void twoApplicationsCountForThemselves() {
        try (RunningServer one = server();
                RunningServer other = server()) {
            assertThat(statuses(one, 4, "/client")).containsExactly(200, 200, 200, 429);
            assertThat(statuses(other, 1, "/client")).containsExactly(200);
        }
    }

    @Test
    void aFloodOfOneClientLeavesOthersAndHealthAlone() throws Exception {
        try (RunningServer server = server();
                RawClient flood = RawClient.to(server)) {
            flood.send("GET /client HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_000));
            assertThat(server.get("/health").status()).isEqualTo(200);
            assertThat(server.get("/client", "X-Forwarded-For", "192.0.2.9").status())
                    .isEqualTo(200);
            for (int i = 0; i < 2_000; i++) {
                assertThat(flood.answer()).startsWith(i < 3 ? "HTTP/1.1 200 " : "HTTP/1.1 429 ");
            }
        }
    }

    @Test
    void aLimitThatMakesNoSenseFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(Wrong.class)))
                .isInstanceOfSatisfying(
                        StartException.class,
                        failure -> assertThat(failure.problems().toString())
                                .contains("The @RateLimit of the method permits has 0 permits.")
                                .contains("The @RateLimit of the method per has the value 'often' for per")
                                .contains("The @RateLimit of the method header counts by HEADER and has the header ''.")
                                .contains(
                                        "The @RateLimit of the method key counts by KEY, but no RateLimitKey is bound."));
    }
}
