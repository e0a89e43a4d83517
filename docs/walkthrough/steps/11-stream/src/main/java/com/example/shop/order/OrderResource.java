package com.example.shop.order;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jzenith.core.page.Page;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;

/** The orders over HTTP. */
@Singleton
@Path("/orders")
@PermitAll
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class OrderResource {

    private final OrderService orders;

    @Inject
    OrderResource(final OrderService orders) {
        this.orders = orders;
    }

    @POST
    @ResponseStatus(201)
    public Single<TypedResponse<Order>> create(@Valid @NotNull final OrderData data) {
        return orders.create(data).map(order -> TypedResponse.of(order).withLocation("orders/" + order.id()));
    }

    @GET
    public Single<Page<Order>> page(
            @QueryParam("after") final String after,
            @QueryParam("limit") @Min(1) @Max(100) final Integer limit) {
        return orders.page(after, Optional.ofNullable(limit));
    }

    @GET
    @Path("/export")
    @Produces("application/x-ndjson")
    public Flowable<Order> all() {
        return orders.all();
    }

    @GET
    @Path("/{id}")
    public Single<Order> get(@PathParam("id") final UUID id) {
        return orders.get(id);
    }

    @GET
    @Path("/{id}/lines")
    public Single<List<OrderLine>> lines(@PathParam("id") final UUID id) {
        return orders.lines(id);
    }

    @POST
    @Path("/{id}/payment")
    public Single<Order> pay(@PathParam("id") final UUID id) {
        return orders.pay(id);
    }
}
