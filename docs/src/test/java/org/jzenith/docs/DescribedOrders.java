package org.jzenith.docs;

import io.reactivex.Single;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jzenith.core.JZenith;
import org.jzenith.openapi.OpenApiPlugin;
import org.jzenith.rest.RestPlugin;

/** An application that describes its API. */
final class DescribedOrders {

    private DescribedOrders() {}

    // region application
    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(RestPlugin.withResources(OrderResource.class), OpenApiPlugin.create())
                .withConfiguration("openapi.title", "Orders");
    }
    // endregion

    /** A resource whose response only an annotation describes. */
    @Path("/orders")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    public static final class OrderResource {

        // region response
        @POST
        @ApiResponse(
                responseCode = "201",
                description = "The order is placed.",
                content = @Content(schema = @Schema(implementation = Order.class)))
        public Single<Response> create(@Valid @NotNull final Order order) {
            return Single.just(Response.status(201).entity(order).build());
        }
        // endregion
    }

    /** An order. */
    public record Order(@NotBlank String product) {}
}
