package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.reactivex.subjects.CompletableSubject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.restclient.stub.StubServer;
import org.jzenith.test.JZenithExtension;

/** The metrics of calls to other services. */
final class OutboundMetricsTest {

    private static final String COUNT = "http_client_request_duration_seconds_count";

    /** A stock that has everything, nothing or no time. */
    @Path("/articles")
    @Produces("text/plain")
    public interface StockApi {

        @GET
        @Path("{id}")
        Single<String> get(@PathParam("id") String id);
    }

    /** A service that cannot be reached. */
    @Path("/")
    public interface AwayApi {

        @GET
        Single<String> get();
    }

    private static final StubServer<StockApi> STOCK = StubServer.of(StockApi.class, id -> Single.just("one"));

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.create(),
                    RestClientPlugin.of(StockApi.class, "stock"),
                    RestClientPlugin.of(AwayApi.class, "away"),
                    ObservabilityPlugin.create())
            .withConfiguration("rest-client.away.url", "http://localhost:1")
            .withConfiguration("rest-client.stock.url", STOCK.url())
            .withConfiguration("rest-client.stock.retries", 1)
            .withConfiguration("rest-client.stock.retry-delay", "1ms")
            .withConfiguration("rest-client.stock.pool-size", 1)
            .withConfiguration("rest-client.stock.wait-queue", 0));

    @AfterAll
    static void stop() {
        STOCK.close();
    }

    private static double count(final String... labels) {
        return new Exposition(APP.application()).sum(COUNT, labels);
    }

    @Test
    void aCallIsMeasuredByItsTemplateAndStatus() {
        STOCK.setImplementation(id -> Single.just("one"));
        final double before = count("url_template=\"/articles/{id}\"", "http_response_status_code=\"2xx\"");
        assertThat(APP.get(StockApi.class).get("17").blockingGet()).isEqualTo("one");
        assertThat(APP.get(StockApi.class).get("18").blockingGet()).isEqualTo("one");
        assertThat(count(
                        "client=\"stock\"",
                        "http_request_method=\"GET\"",
                        "url_template=\"/articles/{id}\"",
                        "http_response_status_code=\"2xx\"",
                        "error_type=\"\""))
                .isEqualTo(before + 2);
    }

    @Test
    void aFailureHasItsRetry() {
        STOCK.setImplementation(id -> Single.error(new ServiceUnavailableException()));
        final Exposition metrics = new Exposition(APP.application());
        final double retries = metrics.sum("jzenith_client_retries_total");
        assertThat(APP.get(StockApi.class).get("17").ignoreElement().blockingGet())
                .isNotNull();
        assertThat(count("http_response_status_code=\"5xx\"", "error_type=\"5xx\""))
                .isPositive();
        assertThat(metrics.sum("jzenith_client_retries_total", "client=\"stock\""))
                .isEqualTo(retries + 1);
    }

    @Test
    void aFailureWithoutAResponseHasTheNameOfItsException() {
        assertThat(APP.get(AwayApi.class).get().ignoreElement().blockingGet()).isNotNull();
        assertThat(count(
                        "client=\"away\"",
                        "http_response_status_code=\"none\"",
                        "error_type=\"org.jzenith.restclient.response.RemoteUnavailableException\""))
                .isEqualTo(1);
    }

    @Test
    void aCallWithoutAPlaceIsRejected() {
        final CompletableSubject held = CompletableSubject.create();
        STOCK.setImplementation(id -> held.andThen(Single.just("late")));
        final Exposition metrics = new Exposition(APP.application());
        final double rejections = metrics.sum("jzenith_client_rejections_total");
        final TestObserver<String> first = APP.get(StockApi.class).get("17").test();
        assertThat(APP.get(StockApi.class).get("18").ignoreElement().blockingGet())
                .isNotNull();
        assertThat(metrics.sum("jzenith_client_rejections_total")).isEqualTo(rejections + 1);
        held.onComplete();
        assertThat(first.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
        Exposition.await(
                "no call is in progress",
                () -> metrics.sum("jzenith_resource_used", "resource=\"rest-client.stock.calls\"") == 0);
    }
}
