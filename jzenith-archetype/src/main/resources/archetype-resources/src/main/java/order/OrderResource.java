package ${package}.order;

import io.reactivex.Single;
#if ($login != "true")
import jakarta.annotation.security.PermitAll;
#end
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.UUID;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;
#if ($login == "true")
import org.jzenith.security.authorization.Authenticated;
#end

/** The orders over HTTP. */
@Singleton
@Path("/orders")
#if ($login == "true")
@Authenticated
#else
@PermitAll
#end
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
    public Single<List<Order>> newest() {
        return orders.newest();
    }

    @GET
    @Path("/{id}")
    public Single<Order> get(@PathParam("id") final UUID id) {
        return orders.get(id);
    }
}
