package org.jzenith.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import io.reactivex.Flowable;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;

/** Resource methods take the caller as a parameter. */
final class CallerTest {

    private static final String KEY = "a key";

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningApplication application;

    /** Takes the caller in each way. */
    @Path("/")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Callers {

        /** A name and its owner. */
        public record OwnedReport(
                @Context Identity caller,
                @QueryParam("name") String name) {}

        @GET
        @Path("mine")
        public String mine(final Identity caller) {
            return text(caller);
        }

        @GET
        @Path("context")
        public String context(@Context final Identity caller) {
            return text(caller);
        }

        @GET
        @Path("roles")
        @RolesAllowed("invoices")
        @Blocking
        public String roles(final Identity caller) {
            return text(caller);
        }

        @POST
        @Path("body")
        public String body(final String body, final Identity caller) {
            return body + " of " + text(caller);
        }

        @GET
        @Path("optional")
        @PermitAll
        public String optional(final Optional<Identity> caller) {
            return caller.map(Callers::text).orElse("nobody");
        }

        @GET
        @Path("bean")
        public String bean(@BeanParam final OwnedReport named) {
            return named.name() + " of " + text(named.caller());
        }

        @GET
        @Path("stream")
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public Flowable<String> stream(final Identity caller) {
            return Flowable.just(text(caller));
        }

        @GET
        @Path("sink")
        @Produces(MediaType.SERVER_SENT_EVENTS)
        public void sink(@Context final SseEventSink sink, @Context final Sse sse, final Identity caller) {
            sink.send(sse.newEvent(text(caller))).thenRun(sink::close);
        }

        @Path("located")
        public OwnedPart located(final Identity caller) {
            return new OwnedPart(caller);
        }

        private static String text(final Identity caller) {
            return caller.getName() + " " + caller.roles() + " "
                    + caller.attribute("tenant").orElse("no tenant");
        }
    }

    /** Belongs to the caller. */
    @Produces(MediaType.TEXT_PLAIN)
    public record OwnedPart(Identity owner) {

        /** Returns the owner, and who asks. */
        @GET
        public String get(final Identity caller) {
            return owner.getName() + " " + caller.getName();
        }
    }

    /** Lets everyone call a method that needs a caller. */
    @Path("/")
    @PermitAll
    public static final class Contradiction {

        @GET
        public String get(final Identity caller) {
            return caller.getName();
        }
    }

    /** Has the caller in a field. */
    @Path("/")
    public static final class InAField {

        @Context
        Identity caller;

        @GET
        public String get() {
            return caller.getName();
        }
    }

    @AfterEach
    void stop() {
        if (application != null) {
            application.stop();
        }
    }

    private JZenith recipe(final Class<?> resource) {
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(resource),
                        SecurityPlugin.create().withApiKeys())
                .withConfiguration("rest.port", 0)
                .withConfiguration(
                        "security.api-keys.billing.hashes",
                        Hashing.sha256().hashString(KEY, StandardCharsets.UTF_8).toString())
                .withConfiguration("security.api-keys.billing.roles", "invoices")
                .withConfiguration("security.api-keys.billing.attributes.tenant", "acme");
    }

    private HttpResponse<String> send(final String method, final String path, final String... headers)
            throws Exception {
        final HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + application.port() + path))
                .method(
                        method,
                        method.equals("POST")
                                ? HttpRequest.BodyPublishers.ofString("an order")
                                : HttpRequest.BodyPublishers.noBody());
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aMethodTakesItsCaller() throws Exception {
        application = recipe(Callers.class).run();
        final String caller = "billing [invoices] acme";
        for (final String path : new String[] {"/mine", "/context", "/roles", "/optional"}) {
            assertThat(send("GET", path, "X-API-Key", KEY).body()).as(path).isEqualTo(caller);
        }
        assertThat(send("POST", "/body", "X-API-Key", KEY, "Content-Type", "text/plain")
                        .body())
                .isEqualTo("an order of " + caller);
        assertThat(send("GET", "/bean?name=report", "X-API-Key", KEY).body()).isEqualTo("report of " + caller);
        assertThat(send("GET", "/stream", "X-API-Key", KEY).body()).isEqualTo("data: " + caller + "\n\n");
        assertThat(send("GET", "/sink", "X-API-Key", KEY).body()).contains("data: " + caller);
        assertThat(send("GET", "/located", "X-API-Key", KEY).body()).isEqualTo("billing billing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mine", "/context", "/roles", "/bean", "/stream", "/sink", "/located"})
    void anAnonymousClientGets401WithTheChallenges(final String path) throws Exception {
        application = recipe(Callers.class).run();
        final HttpResponse<String> refused = send("GET", path);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("ApiKey header=\"X-API-Key\"");
        assertThat(send("GET", "/optional").body()).isEqualTo("nobody");
    }

    @Test
    void theParameterIsARuleOfTheTable() {
        application = recipe(Callers.class)
                .withConfiguration("security.paths.\"/\"", "roles invoices")
                .run();
        assertThat(application.get(AccessTable.class).rows())
                .filteredOn(row -> row.path().equals("/mine"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.access()).isEqualTo("authenticated and roles invoices");
                    assertThat(row.why()).contains("the Identity that Callers.mine takes");
                });
    }

    @Test
    void aMethodThatEveryoneMayCallTakesAnOptionalOne() {
        assertThatThrownBy(recipe(Contradiction.class)::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("The method Contradiction.get takes an Identity")
                .hasMessageContaining("@PermitAll on Contradiction lets clients without credentials call it")
                .hasMessageContaining("Take an Optional<Identity>");
    }

    @Test
    void aFieldIsRefused() {
        assertThatThrownBy(recipe(InAField.class)::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("take the Identity as a parameter");
    }

    @Test
    void withoutThePluginTheStartNamesIt() {
        assertThatThrownBy(JZenith.application().withPlugins(RestPlugin.withResources(Callers.class))::run)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("takes an Identity, but the application does not authenticate requests")
                .hasMessageContaining("Add SecurityPlugin");
    }
}
