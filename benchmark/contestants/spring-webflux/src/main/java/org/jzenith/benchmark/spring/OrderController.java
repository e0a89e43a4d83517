package org.jzenith.benchmark.spring;

import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import jakarta.validation.Valid;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Takes orders. */
@RestController
@RequestMapping("/orders")
class OrderController {

    private static final String INSERT =
            "INSERT INTO orders (customer, email, articles, express, note) VALUES ($1, $2, $3, $4, $5)"
                    + " RETURNING id, customer";

    private final DatabaseClient client;

    OrderController(final DatabaseClient client) {
        this.client = client;
    }

    @PostMapping("/validated")
    Mono<Order> takeValid(@Valid @RequestBody final Mono<Order> order) {
        return order;
    }

    @PostMapping("/stored")
    Mono<StoredOrder> store(@Valid @RequestBody final Mono<Order> order) {
        return order.flatMap(this::insert);
    }

    private Mono<StoredOrder> insert(final Order order) {
        final String[] articles =
                order.lines().stream().map(Order.Line::article).toArray(String[]::new);
        return client.sql(INSERT)
                .bind(0, order.customer())
                .bind(1, order.email())
                .bind(2, articles)
                .bind(3, order.express())
                .bind(4, Parameters.in(R2dbcType.VARCHAR, order.note()))
                .map(row -> new StoredOrder(row.get(0, Long.class), row.get(1, String.class)))
                .one();
    }
}
