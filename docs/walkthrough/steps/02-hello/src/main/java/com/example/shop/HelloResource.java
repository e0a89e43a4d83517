package com.example.shop;

import io.reactivex.Single;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Greets visitors. */
@Path("/hello/{name}")
@PermitAll
public final class HelloResource {

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> hello(@PathParam("name") final String name) {
        return Single.just("Welcome to the shop, " + name + "!");
    }
}
