package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.observability.AdminPlugin;
import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** Operations of a kind that only a plugin knows are in metrics, in traces and on the operators' page. */
final class OperationsTest {

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(TeaResource.class),
                    TracingPlugin.create(),
                    ObservabilityPlugin.create(),
                    AdminPlugin.create())
            .withConfiguration("metrics.listener", "rest")
            .withConfiguration("admin.listener", "rest")
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Path("/tea")
    public static final class TeaResource {

        private final WorkEmitter work;
        private final WorkEmitter messages;

        @Inject
        public TeaResource(final Observers observers) {
            this.work = observers.ofWork("redis");
            this.messages = observers.ofWork("publish");
        }

        @GET
        public String get() {
            final Operation get = Operation.of(
                    Operation.Role.CALL,
                    "redis",
                    "redis.cache",
                    "GET",
                    RequestContext.current(),
                    List.of(new Attribute("db.system.name", "redis"), new Attribute("db.namespace", "0")));
            work.begun(get);
            work.ended(
                    get,
                    WorkEvent.Status.FAILED,
                    Duration.ofMillis(3),
                    new IllegalStateException("LOADING"),
                    List.of(new Attribute("db.response.status_code", "LOADING")));
            final Operation set = Operation.of(
                    Operation.Role.CALL, "redis", "redis.cache", "SET", RequestContext.current(), List.of());
            work.rejected(set, "the queue is full");
            final Operation send = Operation.of(
                    Operation.Role.CALL, "publish", "redis", "send orders", RequestContext.current(), List.of());
            messages.begun(send);
            messages.ended(send, WorkEvent.Status.COMPLETED, Duration.ofMillis(3), null, List.of());
            return "tea";
        }
    }

    @Test
    void anOperationOfAPluginIsInMetricsTracesAndOnTheOperatorsPage() {
        assertThat(APP.http().get("/tea").body()).isEqualTo("tea");
        final var request = COLLECTOR.get().awaitSpan("GET /tea");
        final var span = COLLECTOR.get().awaitSpan("GET");
        assertThat(span.getTraceId()).isEqualTo(request.getTraceId());
        assertThat(span.getKind().name()).isEqualTo("SPAN_KIND_CLIENT");
        assertThat(Collector.attributes(span))
                .containsEntry("db.system.name", "redis")
                .containsEntry("db.namespace", "0")
                .containsEntry("db.response.status_code", "LOADING")
                .containsEntry("error.type", "java.lang.IllegalStateException");
        assertThat(COLLECTOR.get().awaitSpan("send orders").getKind().name()).isEqualTo("SPAN_KIND_PRODUCER");
        final String operation = "kind=\"redis\",name=\"GET\",source=\"redis.cache\",status=\"failed\"";
        assertThat(APP.http().get("/metrics").body())
                .contains("jzenith_work_duration_seconds_count{error_type=\"java.lang.IllegalStateException\","
                        + operation + "} 1")
                .contains("jzenith_work_rejected_total{kind=\"redis\",name=\"SET\",source=\"redis.cache\"} 1.0");
        final JsonObject data = new JsonObject(APP.http().get("/admin/data").body());
        assertThat(data.getJsonObject("work").getJsonArray("methods").encode())
                .contains("\"client\":\"redis.cache\",\"text\":\"redis GET\"")
                .contains("\"client\":\"redis.cache\",\"text\":\"redis SET\"")
                .contains("LOADING");
        assertThat(data.getJsonArray("findings").encode()).contains("Operations of redis.cache fail: 1 of 1");
    }
}
