package org.jzenith.benchmark.service;

import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Future;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A small JSON document, returned in every way in which a method can return it. */
@Singleton
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class GreetingResource {

    GreetingResource() {}

    @GET
    @Path("plaintext")
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> plaintext() {
        return Single.just("Hello, World!");
    }

    @GET
    @Path("json")
    public Single<Message> json() {
        return Single.just(new Message("Hello, World!"));
    }

    @GET
    @Path("filtered")
    @KeyRequired
    public Single<Message> filtered() {
        return Single.just(new Message("Hello, World!"));
    }

    @GET
    @Path("filtered-20")
    @ManyFilters
    public Single<Message> filteredOften() {
        return Single.just(new Message("Hello, World!"));
    }

    @GET
    @Path("returned/single")
    public Single<Message> single() {
        return Single.just(new Message("Hello, World!"));
    }

    @GET
    @Path("returned/response")
    public Response response() {
        return Response.ok(new Message("Hello, World!")).build();
    }

    @GET
    @Path("returned/single-response")
    public Single<Response> singleResponse() {
        return Single.just(Response.ok(new Message("Hello, World!")).build());
    }

    @GET
    @Path("returned/stage")
    public CompletionStage<Message> stage() {
        return CompletableFuture.completedFuture(new Message("Hello, World!"));
    }

    @GET
    @Path("returned/future")
    public Future<Message> future() {
        return Future.succeededFuture(new Message("Hello, World!"));
    }

    @GET
    @Path("blocking")
    @Blocking
    public Message blocking() {
        return new Message("Hello, World!");
    }
}
