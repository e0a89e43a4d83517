package org.jzenith.tracing;

import io.opentelemetry.api.trace.Span;
import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.messages.Messages;
import org.jzenith.messages.Topic;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** The deliveries of a message are a part of the trace of the request that published it. */
final class TopicTraceTest {

    private static final Topic<String> ORDERS = Topic.of("orders", String.class);
    private static final Topic<String> BILLS = Topic.of("bills", String.class);

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(OrderResource.class),
                    PostgresqlPlugin.create(),
                    MessagesPlugin.create()
                            .consuming(ORDERS, "mail", Mail.class, Mail::send)
                            .consuming(BILLS, "mail", Mail.class, Mail::send),
                    SqlMessagesPlugin.create(),
                    TracingPlugin.create())
            .withModules(binder -> binder.bind(Mail.class).toInstance(new Mail()))
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    static final class Mail {

        Completable send(final String text) {
            return Completable.complete();
        }
    }

    @Path("/orders")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class OrderResource {

        private final Messages messages;
        private final Database database;
        private final Outbox outbox;

        @Inject
        OrderResource(final Messages messages, final Database database, final Outbox outbox) {
            this.messages = messages;
            this.database = database;
            this.outbox = outbox;
        }

        @POST
        public Single<String> place() {
            return messages.publish(ORDERS, "tea")
                    .andThen(database.withTransactionCompletable(tx -> outbox.publish(tx, BILLS, "tea")))
                    .toSingleDefault(Span.current().getSpanContext().getTraceId());
        }
    }

    @Test
    void aDeliveryIsAPartOfThePublishersTrace() {
        final String traceId = APP.http().post("/orders", null).body();
        Collector.await(
                "the deliveries in " + traceId,
                () -> COLLECTOR
                        .get()
                        .tree(traceId)
                        .matches("POST /orders \\[.*message orders/mail, send orders,"
                                + " transaction \\[[^]]*message bills/mail.*"));
    }
}
