package org.jzenith.benchmark.messages;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import org.jspecify.annotations.Nullable;
import org.jzenith.messages.Messages;
import org.jzenith.messages.live.LiveEvents;
import org.jzenith.messages.sql.Outbox;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlTransaction;

/** Takes orders, and shows them. */
@Singleton
@Path("/")
public final class OrderResource {

    private static final int MOST = 100;

    private final Database database;
    private final Outbox outbox;
    private final Messages messages;
    private final LiveEvents live;

    @Inject
    OrderResource(final Database database, final Outbox outbox, final Messages messages, final LiveEvents live) {
        this.database = database;
        this.outbox = outbox;
        this.messages = messages;
        this.live = live;
    }

    /** Places orders of a customer, all or none. */
    @POST
    @Path("orders/{customer}")
    public Completable place(@PathParam("customer") final String customer, @QueryParam("items") final int items) {
        return database.withTransactionCompletable(tx -> tx.query(
                        "UPDATE customer SET ordered = ordered + $1 WHERE name = $2 RETURNING ordered", items, customer)
                .map(row -> row.getLong(0))
                .single()
                .flatMapCompletable(last -> Flowable.rangeLong(last - items + 1, items)
                        .map(number -> new OrderPlaced(customer, number, (int) (number % MOST)))
                        .concatMapCompletable(order -> place(tx, order))));
    }

    private Completable place(final SqlTransaction tx, final OrderPlaced order) {
        return tx.query(
                        "INSERT INTO orders (customer, number, amount) VALUES ($1, $2, $3)",
                        order.customer(),
                        order.number(),
                        order.amount())
                .execute()
                .andThen(outbox.publish(tx, OrderApplication.ORDERS, order));
    }

    /** Publishes a note by the engine, without the outbox. It is short, or has as many bytes as the query says, of which the last is a brace. */
    @POST
    @Path("notes")
    public Completable note(@QueryParam("bytes") final int bytes) {
        return messages.publish(OrderApplication.NOTES, bytes == 0 ? "note" : "x".repeat(bytes - 1) + "}");
    }

    /** Shows all notes, of whatever instance. */
    @GET
    @Path("notes/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> notes(@HeaderParam("Last-Event-ID") final @Nullable String last) {
        return live.events(OrderApplication.NOTES, last);
    }

    /** Needs no server. */
    @GET
    @Path("alive")
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> alive() {
        return Single.just("yes");
    }

    /** Shows all orders, of whatever instance. */
    @GET
    @Path("orders/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Flowable<OutboundSseEvent> events(@HeaderParam("Last-Event-ID") final @Nullable String last) {
        return live.events(OrderApplication.ORDERS, last);
    }
}
