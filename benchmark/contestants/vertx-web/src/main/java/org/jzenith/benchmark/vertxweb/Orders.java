package org.jzenith.benchmark.vertxweb;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.function.BiConsumer;

/** Takes orders, checked by Hibernate Validator. */
final class Orders {

    private static final String INSERT =
            "INSERT INTO orders (customer, email, articles, express, note) VALUES ($1, $2, $3, $4, $5)"
                    + " RETURNING id, customer";
    private static final long MOST_BYTES = 1_000_000;

    private final Validator validator =
            Validation.buildDefaultValidatorFactory().getValidator();
    private final SqlClient client;

    Orders(final SqlClient client) {
        this.client = client;
    }

    void add(final Router router) {
        final BodyHandler body = BodyHandler.create(false).setBodyLimit(MOST_BYTES);
        router.post("/orders/validated")
                .consumes("application/json")
                .handler(body)
                .handler(context -> withValid(context, RoutingContext::json));
        router.post("/orders/stored")
                .consumes("application/json")
                .handler(body)
                .handler(context -> withValid(context, this::store));
    }

    private void withValid(final RoutingContext context, final BiConsumer<RoutingContext, Order> handler) {
        final Order order = context.body().asPojo(Order.class);
        if (validator.validate(order).isEmpty()) {
            handler.accept(context, order);
        } else {
            context.fail(400);
        }
    }

    private void store(final RoutingContext context, final Order order) {
        final String[] articles =
                order.lines().stream().map(Order.Line::article).toArray(String[]::new);
        client.preparedQuery(INSERT)
                .execute(Tuple.of(order.customer(), order.email(), articles, order.express(), order.note()))
                .onSuccess(rows -> {
                    final Row row = rows.iterator().next();
                    context.json(new StoredOrder(row.getLong(0), row.getString(1)));
                })
                .onFailure(context::fail);
    }
}
