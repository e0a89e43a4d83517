package org.jzenith.openapi.types;

import io.reactivex.Single;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.limit.Deadline;
import org.jzenith.rest.limit.RateLimit;
import org.jzenith.security.authorization.AccessPolicy;
import org.jzenith.security.authorization.AccessRequest;
import org.jzenith.security.authorization.Allowed;
import org.jzenith.security.authorization.Authenticated;

/** Failures that are mapped, limits, and decisions about access. */
@Path("/failures")
@Produces(MediaType.TEXT_PLAIN)
public final class FailureResource {

    /** Mapped to a status. */
    public static final class SoldOut extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Mapped by a function, and described. */
    @ApiResponse(responseCode = "410", description = "It was there.")
    public static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Allows some. */
    public static final class Odd implements AccessPolicy {

        @Override
        public Single<Boolean> isAllowed(final AccessRequest request) {
            return Single.just(request.pathParameter("name").length() % 2 == 1);
        }
    }

    @GET
    @Path("mapped")
    public Single<String> mapped(@QueryParam("sold-out") final boolean isSoldOut) {
        return isSoldOut ? Single.error(new SoldOut()) : Single.just("ok");
    }

    @GET
    @Path("described")
    public Single<String> described(@QueryParam("gone") final boolean isGone) {
        return isGone ? Single.error(new Gone()) : Single.just("ok");
    }

    @POST
    @Path("small")
    @MaxBodySize("16")
    @Consumes(MediaType.TEXT_PLAIN)
    public Single<String> small(final String text) {
        return Single.just("ok");
    }

    @GET
    @Path("limited")
    @RateLimit(permits = 5, per = "1s")
    public Single<String> limited() {
        return Single.just("ok");
    }

    @GET
    @Path("late")
    @Deadline("5s")
    public Single<String> late() {
        return Single.just("ok");
    }

    @GET
    @Path("roles")
    @RolesAllowed("editor")
    public Single<String> roles() {
        return Single.just("ok");
    }

    @GET
    @Path("other-roles")
    @RolesAllowed("auditor")
    public Single<String> otherRoles() {
        return Single.just("ok");
    }

    @GET
    @Path("authenticated")
    @Authenticated
    public Single<String> authenticated() {
        return Single.just("ok");
    }

    @GET
    @Path("denied")
    @DenyAll
    public Single<String> denied() {
        return Single.just("ok");
    }

    @GET
    @Path("policy/{name}")
    @Allowed(Odd.class)
    public Single<String> policy(@PathParam("name") final String name) {
        return Single.just("ok");
    }
}
