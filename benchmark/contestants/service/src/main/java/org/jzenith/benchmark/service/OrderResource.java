package org.jzenith.benchmark.service;

import io.reactivex.Completable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** Takes bodies. */
@Singleton
@Path("/orders")
@Consumes(MediaType.APPLICATION_JSON)
public final class OrderResource {

    private final SqlQuery<StoredOrder> insert;

    @Inject
    OrderResource(final Database database) {
        insert = database.query(
                        "INSERT INTO orders (customer, email, articles, express, note) VALUES ($1, $2, $3, $4, $5)"
                                + " RETURNING id, customer")
                .map(row -> new StoredOrder(row.getLong(0), row.getString(1)));
    }

    @POST
    public Completable take(final Order order) {
        return Completable.complete();
    }

    @POST
    @Path("validated")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<Order> takeValid(@Valid final Order order) {
        return Single.just(order);
    }

    @POST
    @Path("stored")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<StoredOrder> store(@Valid final Order order) {
        final String[] articles =
                order.lines().stream().map(Order.Line::article).toArray(String[]::new);
        return insert.bind(order.customer(), order.email(), articles, order.express(), order.note())
                .single();
    }
}
