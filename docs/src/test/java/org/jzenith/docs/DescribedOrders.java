package org.jzenith.docs;

import io.reactivex.Single;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.core.JZenith;
import org.jzenith.openapi.OpenApiPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;

/** An application that describes its API. */
final class DescribedOrders {

    private DescribedOrders() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class),
                        OpenApiPlugin.create())
                .withConfiguration("openapi.title", "Orders");
    }
    // endregion

    /** A resource whose method sets status and headers. */
    @Path("/orders")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public static final class OrderResource {

        // region response
        @POST
        @ResponseStatus(value = 201, headers = "ETag")
        public Single<TypedResponse<Order>> create(@Valid @NotNull final Order order) {
            return Single.just(TypedResponse.of(order)
                    .withLocation("orders/7")
                    .withTag(new EntityTag("v1")));
        }
        // endregion
    }

    /** An order. */
    public record Order(@NotBlank String product) {}
}
