package org.jzenith.benchmark.stock;

import io.reactivex.Single;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** Four of the endpoints of the example. */
@Path("/")
public final class BenchmarkResource {

    private final Worlds worlds;

    BenchmarkResource(final Worlds worlds) {
        this.worlds = worlds;
    }

    @GET
    @Path("plaintext")
    @Produces(MediaType.TEXT_PLAIN)
    public Single<String> plaintext() {
        return Single.just("Hello, World!");
    }

    @GET
    @Path("json")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<Message> json() {
        return Single.just(new Message("Hello, World!"));
    }

    @GET
    @Path("db")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<World> db() {
        return worlds.random();
    }

    @GET
    @Path("queries")
    @Produces(MediaType.APPLICATION_JSON)
    public Single<List<World>> queries(@QueryParam("queries") @DefaultValue("1") final String count) {
        return worlds.random(rows(count));
    }

    /** Reads a count by TechEmpower's rules: 1 to 500, and 1 if it is not a number. */
    private static int rows(final String count) {
        try {
            return Math.min(Math.max(Integer.parseInt(count), 1), 500);
        } catch (final NumberFormatException e) {
            return 1;
        }
    }
}
