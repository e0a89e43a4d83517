package org.jzenith.benchmark.quarkus;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The TechEmpower tests. */
@Singleton
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public class EndpointsResource {

    private static final int MOST = 500;

    private final Worlds worlds;
    private final Fortunes fortunes;

    @Inject
    EndpointsResource(final Worlds worlds, final Fortunes fortunes) {
        this.worlds = worlds;
        this.fortunes = fortunes;
    }

    @GET
    @Path("plaintext")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> plaintext() {
        return Uni.createFrom().item("Hello, World!");
    }

    @GET
    @Path("json")
    public Uni<Message> json() {
        return Uni.createFrom().item(new Message("Hello, World!"));
    }

    @GET
    @Path("db")
    public Uni<World> db() {
        return worlds.random();
    }

    @GET
    @Path("queries")
    public Uni<List<World>> queries(@QueryParam("queries") @DefaultValue("1") final String count) {
        return worlds.random(count(count));
    }

    @GET
    @Path("updates")
    public Uni<List<World>> updates(@QueryParam("queries") @DefaultValue("1") final String count) {
        return worlds.update(count(count));
    }

    @GET
    @Path("cached-queries")
    public Uni<List<World>> cachedQueries(@QueryParam("count") @DefaultValue("1") final String count) {
        return worlds.cached(count(count));
    }

    @GET
    @Path("fortunes")
    @Produces("text/html;charset=utf-8")
    public Uni<String> fortunes() {
        return fortunes.page();
    }

    /** From 1 to 500; anything that is not a number means 1. */
    private static int count(final String text) {
        try {
            return Math.max(1, Math.min(MOST, Integer.parseInt(text)));
        } catch (final NumberFormatException e) {
            return 1;
        }
    }
}
