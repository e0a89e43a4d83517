package org.jzenith.benchmark.quarkus;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Takes orders. */
@Singleton
@Path("/orders")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class OrderResource {

    private static final String INSERT =
            "INSERT INTO orders (customer, email, articles, express, note) VALUES ($1, $2, $3, $4, $5)"
                    + " RETURNING id, customer";

    private final Pool client;

    @Inject
    OrderResource(final Pool client) {
        this.client = client;
    }

    @POST
    @Path("validated")
    public Uni<Order> takeValid(@Valid final Order order) {
        return Uni.createFrom().item(order);
    }

    @POST
    @Path("stored")
    public Uni<StoredOrder> store(@Valid final Order order) {
        final String[] articles =
                order.lines().stream().map(Order.Line::article).toArray(String[]::new);
        return client.preparedQuery(INSERT)
                .execute(Tuple.of(order.customer(), order.email(), articles, order.express(), order.note()))
                .map(rows -> {
                    final Row row = rows.iterator().next();
                    return new StoredOrder(row.getLong(0), row.getString(1));
                });
    }
}
