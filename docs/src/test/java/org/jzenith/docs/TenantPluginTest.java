package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import io.reactivex.schedulers.Schedulers;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.docs.TenantPlugin.ForTenant;
import org.jzenith.docs.TenantPlugin.Tenant;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.pipeline.MethodRoute;
import org.jzenith.rest.pipeline.ResourceMethods;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The plugin of docs/extending.md that adds a step to resource methods. */
final class TenantPluginTest {

    private static final CountDownLatch ASKED = new CountDownLatch(1);
    private static final CountDownLatch DISPOSED = new CountDownLatch(1);

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(InvoiceResource.class), new TenantPlugin(TenantPluginTest::nameOfTenant)));

    private static Maybe<String> nameOfTenant(final String key) {
        return switch (key) {
            case "a" -> Maybe.just("Alpha");
            case "b" -> Maybe.just("Beta").subscribeOn(Schedulers.io());
            case "slow" ->
                Maybe.<String>never().doOnSubscribe(asked -> ASKED.countDown()).doOnDispose(DISPOSED::countDown);
            default -> Maybe.<String>empty().subscribeOn(Schedulers.io());
        };
    }

    @Path("/invoices")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class InvoiceResource {

        private final Tenant tenant;

        @Inject
        InvoiceResource(final Tenant tenant) {
            this.tenant = tenant;
        }

        @GET
        @ForTenant
        public String all() {
            return tenant.name() + " on " + Thread.currentThread().getName();
        }

        @GET
        @Path("rules")
        public String rules() {
            return "for all" + tenant.name();
        }
    }

    private static TestResponse get(final String tenant) {
        return APP.http().withHeader("X-Tenant", tenant).get("/invoices");
    }

    @Test
    void theResourceGetsTheTenantOnItsEventLoop() {
        assertThat(get("a").body()).startsWith("Alpha on ").contains("eventloop");
        assertThat(get("b").body()).startsWith("Beta on ").contains("eventloop");
    }

    @Test
    void aRequestWithoutATenantIsRefused() {
        assertThat(APP.http().get("/invoices").status()).isEqualTo(400);
        assertThat(APP.http().get("/invoices").body()).contains("Send the header X-Tenant.");
        assertThat(get("c").status()).isEqualTo(403);
    }

    @Test
    void methodsWithoutTheAnnotationHaveNoSuchStep() {
        assertThat(APP.http().get("/invoices/rules").body()).isEqualTo("for all");
        assertThat(APP.get(ResourceMethods.class).all())
                .filteredOn(route -> route.steps().contains("find tenant of X-Tenant"))
                .extracting(MethodRoute::template)
                .containsExactly("/invoices");
    }

    @Test
    void aClientThatLeavesEndsTheSearch() throws IOException, InterruptedException {
        try (Socket client = new Socket("localhost", APP.http().uri().getPort())) {
            client.getOutputStream()
                    .write("GET /invoices HTTP/1.1\r\nHost: a\r\nX-Tenant: slow\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(ASKED.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(DISPOSED.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
