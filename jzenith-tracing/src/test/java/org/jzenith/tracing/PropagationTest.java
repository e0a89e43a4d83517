package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.test.JZenithExtension;

/** Traces that come and go in the headers of B3. */
final class PropagationTest {

    private static final String TRACE = "463ac35c9f6413ad48485a3953bb6124";
    private static final String CALLER = "0020000000000001";

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension TARGET = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(HeaderResource.class)));

    @Order(3)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(CallingResource.class),
                    RestClientPlugin.of(HeaderClient.class, "headers"),
                    TracingPlugin.create())
            .withConfiguration("tracing.propagation", "b3")
            .withConfiguration("rest-client.headers.url", TARGET.application().uri())
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Path("/headers")
    public interface HeaderClient {

        @GET
        Single<String> get();
    }

    @Path("/headers")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class HeaderResource {

        @GET
        public String get(@HeaderParam("b3") final String header, @HeaderParam("traceparent") final String other) {
            return header + " " + other;
        }
    }

    @Path("/calls")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class CallingResource {

        private final HeaderClient client;

        @Inject
        public CallingResource(final HeaderClient client) {
            this.client = client;
        }

        @GET
        public Single<String> call() {
            return client.get();
        }
    }

    @Test
    void theSingleHeaderContinuesATrace() {
        final String sent = APP.http()
                .withHeader("b3", TRACE + "-" + CALLER + "-1")
                .get("/calls")
                .body();
        assertThat(sent).startsWith(TRACE + "-").endsWith("-1 null").doesNotContain(CALLER);
        Collector.await("both spans", () -> COLLECTOR.get().trace(TRACE).size() == 2);
        assertThat(COLLECTOR.get().tree(TRACE)).isEqualTo("GET /calls [GET /headers]");
        assertThat(COLLECTOR.get().trace(TRACE))
                .filteredOn(span -> span.getKind() == SpanKind.SPAN_KIND_CLIENT)
                .singleElement()
                .satisfies(span -> assertThat(Collector.attributes(span))
                        .containsEntry("server.address", "localhost")
                        .containsEntry(
                                "server.port",
                                Integer.toString(TARGET.application().port())));
    }

    @Test
    void soDoSeveralHeaders() {
        final String trace = "563ac35c9f6413ad48485a3953bb6124";
        APP.http()
                .withHeader("X-B3-TraceId", trace)
                .withHeader("X-B3-SpanId", CALLER)
                .withHeader("X-B3-Sampled", "1")
                .get("/calls");
        Collector.await("both spans", () -> COLLECTOR.get().trace(trace).size() == 2);
    }
}
