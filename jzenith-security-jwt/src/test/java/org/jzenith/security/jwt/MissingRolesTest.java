package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.rest.RestContribution;
import org.jzenith.test.internal.log.LogLines;

/** Tokens without roles: a warning at start if none can have any, and the reason in the log line of each denial. */
final class MissingRolesTest {

    private static final byte[] SECRET = "x".repeat(32).getBytes(StandardCharsets.US_ASCII);

    private LogLines log;

    /** A resource for users with a role. */
    @Path("/orders")
    @Produces("text/plain")
    public static final class OrderResource {

        @GET
        @RolesAllowed("clerk")
        public String all() {
            return "orders";
        }
    }

    @BeforeEach
    void record() {
        log = LogLines.of("org.jzenith.security");
    }

    @AfterEach
    void stopRecording() {
        log.close();
    }

    private static ProtectedServer server(final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>(settings);
        all.put("jwt.secret", new String(SECRET, StandardCharsets.US_ASCII));
        all.put("jwt.issuer", Tokens.ISSUER);
        return ProtectedServer.of(
                all,
                binder -> RestContribution.create()
                        .withResources(OrderResource.class)
                        .bind(binder),
                JwtPlugin.create());
    }

    private static int status(final ProtectedServer server, final List<String> groups) {
        return server.get(
                        "/orders",
                        "Bearer " + Tokens.hs256(SECRET, Tokens.claims().claim("groups", groups)))
                .statusCode();
    }

    @Test
    void withoutTheSettingNoTokenHasARole() {
        try (ProtectedServer server = server(Map.of())) {
            assertThat(log.messages())
                    .filteredOn(line -> line.startsWith("No user has a role"))
                    .singleElement()
                    .asString()
                    .contains("roles clerk, by @RolesAllowed on OrderResource.all.")
                    .endsWith("jwt.role-claims is not set.");
            assertThat(status(server, List.of("clerk"))).isEqualTo(403);
            assertThat(log.messages())
                    .anyMatch(line -> line.startsWith("Denied to 'ann'")
                            && line.endsWith("The user has no roles. jwt.role-claims is not set."));
        }
    }

    @Test
    void theLogNamesTheClaimsThatWereRead() {
        try (ProtectedServer server = server(Map.of("jwt.role-claims", "teams,groups"))) {
            assertThat(log.messages()).noneMatch(line -> line.startsWith("No user has a role"));
            assertThat(status(server, List.of())).isEqualTo(403);
            assertThat(status(server, List.of("reader", "auditor"))).isEqualTo(403);
            assertThat(status(server, List.of("clerk"))).isEqualTo(200);
            final String source = " The roles are in the claims teams, groups (jwt.role-claims).";
            assertThat(log.messages())
                    .anyMatch(line -> line.endsWith("The user has no roles." + source))
                    .anyMatch(line -> line.endsWith("The user has the roles reader, auditor." + source));
        }
    }
}
