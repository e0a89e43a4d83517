package org.jzenith.benchmark.service;

import io.reactivex.Single;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;

/** Answers with what it reads from the request. */
@Singleton
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class ParametersResource {

    private static final Parameters FIXED =
            new Parameters("/parameters/42", 42, "acme", "f3c1a2", List.of("red", "green"), 3, 20);

    ParametersResource() {}

    @GET
    @Path("parameters/{id}")
    public Single<Parameters> parameters(
            @Context final UriInfo uri,
            @PathParam("id") final int id,
            @HeaderParam("X-Tenant") final String tenant,
            @CookieParam("session") final String session,
            @QueryParam("tag") final List<String> tags,
            @BeanParam final Paging paging) {
        return Single.just(new Parameters(uri.getPath(), id, tenant, session, tags, paging.page, paging.size));
    }

    /** Returns the same response without reading the request. */
    @GET
    @Path("no-parameters/42")
    public Single<Parameters> noParameters() {
        return Single.just(FIXED);
    }

    @GET
    @Path("segments/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}")
    public Single<Message> segments(
            @PathParam("a") final String a,
            @PathParam("b") final String b,
            @PathParam("c") final String c,
            @PathParam("d") final String d,
            @PathParam("e") final String e,
            @PathParam("f") final String f,
            @PathParam("g") final String g,
            @PathParam("h") final String h) {
        return Single.just(new Message(String.join(" ", a, b, c, d, e, f, g, h)));
    }

    @GET
    @Path("echo/{name}")
    public Single<Message> echo(@PathParam("name") final String name, @QueryParam("q") final String query) {
        return Single.just(new Message(name + ' ' + query));
    }
}
