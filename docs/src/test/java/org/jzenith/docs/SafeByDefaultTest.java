package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** Facts of docs/safe-by-default.md, without any setting. */
final class SafeByDefaultTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(LedgerResource.class)));

    public record Entry(int cents) {}

    @Path("/ledger")
    public static final class LedgerResource {

        @GET
        public String broken() {
            throw new IllegalStateException("password=hunter2 at db.internal");
        }

        @POST
        public int add(final Entry entry) {
            return entry.cents();
        }
    }

    // region internals
    @Test
    void aFailureShowsNoInternals() {
        final TestResponse response = APP.http().get("/ledger").expectStatus(500);
        assertThat(response.body())
                .doesNotContain("hunter2", "IllegalState", "Ledger");
        assertThat(response.json().get("id").asText()).isNotEmpty();
    }
    // endregion

    @Test
    void everyResponseHasTheSecurityHeadersAndNoServerHeader() {
        for (final String path : new String[] {"/ledger", "/none", "/health"}) {
            final TestResponse response = APP.http().get(path);
            assertThat(response.header("X-Content-Type-Options")).contains("nosniff");
            assertThat(response.header("X-Frame-Options")).contains("DENY");
            assertThat(response.header("Server")).isEmpty();
            assertThat(response.header("Access-Control-Allow-Origin")).isEmpty();
        }
    }

    @Test
    void jsonIsReadStrictly() {
        APP.http().post("/ledger", Map.of("cents", 7)).expectStatus(200);
        APP.http().post("/ledger", Map.of("cents", 7, "euros", 1)).expectStatus(400);
        APP.http().post("/ledger", Map.of("cents", "7")).expectStatus(400);
    }

    @Test
    void bodiesAreLimited() {
        APP.http().post("/ledger", new byte[(10 << 20) + 1]).expectStatus(413);
    }
}
