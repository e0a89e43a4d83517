package org.jzenith.openapi;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.rest.response.ResponseStatus;
import org.jzenith.rest.response.TypedResponse;

/** Methods with a status, headers and examples. */
@Path("/described")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public final class DescribedResource {

    @POST
    @ResponseStatus(value = 201, headers = "ETag")
    public Single<TypedResponse<OrderResource.Order>> create() {
        return Single.never();
    }

    @PUT
    @ResponseStatus(202)
    public Completable accept() {
        return Completable.never();
    }

    // region examples
    @POST
    @Path("examples/{word}")
    @ApiResponse(
            responseCode = "200",
            content = @Content(examples = @ExampleObject(
                    name = "city", value = "{\"street\": \"High Street\"}")))
    public Single<OrderResource.Address> examples(
            @PathParam("word") @Parameter(example = "garden") final String word,
            @RequestBody(content = @Content(
                    examples = @ExampleObject("{\"name\": \"Ann\"}")))
            final OrderResource.Dog dog) {
        return Single.never();
    }
    // endregion

    @POST
    @Path("several")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            examples = {
                                @ExampleObject(summary = "Any text", value = "no JSON"),
                                @ExampleObject(externalValue = "https://example.org/second.json")
                            }))
    public Single<OrderResource.Address> several(
            @QueryParam("page") @Parameter(examples = @ExampleObject(name = "third", value = "3")) final int page) {
        return Single.never();
    }
}
